"""From a question to a reading: what the extractor says, with nothing lost that the detectors saw."""

import re
from collections.abc import Iterable, Sequence

import attrs

from headjudge.domain.names import Span, fold
from headjudge.domain.questions import Question, Reading, bracketed
from headjudge.roles import Corpus, Detector, Extractor

__all__ = ["read"]

_BRACKETED = re.compile(r"\[\[.*?\]\]")


async def read(question: Question, corpus: Corpus, extractor: Extractor, detectors: Sequence[Detector]) -> Reading:
    """Return the extractor's reading of *question*, with bracketed names first and what the detectors saw added."""
    text = question.pinned_text
    reading = await extractor.extract(question, corpus)
    if reading.declined is not None:
        return reading
    outside = _BRACKETED.sub(lambda match: " " * len(match[0]), text)
    sightings = [await detector.detect(outside, corpus) for detector in detectors]
    return attrs.evolve(
        reading,
        spans=merged((*(Span(name, bracketed=True) for name in bracketed(text)), *reading.spans, *(s for seen in sightings for s in seen.spans))),
        concepts=tuple(dict.fromkeys((*reading.concepts, *(c for seen in sightings for c in seen.concepts)))),
    )


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return *spans* without repetitions, and without unbracketed ones whose words stand inside a longer one."""
    unique: dict[str, Span] = {}
    for span in spans:
        unique.setdefault(fold(span.text), span)
    unique.pop("", None)
    return tuple(
        span for name, span in unique.items() if span.bracketed or not any(name != other and f" {name} " in f" {other} " for other in unique)
    )
