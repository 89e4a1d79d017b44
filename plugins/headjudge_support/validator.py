"""The validator: what is said against a draft, in words that its author can act on."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from headjudge import Brief, Doubt, Draft, Objection
from headjudge_support.doubt import doubt, reaches, strays, unsupported
from headjudge_support.matter import Matter
from headjudge_support.miscounts import Miscount, miscounts, uncovered
from headjudge_support.reversals import Reversal, reversals
from headjudge_support.words import Lexicon, Terms

__all__ = ["ALOOF", "DOUBTFUL", "NEARLY_SAID", "UNRELATED", "Support"]

DOUBTFUL: Final = 0.8
"""From this doubt on it is told."""
UNRELATED: Final = 0.9
"""From this doubt on the quotes have nothing to do with the answer: no true pair of the tuning half came so far."""
ALOOF: Final = 0.02
"""Nor did one lie so far from its quotes, whatever else was shown."""
NEARLY_SAID: Final = 0.65
"""From this closeness on a sentence is the quote's own but for its “not”; under it other cases may be meant."""
SHOWN: Final = 160
"""Characters of a sentence or a quote that are shown to the author."""
NAMED: Final = 2
"""Sentences that a doubt names."""


class Support:
    """Holds each sentence of a verdict against what it quotes."""

    name = "support"

    def __init__(self) -> None:
        self._lexicon = Lexicon()

    def doubt(self, draft: Draft, brief: Brief) -> float:
        """Return how doubtful it is that the quotes of *draft* carry its answer, 0 to 1; from `DOUBTFUL` on `validate` says so."""
        return doubt(Matter(draft, brief, self._lexicon))

    def validate(self, draft: Draft, brief: Brief) -> Sequence[Objection | Doubt]:
        """Return objections where a quote contradicts a number or a denial, or where all are foreign to the answer; else at most one doubt."""
        if not draft.quotes or not draft.answer.strip():
            return ()  # the laws refuse it
        matter = Matter(draft, brief, self._lexicon)
        turned = tuple(reversals(matter))
        sure = (*map(_of_number, miscounts(matter)), *(_of_denial(found) for found in turned if found.closeness >= NEARLY_SAID))
        objections = tuple(dict.fromkeys((*sure, *_of_all(matter))))
        return objections or tuple(islice(_doubts(matter, turned), 1))


def _of_number(found: Miscount) -> Objection:
    theirs = f"{found.source.label}, which is quoted, says “{_cut(found.quoted.text)}”"
    cure = "take the quote's number, or quote the source of yours"
    return Objection(f"The answer says {found.number.value} in “{_cut(found.statement.text)}”, but {theirs}; {cure}.", found.source.rules)


def _of_denial(found: Reversal) -> Objection:
    ours = f"The answer {'denies' if found.claim.denied else 'affirms'} in “{_cut(found.statement.text)}”"
    theirs = f"what {found.source.label}, which is quoted, {'affirms' if found.claim.denied else 'denies'}: “{_cut(found.quoted.text)}”"
    return Objection(f"{ours} {theirs}; say what the quote says, or quote what makes the exception.", found.source.rules)


def _of_all(matter: Matter) -> Iterator[Objection]:
    if matter.curt or not matter.legible or not matter.quoted:
        return
    if not all(_unrelated(matter, terms) for terms in (matter.quoted, matter.cited)):
        return  # a poor excerpt of the right rule is doubtful and no more
    labels = ", ".join(dict.fromkeys(source.label for source in matter.sources))
    _, passage = matter.nearest
    hint = f" Of the rules shown, {passage.label} is nearest to it." if passage and f"rule {passage.label}" not in labels.split(", ") else ""
    rules = (passage.reference.key,) if passage and hint else ()
    yield Objection(f"What is quoted from {labels} speaks of nothing that the answer says; quote what carries the answer.{hint}", rules)


def _unrelated(matter: Matter, terms: Terms) -> bool:
    return matter.closeness(terms) < ALOOF or reaches(matter, UNRELATED, terms)


def _doubts(matter: Matter, turned: Sequence[Reversal]) -> Iterator[Doubt]:
    if turned:
        found = turned[0]
        yield Doubt(f"“{_cut(found.statement.text)}” may say the opposite of {found.source.label}: “{_cut(found.quoted.text)}”.")
    if reaches(matter, DOUBTFUL):
        weakest = " and ".join(f"“{_cut(statement.text)}”" for statement in unsupported(matter)[:NAMED])
        yield Doubt(f"What is quoted hardly carries {weakest or 'the answer'} (doubt {doubt(matter):.2f}).")
    for statement, number in uncovered(matter):
        yield Doubt(f"The {number.value} in “{_cut(statement.text)}” stands in no quote, nor in the question, nor on its cards.")
    for source in strays(matter):
        yield Doubt(f"The quote from {source.label}, “{_cut(source.quote.text)}”, speaks of nothing that the answer says.")


def _cut(text: str) -> str:
    """*text* on one line, cut at a word where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else f"{line[:SHOWN].rsplit(' ', 1)[0]} …"
