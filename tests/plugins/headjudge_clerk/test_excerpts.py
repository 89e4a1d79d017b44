"""Answers that quote and do not judge."""

from collections.abc import Sequence

import attrs
import pytest

from headjudge import Brief, Card, Confidence, Draft, Face, Inquiry, Kind, Objection, Passage, Question, Quote, Reading, Reference, laws
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


def rules(question: str, *texts: str, headings: Sequence[str] = (), paraphrases: tuple[str, ...] = ()) -> Brief:
    """A brief with the rules *texts*, the likeliest first, numbered 100.1a, 101.1a and so on."""
    titles = [*headings, *("" for _ in texts[len(headings) :])]
    packed = tuple(
        Passage(Reference(Kind.RULE, f"{100 + place}.1a"), f"{100 + place}.1a", text, title, score=1.0 - 0.1 * place)
        for place, (text, title) in enumerate(zip(texts, titles, strict=True))
    )
    return Brief(Inquiry(Reading(Question(question), paraphrases=paraphrases)), packed, 1, "practice", "20090601")


async def quotes(brief: Brief) -> list[tuple[str, str]]:
    """(number, words) of what is quoted."""
    return [(quote.reference.key, quote.text) for quote in (await write(brief)).quotes]


async def test_a_sentence_is_quoted_once():
    """A rule that repeats another, but for a reference, is quoted with what else it says, or not at all."""
    said = "If a lantern is shielded (see rule 100.1a), only the shielded lanterns burn on."
    brief = rules("Does a shielded lantern burn on?", said, said.replace(" (see rule 100.1a)", "") + " A storm ends each evening.", said)

    assert await quotes(brief) == [("100.1a", said), ("101.1a", "A storm ends each evening.")]


async def test_the_main_case_is_quoted_before_what_is_left_of_it():
    """The first sentence of a rule states it; one that matches a little better only says what remains."""
    first, rest = (f"The shielded lanterns burn first {'and brightly ' * 20}in a storm.", f"The other lanterns burn last {'and dimly ' * 25}of all.")

    assert await quotes(rules("Do shielded lanterns burn before others?", f"{first} {rest}")) == [("100.1a", first)]


async def test_a_sentence_that_leans_on_one_said_before_is_not_torn_from_it():
    """“After that step” says nothing without the step."""
    said = "A storm has two steps for the lanterns that burn."
    leaning = "The lanterns that burn in that step are those with oil."

    brief = rules("Which lanterns burn in a storm?", said, f"{said} {leaning}")

    assert [number for number, _ in await quotes(brief)] == ["100.1a"]


async def test_a_reference_at_a_quotes_end_is_cut_off():
    """It would make another rule be cited that nobody asked for."""
    brief = rules("Does a lantern burn oil?", "A lantern burns oil each evening (see rule 101.1a).", "Wicks are trimmed on each morning.")

    assert (await quotes(brief))[0] == ("100.1a", "A lantern burns oil each evening")


async def test_at_most_one_rule_is_cited_for_its_mention():
    """A quote that names a second one is not taken."""
    names = [f"A lantern with handle {n} burns the oil of rule {n}.1a in a storm." for n in (103, 104, 105)]
    brief = rules("Which lantern burns oil in a storm?", *names, "Brass can be polished.", "Glass can be painted.", "Hooks can be bent.")

    cited = [number for number, _ in await quotes(brief)]

    assert cited == ["100.1a", "103.1a"]


async def test_an_example_that_matches_clearly_better_is_quoted_too():
    """It is part of the rule's text, and says itself what it is."""
    text = "The wind blows out what it reaches.\nExample: A brass lantern is shielded. It burns oil in a storm.\nExample: A brass lantern burns."
    brief = rules("Does a shielded brass lantern burn oil in a storm?", text)

    draft = await write(brief)

    assert [quote.text for quote in draft.quotes] == ["The wind blows out what it reaches.", "A brass lantern is shielded. It burns oil in a storm."]
    assert "**Rule 100.1a** gives the example:" in draft.answer
    assert laws.objections(draft, brief) == ()


async def test_both_terms_of_a_thread_are_heard():
    """The term of the question before keeps a place beside the one that follows."""
    headings = [*["Abilities: Glow"] * 3, "Abilities: Shield"]
    texts = ("A lantern with glow burns long.", "Glow lights a house.", "Glow ends with the evening.", "No wind reaches a shielded lantern.")
    brief = rules("And with glow?", *texts, headings=headings, paraphrases=("Does shield keep the wind out?",))

    assert "103.1a" in [number for number, _ in await quotes(brief)]


async def test_each_named_card_is_heard():
    """Long rules leave no card out."""
    cards = tuple(
        Card(name, name, (Face(name, "", "Lantern", f"{name} burns {'so ' * 80}long."),), "normal") for name in ("Ash", "Bay", "Cob", "Dew")
    )
    long = [f"A lantern number {n} burns {'and burns ' * 45}oil." for n in range(3)]
    brief = rules("Which lantern burns oil, Ash, Bay, Cob or Dew?", *long)
    oracle = tuple(Passage(Reference(Kind.ORACLE, card.oracle_id), "Oracle text", card.text, card.name, card.oracle_id) for card in cards)

    draft = await write(attrs.evolve(brief, inquiry=attrs.evolve(brief.inquiry, cards=cards), passages=(*brief.passages, *oracle)))

    assert [quote.reference.key for quote in draft.quotes] == ["100.1a", "Ash", "Bay", "Cob", "Dew"]
