"""From a question to a reading: what the extractor says, with nothing lost that the detectors saw."""

import re
from collections.abc import Iterable, Sequence

import attrs

from headjudge.domain.names import Span, fold, short_name
from headjudge.domain.questions import Question, Reading, Sightings, bracketed, corrected
from headjudge.roles import Corpus, Detector

__all__ = ["completed", "look", "sighted"]

_BRACKETED = re.compile(r"\[\[.*?\]\]")


async def look(question: Question, corpus: Corpus, detectors: Sequence[Detector]) -> Sightings:
    """Return what all *detectors* see in *question*, outside brackets."""
    return await sighted(_BRACKETED.sub(lambda match: " " * len(match[0]), question.pinned_text), corpus, detectors)


def completed(reading: Reading, seen: Sightings) -> Reading:
    """Return an extractor's *reading* with bracketed names first, then the cards that it goes on about, and what the detectors have *seen* added."""
    if reading.declined is not None:
        return reading
    text = reading.question.pinned_text
    named = [Span(name, bracketed=True) for name in bracketed(text)]
    carried = _carried(reading)
    meant = {fold(short_name(span.text) or span.text) for span in carried}  # “jace” beside the Jace of the exchange before is that one
    written = [span for span in (*reading.spans, *seen.spans) if not span.bracketed and span.text.casefold() in text.casefold()]
    return attrs.evolve(
        reading,
        spans=merged((*named, *carried, *(span for span in written if fold(span.text) not in meant)), text),
        concepts=_once(reading.concepts, seen.concepts),
        corrections=tuple(dict((*reading.corrections, *seen.corrections)).items()),
    )


async def sighted(text: str, corpus: Corpus, detectors: Sequence[Detector]) -> Sightings:
    """Return what all *detectors* see in *text*, and the concepts that they see once its misspelt words are put right."""
    seen = [await detector.detect(text, corpus) for detector in detectors]
    corrections = tuple(dict(pair for sighting in seen for pair in sighting.corrections).items())
    again = [await detector.detect(corrected(text, corrections), corpus) for detector in detectors] if corrections else []
    return Sightings(
        tuple(span for sighting in seen for span in sighting.spans),
        _once(*(sighting.concepts for sighting in (*seen, *again))),
        corrections,
    )


def _once(*phrases: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(phrase for some in phrases for phrase in some))


def _carried(reading: Reading) -> tuple[Span, ...]:
    """The cards of the history that the extractor takes this question to go on about."""
    before = {card for exchange in reading.question.history for card in exchange.cards}
    return tuple(span for span in reading.spans if span.bracketed and span.text in before)


def merged(spans: Iterable[Span], text: str) -> tuple[Span, ...]:
    """Return *spans* without repetitions, and without those that stand in *text* only within a longer one."""
    unique: dict[str, Span] = {}
    for span in spans:
        unique.setdefault(fold(span.text), span)
    unique.pop("", None)
    return tuple(span for span in unique.values() if span.bracketed or _stands_alone(span, unique.values(), text))


def _stands_alone(span: Span, others: Iterable[Span], text: str) -> bool:
    left = text.casefold()
    for name in sorted((other.text.casefold() for other in others if len(other.text) > len(span.text)), key=len, reverse=True):
        left = left.replace(name, "\0")
    return span.text.casefold() in left
