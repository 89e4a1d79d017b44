"""An answer without a model: the passages that govern a question, quoted and not judged."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from headjudge import Brief, Confidence, Draft, Kind, Objection, Passage, Quote, Reference, rule_numbers
from headjudge_clerk.choose import Choice
from headjudge_clerk.cuts import Extract
from headjudge_clerk.sentences import sentences

__all__ = ["Excerpts"]

LENGTH: Final = 1400
"""Most characters of an answer; the first rule and the best line of each card are there however long they are."""
_LEAD: Final = "I can't weigh this up without a language model, so this is no verdict, only what the sources say:"


class Excerpts:
    """The model-free synthesizer."""

    name = "excerpts"

    async def synthesize(self, brief: Brief, objections: Sequence[Objection] = ()) -> Draft:
        """Return the decisive rules, the cards' own words and the rulings that match, at low confidence.

        What *objections* name is left out. A draft with nothing to quote has no quotes: the laws decline it, and the asker is told that
        no answer could be verified, which is the truth; a look-up would only search again with the words that found nothing.
        """
        return _draft(brief, objections)  # a thread of its own would cost more: the rules have been read before


def _draft(brief: Brief, objections: Sequence[Objection]) -> Draft:
    kept = _fitting(_unblamed(_chosen(brief), objections))
    return Draft(_answer(kept), (*map(_quote, kept), *_support(kept, brief)), Confidence.LOW)


def _fitting(extracts: Sequence[Extract]) -> Sequence[Extract]:
    """Those that have room, in their order; the first in rank always have."""
    kept: list[Extract] = []
    for extract in sorted(extracts, key=lambda extract: extract.rank):
        if extract.rank == 0 or len(_answer([*kept, extract])) <= LENGTH:
            kept.append(extract)
    return [extract for extract in extracts if extract in kept]


def _chosen(brief: Brief) -> tuple[Extract, ...]:
    choice = Choice(brief)
    prior = tuple(extract for extract in choice.calls() if not extract.passage.text.startswith(_LEAD))
    return (*prior, *choice.rules(), *choice.lines(), *choice.rulings())


def _unblamed(extracts: Sequence[Extract], objections: Sequence[Objection]) -> Sequence[Extract]:
    """Those that no objection speaks of; where none is named, all but the last, so that a redraft is never the refused draft again."""
    if not objections:
        return extracts
    texts = " ".join(objection.text for objection in objections)
    kept = [extract for extract in extracts if extract.text[:200] not in texts and extract.passage.label not in texts]
    return kept if len(kept) < len(extracts) else extracts[:-1]


def _quote(extract: Extract) -> Quote:
    return Quote(extract.passage.reference, extract.text)


def _support(extracts: Sequence[Extract], brief: Brief) -> tuple[Quote, ...]:
    """Quotes of the rules that the extracts name in passing: an answer cites every rule that it names."""
    shown = {extract.passage.reference.key for extract in extracts}
    named = dict.fromkeys(number for extract in extracts for number in rule_numbers(extract.text) if number not in shown)
    passages = (brief.find(Reference(Kind.RULE, number)) for number in named)
    return tuple(Quote(passage.reference, sentences(passage.text)[0].strip()) for passage in passages if passage is not None)


def _answer(extracts: Sequence[Extract]) -> str:
    said = (f"{says} {' and '.join(map(_marked, together))}" for says, together in groupby(extracts, _says))
    return "\n\n".join((_LEAD, *said))


def _marked(extract: Extract) -> str:
    """What is quoted, on one line and in quotation marks; those in it are single."""
    inner = extract.text.replace("“", "‘").replace("”", "’").replace("\n", " ")
    return f"“{inner}”"


def _says(extract: Extract) -> str:
    passage = extract.passage
    match passage.reference.kind:
        case Kind.RULE:
            heading = f" ({passage.heading})" if passage.heading else ""
            return f"**Rule {passage.label}**{heading} {'gives the example' if extract.example else 'says'}:"
        case Kind.ORACLE:
            return f"**{extract.title}** says:"
        case Kind.RULING:
            return f"A ruling on **{extract.title}**{_day(passage)} says:"
        case _:
            return "A rated prior call decided:"


def _day(passage: Passage) -> str:
    """The date in ``Ruling (2021-03-19), Card``, in brackets; empty where a ruling has none."""
    before, _, rest = passage.label.removeprefix("Ruling").partition("), ")
    return f"{before})" if before.startswith(" (") and rest else ""
