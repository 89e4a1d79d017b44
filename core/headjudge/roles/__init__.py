"""What an object must have to play a part: one Protocol a role, each promise of which a contract class tests.

The contract classes are in `headjudge.testing.contracts`.
"""

import datetime
from collections.abc import Callable

from headjudge.roles.corpus import Corpora, Corpus, Edition, RowOf, Shelf
from headjudge.roles.panel import Detector, Extractor, Prepares, Progress, Resolver, Retriever, Rung, Sightings, Source, Synthesizer, Validator
from headjudge.roles.store import Calls, Ledger, OpenStore, Store, Threads
from headjudge.roles.suppliers import Alarm, Embedder, Event, ModelBackend

__all__ = [
    "Alarm",
    "Calls",
    "Clock",
    "Corpora",
    "Corpus",
    "Detector",
    "Edition",
    "Embedder",
    "Event",
    "Extractor",
    "Ledger",
    "ModelBackend",
    "OpenStore",
    "Prepares",
    "Progress",
    "Resolver",
    "Retriever",
    "RowOf",
    "Rung",
    "Shelf",
    "Sightings",
    "Source",
    "Store",
    "Synthesizer",
    "Threads",
    "Validator",
]

Clock = Callable[[], datetime.datetime]
"""Gives the time now: aware, UTC."""
