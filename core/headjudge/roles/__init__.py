"""What an object must have to play a part: one Protocol a role, each promise of which a contract class tests.

The contract classes are in `headjudge.testing.contracts`.
"""

import datetime
from collections.abc import Callable

from headjudge.roles.corpus import Corpora, Corpus, Edition, RowOf, Shelf
from headjudge.roles.panel import (
    Detector,
    Embeds,
    Extractor,
    Prepares,
    Progress,
    Prompted,
    Resolver,
    Retriever,
    Rung,
    Source,
    Synthesizer,
    Validator,
)
from headjudge.roles.store import Calls, Cases, Ledger, OpenStore, Space, Store, Threads, Vectors
from headjudge.roles.suppliers import Alarm, Bills, Closes, Embedder, Event, ModelBackend, Warms

__all__ = [
    "Alarm",
    "Bills",
    "Calls",
    "Cases",
    "Clock",
    "Closes",
    "Corpora",
    "Corpus",
    "Detector",
    "Edition",
    "Embedder",
    "Embeds",
    "Event",
    "Extractor",
    "Ledger",
    "ModelBackend",
    "OpenStore",
    "Prepares",
    "Progress",
    "Prompted",
    "Resolver",
    "Retriever",
    "RowOf",
    "Rung",
    "Shelf",
    "Source",
    "Space",
    "Store",
    "Synthesizer",
    "Threads",
    "Validator",
    "Vectors",
    "Warms",
]

Clock = Callable[[], datetime.datetime]
"""Gives the time now: aware, UTC."""
