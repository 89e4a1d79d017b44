"""Entry module: the model backend and the embedder that speak through litellm."""

import os
from collections.abc import Iterable
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from headjudge import Embedder, ModelBackend, Purpose, hookimpl
from headjudge.settings import Settings
from headjudge_litellm.backend import NAME, LiteLlm
from headjudge_litellm.models import chat_model, embed_model
from headjudge_litellm.prices import PriceList
from headjudge_litellm.vendor import Vendor

if TYPE_CHECKING:
    from headjudge_litellm.client import Client

__all__ = ["headjudge_embedders", "headjudge_models"]

CURE: Final = "pip install 'headjudge[model]'"


@hookimpl
def headjudge_models(settings: Settings) -> Iterable[ModelBackend]:
    """Give `litellm` where JUDGE_MODEL is set and no other backend is chosen; litellm itself is not imported yet.

    Raises:
        ModuleNotFoundError: litellm is not installed; a note tells how to.
        PluginInvalid: the price of a model is not known.
    """
    if not settings.model or settings.backend != NAME:
        return
    prices = _prices()
    judging = chat_model(settings, prices, settings.model)
    reading = chat_model(settings, prices, settings.extract_model or settings.model)
    models = {Purpose.READING: reading, Purpose.VERDICT: judging, Purpose.GRADE: judging}
    yield LiteLlm(models, settings.model_effort, settings.model_timeout_secs, Vendor(partial(_open, settings.model_timeout_secs)))


@hookimpl
def headjudge_embedders(settings: Settings) -> Iterable[Embedder]:
    """Give `litellm:MODEL` where JUDGE_EMBED_MODEL is set and JUDGE_EMBEDDER chooses it.

    Raises:
        ModuleNotFoundError: litellm is not installed; a note tells how to.
        PluginInvalid: the price or the dimension of the model is not known.
    """
    if not settings.embed_model or settings.embedder.partition(":")[0] != NAME:
        return
    from headjudge_litellm.embedder import LiteLlmEmbedder  # noqa: PLC0415  (numpy: for who embeds alone)

    model = embed_model(settings, _prices())
    yield LiteLlmEmbedder(model, settings.model_timeout_secs, Vendor(partial(_open, settings.model_timeout_secs)))


def _prices() -> PriceList:
    if find_spec("litellm") is None:
        error = ModuleNotFoundError("No module named 'litellm'", name="litellm")
        error.add_note(CURE)
        raise error
    return PriceList.installed()


def _open(timeout: float) -> "Client":
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # else it asks the network for a newer list
    os.environ["LITELLM_MODE"] = "PRODUCTION"  # else it reads a file .env of the folder it was started in
    from headjudge_litellm.client import Client  # noqa: PLC0415  (litellm takes 2.6 s and 165 MB: for who asks a model)

    return Client(timeout)
