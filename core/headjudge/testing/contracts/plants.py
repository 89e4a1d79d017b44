"""The fact that every contract plants: a keyword, a card that has it, and what the other shelves say of both."""

import datetime
from collections.abc import Iterable
from typing import Final

from headjudge.domain.answers import Answer, CardLink, Citation, Confidence
from headjudge.domain.calls import By, Call, Rating
from headjudge.domain.cards import Alias, Card, Face, Note, Printing, Ruling
from headjudge.domain.names import Span
from headjudge.domain.passages import Brief, Kind, Passage, Reference
from headjudge.domain.questions import Inquiry, Question, Reading, RulesSource
from headjudge.domain.rules import Category, Concept, GlossaryEntry, Rule, Section
from headjudge.roles import RowOf

__all__ = [
    "ALIAS",
    "CALL",
    "CARD",
    "CATEGORY",
    "CONCEPT",
    "INQUIRY",
    "MISSPELT",
    "NOTE",
    "PARENT",
    "QUESTION",
    "REFERENCE",
    "ROWS",
    "RULE",
    "RULING",
    "TWINS",
    "planted_brief",
]

SECTION: Final = Section("990", "Keyword Plants", "Planted Rules")
PARENT: Final = Rule("990.1", "Gloamwick", "990", "Keyword Plants: Gloamwick")
RULE: Final = Rule(
    "990.1a",
    "Gloamwick is a triggered ability. “Gloamwick” means “Whenever this creature is tallowed, its controller hums at every lantern.”",
    "990",
    "Keyword Plants: Gloamwick",
)
REFERENCE: Final = Reference(Kind.RULE, RULE.number)
GLOSSARY: Final = GlossaryEntry(("Gloamwick",), "A keyword ability that makes its controller hum at every lantern. See rule 990.1a.")
CARD: Final = Card(
    "99000000-0000-4000-8000-000000000001",
    "Zephyrine, Tallow Hummer",
    (Face("Zephyrine, Tallow Hummer", "{2}{G}", "Creature — Hummer", "Gloamwick\nZephyrine can’t be tallowed twice in a turn.", "2", "3"),),
    "normal",
    ("Gloamwick",),
    url="https://example.org/zephyrine",
)
PRINTING: Final = Printing(CARD.oracle_id, "The Hummer of Old Tallowgate")
RULING: Final = Ruling(
    CARD.oracle_id, datetime.date(2026, 2, 3), "If Zephyrine is tallowed, gloamwick makes you hum at every lantern. See rule 990.1a.", "planted"
)
NOTE: Final = Note(CARD.name, "Gloamwick triggers once each time Zephyrine is tallowed.", ("990.1a",))
ALIAS: Final = Alias("tallowqueen", (CARD.name,))
CATEGORY: Final = Category("plants", "Planted rules", ("990",), ("gloamwick", "tallowed", "lantern"))
CONCEPT: Final = Concept("humming", ("hum at every lantern", "hum at the lanterns"), "gloamwick tallowed lantern", ("990.1a",))
TWINS: Final = tuple(
    Card(f"99000000-0000-4000-8000-00000000000{number}", name, (Face(name, "{1}", "Creature — Plant", "Gloamwick"),), "normal", ("Gloamwick",))
    for number, name in ((2, "Obrechtide, Elder Reedling"), (3, "Obrechtide, Younger Thornling"))
)
"""Two cards of one short name, one printed name and one nickname."""
ROWS: Final[tuple[RowOf, ...]] = (
    SECTION,
    PARENT,
    RULE,
    GLOSSARY,
    CARD,
    *TWINS,
    PRINTING,
    *(Printing(twin.oracle_id, "Old Reedthorn") for twin in TWINS),
    RULING,
    NOTE,
    ALIAS,
    Alias("reedking", tuple(twin.name for twin in TWINS)),
    CATEGORY,
    CONCEPT,
)
"""Everything that is planted, for `MemoryCorpus.with_rows`."""
QUESTION: Final = Question(f"When {CARD.name} is tallowed, does gloamwick make me hum at every lantern?")
MISSPELT: Final = ("When a lantern is tallowed, does gloamwikc make me hum at it?", "gloamwikc", "gloamwick")
"""What is asked about the plant with a slip of the pen: the question, the word as written, and the one that is meant."""
_SPAN: Final = Span(CARD.name)
INQUIRY: Final = Inquiry(Reading(QUESTION, (_SPAN,), (CONCEPT.vocabulary,), categories=(CATEGORY.name,)), (CARD,), ((CARD.name, CARD.name),))
"""What is asked about the plant, with its card found."""
_CITATION: Final = Citation(REFERENCE, RULE.number, RULE.text, "20260301", Passage(REFERENCE, RULE.number, RULE.full_text).hash)
_ANSWER: Final = Answer(
    "Yes, you hum at every lantern.",
    Confidence.HIGH,
    RulesSource.CR,
    "20260301",
    "practice",
    1,
    (_CITATION,),
    (CardLink(CARD.name, CARD.url, CARD.oracle_id, CARD.hash),),
)
_ASKED: Final = datetime.datetime(2026, 2, 20, 12, tzinfo=datetime.UTC)
CALL: Final = Call(1, QUESTION, _ANSWER, _ASKED, By("planted"), ratings=(Rating(1, "a judge", 3, judge=True, rated=_ASKED),))
"""A rated call on the very question."""


def planted_brief(rules: Iterable[Rule]) -> Brief:
    """Return a brief on `INQUIRY`: the planted rule first and by far the best, then *rules*, then the card's Oracle text and its ruling."""
    passages = [Passage(REFERENCE, RULE.number, RULE.full_text, RULE.heading, score=1.0)]
    passages += [Passage(Reference(Kind.RULE, rule.number), rule.number, rule.full_text, rule.heading, score=0.1) for rule in rules]
    passages.append(Passage(Reference(Kind.ORACLE, CARD.oracle_id), f"Oracle text, {CARD.name}", CARD.text, CARD.name, CARD.oracle_id))
    passages.append(Passage(Reference(Kind.RULING, RULING.key), f"Ruling (2026-02-03), {CARD.name}", RULING.text, CARD.name, CARD.oracle_id))
    return Brief(INQUIRY, tuple(passages), 1, "practice", "20260301")
