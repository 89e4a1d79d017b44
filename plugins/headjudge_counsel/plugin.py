"""Counsel: reads questions and writes verdicts with a language model."""

from collections.abc import Iterable

from headjudge import Services, hookimpl
from headjudge_counsel.extractor import CounselExtractor
from headjudge_counsel.synthesizer import CounselSynthesizer
from headjudge_counsel.wordings import read_wordings

__all__ = ["headjudge_extractors", "headjudge_synthesizers"]


@hookimpl
def headjudge_extractors(services: Services) -> Iterable[CounselExtractor]:
    """Give the extractor that asks the model; nothing where there is none."""
    if services.model is not None:
        yield CounselExtractor(services.model, read_wordings(), services.settings.extract_max_tokens)


@hookimpl
def headjudge_synthesizers(services: Services) -> Iterable[CounselSynthesizer]:
    """Give the synthesizer that asks the model; nothing where there is none."""
    if services.model is not None:
        yield CounselSynthesizer(services.model, read_wordings(), services.settings.model_max_tokens)
