"""Questions for the meaning of a term."""

import attrs
import pytest

from headjudge import Brief, Inquiry, Kind, Passage, Question, Reading, Reference
from headjudge_clerk.definitions import read_definition
from headjudge_clerk.excerpts import Excerpts

RULES = (
    ("100.1", "When a lantern is lit, it is put on the shelf.", "The Shelf", 0.4),
    ("100.2", "The shelf keeps the order in which lanterns were lit, the last one in front.", "The Shelf", 1.0),
    ("200.5", "Glow", "Abilities: Glow", 0.5),
    ("200.5a", "Glow is a static ability.", "Abilities: Glow", 0.5),
    ("200.5b", "“Glow” on a lantern means “This lantern burns without oil.”", "Abilities: Glow", 0.4),
    ("200.5c", "If a lantern would glow twice on the same evening, it glows once.", "Abilities: Glow", 1.0),
    ("200.50a", "A shielded lantern can glow, and no wind reaches it.", "Abilities: Shield", 1.2),
)


def brief(question: str) -> Brief:
    """The rules on lanterns, packed for *question*."""
    rules = (Passage(Reference(Kind.RULE, number), number, text, heading, score=score) for number, text, heading, score in RULES)
    shelf = Passage(Reference(Kind.GLOSSARY, "Shelf"), "Glossary, Shelf", "Where lanterns stand. See rule 100, “The Shelf.”")
    return Brief(Inquiry(Reading(Question(question))), (*rules, shelf), 1, "practice", "20090601")


async def quoted(question: str) -> list[str]:
    """The rules quoted for *question*."""
    return [quote.reference.key for quote in (await Excerpts().synthesize(brief(question))).quotes]


@pytest.mark.parametrize("question", ["What is glow?", "what does glow mean", "ok so what's the glow ability?", "How does glow work?", "Define glow"])
async def test_the_rule_that_says_what_a_term_means_comes_first(question: str):
    """Not the one with the most words of the question, nor its neighbours."""
    assert (await quoted(question))[0] == "200.5b"


async def test_only_rules_on_the_term_are_shown():
    """A rule that merely uses the term defines nothing."""
    assert "200.50a" not in await quoted("What is glow?")


async def test_the_glossary_leads_to_the_section():
    """The section to which the glossary sends its reader begins with what the term is."""
    assert (await quoted("What is the shelf?"))[0] == "100.1"


@pytest.mark.parametrize("question", ["What is the order of two lanterns that glow?", "Does glow mean anything?", "What is a hook?", "Is it lit?"])
def test_other_questions_ask_for_no_definition(question: str):
    """What no rule defines, and what is no question for a meaning, is found by its words."""
    assert read_definition(brief(question)) is None


async def test_an_entry_on_a_word_akin_leads_nowhere_else():
    """“Glowing” has an entry of its own; who asks for “glow” is not sent to it."""
    packed = brief("What is glow?")
    glowing, glow = (
        Passage(Reference(Kind.GLOSSARY, term), f"Glossary, {term}", f"A word. See rule {number}.")
        for term, number in (("Glowing", "100"), ("Glow", "200.5"))
    )

    draft = await Excerpts().synthesize(attrs.evolve(packed, passages=(*packed.passages, glowing, glow)))

    assert {quote.reference.key.partition(".")[0] for quote in draft.quotes} == {"200"}
