"""For plugin authors: a corpus and a store in memory, scripted players, a stopped clock, and one contract class a role.

`headjudge.testing.contracts` holds the contract classes, `headjudge.testing.vectors` the scripted embedder;
pytest finds the fixtures by itself (they begin with ``headjudge_``).
"""

from headjudge.testing.corpora import MemoryCorpora
from headjudge.testing.corpus import MemoryCorpus
from headjudge.testing.scripted import (
    ScriptedAlarm,
    ScriptedDetector,
    ScriptedExtractor,
    ScriptedModel,
    ScriptedResolver,
    ScriptedRetriever,
    ScriptedSource,
    ScriptedSynthesizer,
    StoppedClock,
)
from headjudge.testing.store import MemoryCalls, MemoryCases, MemoryLedger, MemoryStore, MemoryThreads, MemoryVectors, OpenMemoryStore

__all__ = [
    "MemoryCalls",
    "MemoryCases",
    "MemoryCorpora",
    "MemoryCorpus",
    "MemoryLedger",
    "MemoryStore",
    "MemoryThreads",
    "MemoryVectors",
    "OpenMemoryStore",
    "ScriptedAlarm",
    "ScriptedDetector",
    "ScriptedExtractor",
    "ScriptedModel",
    "ScriptedResolver",
    "ScriptedRetriever",
    "ScriptedSource",
    "ScriptedSynthesizer",
    "StoppedClock",
]
