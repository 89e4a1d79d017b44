"""One class of tests a role: a plugin inherits it and shows what it is tested on."""

from headjudge.testing.contracts.doors import DoorContract
from headjudge.testing.contracts.panel import DetectorContract, ExtractorContract, ResolverContract, SynthesizerContract, ValidatorContract
from headjudge.testing.contracts.retriever import RetrieverContract
from headjudge.testing.contracts.sources import FailingSourceContract, SourceContract
from headjudge.testing.contracts.store import StoreContract
from headjudge.testing.contracts.suppliers import AlarmContract, EmbedderContract, ModelBackendContract

__all__ = [
    "AlarmContract",
    "DetectorContract",
    "DoorContract",
    "EmbedderContract",
    "ExtractorContract",
    "FailingSourceContract",
    "ModelBackendContract",
    "ResolverContract",
    "RetrieverContract",
    "SourceContract",
    "StoreContract",
    "SynthesizerContract",
    "ValidatorContract",
]
