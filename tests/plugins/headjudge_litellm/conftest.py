"""A backend and an embedder before the scripted server."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.util import find_spec
from typing import Any

import attrs
import pytest
from model_server import ModelServer, Script, repeats

from headjudge.settings import Settings
from headjudge_litellm.backend import LiteLlm
from headjudge_litellm.plugin import headjudge_models

# What needs no litellm is tested without it.
collect_ignore = (
    []
    if find_spec("litellm")
    else ["test_backend.py", "test_embedder.py", "test_failures.py", "test_keys.py", "test_metered.py", "test_plain_client.py", "test_listed.py"]
)

Speaking = Callable[..., AbstractAsyncContextManager[tuple[ModelServer, LiteLlm]]]


@pytest.fixture
def local(headjudge_settings: Settings) -> Settings:
    """A model `openai/practice` at 2 and 10 dollars a million tokens; its URL is still to be told."""
    return attrs.evolve(
        headjudge_settings,
        model="openai/practice",
        model_key="sk-quite-secret-0123456789",
        model_price_in=2_000_000,
        model_price_out=10_000_000,
        model_timeout_secs=20,
    )


@pytest.fixture
def speaking(local: Settings) -> Speaking:
    """Open a server that follows a script, and the backend before it; keywords change the settings."""

    @asynccontextmanager
    async def opened(script: Script = repeats, **changes: Any) -> AsyncIterator[tuple[ModelServer, LiteLlm]]:
        async with ModelServer(script) as server:
            (backend,) = headjudge_models(attrs.evolve(local, model_url=server.url, **changes))
            yield server, backend
            await backend.close()

    return opened
