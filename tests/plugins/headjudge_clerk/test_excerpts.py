"""Answers that quote and do not judge."""

import attrs
import pytest

from headjudge import Brief, Confidence, Draft, Inquiry, Kind, Objection, Passage, Question, Quote, Reading, Reference, laws
from headjudge_clerk.excerpts import Excerpts


async def write(brief: Brief, *objections: Objection) -> Draft:
    """The draft on *brief*."""
    return await Excerpts().synthesize(brief, objections)


async def test_the_answer_passes_the_laws(brief: Brief):
    """Whatever is quoted stands in its source, and whatever rule is named is cited."""
    assert laws.objections(await write(brief), brief) == ()


async def test_the_answer_reads_rule_card_ruling(brief: Brief):
    """The decisive rule first, then the card's own words, then the ruling that matches."""
    draft = await write(brief)

    places = [
        draft.answer.index(words)
        for words in ("**Rule 100.1a** (Wind) says: “A wind blows out", "**Old Lantern** says:", "A ruling on **Old Lantern**")
    ]
    assert places == sorted(places)


async def test_the_answer_says_that_it_is_no_verdict(brief: Brief):
    """The first sentence is honest, and so is the confidence."""
    draft = await write(brief)

    assert (draft.answer.split(", ", 2)[1].startswith("so this is no verdict"), draft.confidence) == (True, Confidence.LOW)


async def test_a_bare_title_is_never_quoted(brief: Brief):
    """A parent rule that is a title decides nothing."""
    assert Reference(Kind.RULE, "100.1") not in [quote.reference for quote in (await write(brief)).quotes]


async def test_rules_packed_as_neighbours_are_not_quoted(brief: Brief):
    """A rule that no leg found stands in the brief for its group's sake."""
    assert Reference(Kind.RULE, "100.1b") not in [quote.reference for quote in (await write(brief)).quotes]


async def test_only_the_ability_that_matches_is_quoted(brief: Brief):
    """The other lines of the card are no part of the question."""
    quotes = [quote.text for quote in (await write(brief)).quotes if quote.reference.kind is Kind.ORACLE]

    assert quotes == ["Whenever a wind blows this lantern out, you may relight it."]


async def test_a_ruling_that_does_not_match_is_left_out(brief: Brief):
    """A ruling on something else answers nothing."""
    assert "painted" not in (await write(brief)).answer


async def test_a_rule_named_in_passing_is_cited_too(brief: Brief):
    """The sentence names rule 200.2, which is packed."""
    assert Reference(Kind.RULE, "200.2") in [quote.reference for quote in (await write(brief)).quotes]


async def test_a_sentence_that_names_a_rule_out_of_reach_is_left_out(brief: Brief):
    """Rule 999.9a is not packed and could not be cited."""
    assert "999.9a" not in (await write(brief)).answer


async def test_a_refused_quote_is_not_written_again(brief: Brief):
    """What an objection speaks of is gone from the redraft; the rest stays."""
    first = await write(brief)
    refused = first.quotes[0]

    second = await write(brief, Objection(f"The quote “{refused.text}” is refused."))

    assert refused not in second.quotes
    assert second.quotes


async def test_an_objection_to_nothing_named_shortens_the_answer(brief: Brief):
    """A redraft is never the refused draft again."""
    first = await write(brief)

    second = await write(brief, Objection("It is too long."))

    assert len(second.answer) < len(first.answer)


async def test_what_is_refused_for_good_ends_in_silence(brief: Brief):
    """With every quote refused nothing is left to cite, and the laws decline it."""
    first = await write(brief)

    second = await write(brief, *(Objection(quote.text) for quote in first.quotes), *(Objection(p.label) for p in brief.passages))

    assert second.quotes == ()


async def test_a_brief_without_passages_is_not_answered():
    """Nothing is said that could not be cited."""
    empty = Brief(Inquiry(Reading(Question("Is it lit?"))), (), 1, "practice", "20090601")

    objections = laws.objections(await write(empty), empty)

    assert objections[0].text.startswith("The answer cites nothing")


async def test_a_rated_prior_call_comes_first(brief: Brief):
    """What people rated beats what a search found."""
    call = Passage(Reference(Kind.CALL, "7"), "Prior call", "Yes, you may relight the lantern at once.")

    draft = await write(attrs.evolve(brief, passages=(*brief.passages, call)))

    assert draft.quotes[0] == Quote(call.reference, "Yes, you may relight the lantern at once.")


async def test_an_excerpt_is_not_quoted_as_a_verdict(brief: Brief):
    """A prior call that was itself only an excerpt decided nothing."""
    call = Passage(Reference(Kind.CALL, "7"), "Prior call", (await write(brief)).answer)

    draft = await write(attrs.evolve(brief, passages=(*brief.passages, call)))

    assert call.reference not in [quote.reference for quote in draft.quotes]


async def test_inner_quotes_are_single_in_the_text_and_verbatim_in_the_citation():
    """The text reads well; the citation is the source's own."""
    rule = Passage(Reference(Kind.RULE, "300.1a"), "300.1a", "“Pour out” means “Lose all the oil of this lantern.”", "Oil: Pour", score=1.0)
    brief = Brief(Inquiry(Reading(Question("What does pour out mean for my oil?"))), (rule,), 1, "practice", "20090601")

    draft = await write(brief)

    assert draft.answer.endswith("says: “‘Pour out’ means ‘Lose all the oil of this lantern.’”")
    assert draft.quotes == (Quote(rule.reference, rule.text),)


@pytest.mark.parametrize("length", [3, 40])
async def test_an_answer_is_never_a_dump(length: int):
    """However much is packed, three rules and 1,400 characters are the most."""
    rules = tuple(
        Passage(Reference(Kind.RULE, f"{100 + n}.1a"), f"{100 + n}.1a", f"Lantern number {n} burns oil. " + "It burns on. " * 30, score=1.0)
        for n in range(length)
    )
    brief = Brief(Inquiry(Reading(Question("Which lantern burns oil?"))), rules, 1, "practice", "20090601")

    draft = await write(brief)

    assert len(draft.quotes) == 3
    assert len(draft.answer) <= 1400
