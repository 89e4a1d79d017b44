"""The entry module gives the legs to who has an embedder."""

import sys

import pytest

from headjudge.services import Services
from headjudge.settings import Settings
from headjudge.testing import MemoryCalls
from headjudge_faiss.plugin import headjudge_retrievers


def test_without_an_embedder_there_are_no_legs(headjudge_services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """And faiss is not loaded."""
    monkeypatch.setitem(sys.modules, "faiss", None)

    assert list(headjudge_retrievers(headjudge_services)) == []


def test_absent_faiss_is_told_with_the_cure(keeping, headjudge_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which package is missing, and what installs it."""
    monkeypatch.setitem(sys.modules, "faiss", None)
    for module in [name for name in sys.modules if name.startswith("headjudge_faiss.")]:
        monkeypatch.delitem(sys.modules, module)

    with pytest.raises(ModuleNotFoundError) as caught:
        headjudge_retrievers(Services(headjudge_settings, MemoryCalls(), None, keeping.lent(), keeping.clock))

    assert (caught.value.name, caught.value.__notes__) == ("faiss", ["pip install 'headjudge[vectors]'"])
