"""The embedder over HTTP: unit vectors in order, and what they cost."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import attrs
import numpy as np
import pytest
from model_server import ModelServer, Reply, Script, cut_off, fails, repeats, says, sends, without_choices

from headjudge import BackendFailed, Bills, Embedder, Failure
from headjudge.settings import Settings
from headjudge.testing.contracts import EmbedderContract
from headjudge_litellm.embedder import LiteLlmEmbedder
from headjudge_litellm.plugin import headjudge_embedders

pytest.importorskip("litellm")
pytestmark = [pytest.mark.model, pytest.mark.xdist_group("litellm")]


@asynccontextmanager
async def embedding(settings: Settings, script: Script = repeats, **changes: Any) -> AsyncIterator[tuple[ModelServer, LiteLlmEmbedder]]:
    """A server of 64 numbers a vector, and the embedder before it at a dollar a million tokens."""
    given = {"embed_model": "openai/vectors", "embedder": "litellm:openai/vectors", "embed_dimension": 64, "embed_price": 1_000_000}
    async with ModelServer(embeddings=script) as server:
        (embedder,) = headjudge_embedders(attrs.evolve(settings, **{**given, "model_url": server.url, **changes}))
        yield server, embedder
        await embedder.close()


class TestContract(EmbedderContract):
    """Before a server whose vectors are of words."""

    @pytest.fixture
    async def embedder(self, headjudge_settings: Settings) -> AsyncIterator[Embedder]:
        async with embedding(headjudge_settings) as (_, embedder):
            yield embedder


async def test_it_tells_the_cost(headjudge_settings: Settings) -> None:
    """As the server counted: five words at a micro-dollar each; the worst case is bytes and a frame of 8 a text."""
    async with embedding(headjudge_settings) as (server, embedder):
        vectors, cost = await embedder.embed_billed(["a lantern hums", "at night"])

        assert isinstance(embedder, Bills)
        assert embedder.worst_case(["a lantern hums", "at night"]) == 14 + 8 + 8 + 8

    assert (vectors.shape, cost) == ((2, 64), 5)
    assert server.requests[0].body == {"model": "vectors", "input": ["a lantern hums", "at night"]}


@pytest.mark.parametrize("usage", [None, {"prompt_tokens": 0, "total_tokens": 0}, {"prompt_tokens": -3, "total_tokens": 1}])
async def test_usage_that_is_not_told_is_the_worst_case(headjudge_settings: Settings, usage: Any) -> None:
    """Never less than what may be billed."""
    async with embedding(headjudge_settings, [says("", usage=usage)]) as (_, embedder):
        assert (await embedder.embed_billed(["at night"]))[1] == embedder.worst_case(["at night"]) == 16


async def test_many_texts_are_several_requests(headjudge_settings: Settings) -> None:
    """At most 256 texts and 200,000 bytes each; their vectors stand in the order of the texts, their costs add up."""
    texts = [f"lantern {number}" for number in range(300)] + ["hum " * 45_000, "bell " * 30_000]
    async with embedding(headjudge_settings) as (server, embedder):
        vectors, cost = await embedder.embed_billed(texts)
        alone = await embedder.embed([texts[299]])

    assert [len(request.texts) for request in server.requests] == [256, 45, 1, 1]
    assert vectors.shape == (302, 64)
    assert np.allclose(vectors[299], alone[0])
    assert cost == 2 * 300 + 45_000 + 30_000


async def test_no_text_is_no_request(headjudge_settings: Settings) -> None:
    """And costs nothing."""
    async with embedding(headjudge_settings) as (server, embedder):
        vectors, cost = await embedder.embed_billed([])

    assert (vectors.shape, vectors.dtype, cost, server.count) == ((0, 64), np.float32, 0, 0)


async def test_a_free_one_costs_nothing(headjudge_settings: Settings) -> None:
    """Where the operator says so."""
    async with embedding(headjudge_settings, embed_price=0) as (_, embedder):
        assert (await embedder.embed_billed(["at night"]))[1] == embedder.worst_case(["at night"]) == 0


async def test_a_listed_model_can_be_told_a_shorter_length(headjudge_settings: Settings) -> None:
    """The request then names it."""
    async with embedding(headjudge_settings, embed_dimension=32) as (server, _):
        listed = {"embed_model": "text-embedding-3-small", "embedder": "litellm", "embed_dimension": 32, "model_key": "k"}
        (hosted,) = headjudge_embedders(attrs.evolve(headjudge_settings, **listed))
        embedder = LiteLlmEmbedder(attrs.evolve(hosted._model, url=server.url), 20, hosted._vendor)
        vectors = await embedder.embed(["at night"])
        await embedder.close()

    assert (embedder.name, vectors.shape) == ("litellm:text-embedding-3-small", (1, 32))
    assert server.requests[0].body["dimensions"] == 32


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (without_choices(), "sent 0 vectors for 1 texts"),
        (sends(b'{"data": [{"index": 0, "embedding": [1, 2]}], "usage": {"prompt_tokens": 1}}'), "2 numbers, not 64; set JUDGE_EMBED_DIMENSION=2"),
        (sends(b'{"data": [{"index": 0, "embedding": "no"}], "usage": {"prompt_tokens": 1}}'), "sent what are no vectors"),
        (sends(b'{"data": [{"index": 0, "embedding": [%s]}]}' % b",".join([b"0"] * 64)), "sent vectors without a direction"),
        (sends(b'{"data": [{"index": 0, "embedding": [%s]}]}' % b",".join([b"NaN"] * 64)), "sent vectors without a direction"),
        (sends(b"<html>"), "sent no reply of the protocol"),
    ],
)
async def test_what_are_no_such_vectors_is_told(headjudge_settings: Settings, reply: Reply, says: str) -> None:
    """The reply may have been billed."""
    async with embedding(headjudge_settings, [reply]) as (_, embedder):
        with pytest.raises(BackendFailed) as caught:
            await embedder.embed(["at night"])

    assert says in str(caught.value)
    assert (caught.value.failure, caught.value.sent) == (Failure.UNREADABLE, True)


@pytest.mark.parametrize(
    ("reply", "failure", "sent"),
    [
        (fails(429, retry_after=2), Failure.RATE_LIMITED, False),
        (fails(401), Failure.REFUSED, False),
        (fails(500), Failure.SERVER, True),
        (cut_off(), Failure.UNREACHABLE, True),
    ],
)
async def test_a_failure_is_of_the_same_kinds(headjudge_settings: Settings, reply: Reply, failure: Failure, sent: bool) -> None:  # noqa: FBT001
    """As of a model that writes; one request, no second try."""
    async with embedding(headjudge_settings, [reply]) as (server, embedder):
        with pytest.raises(BackendFailed, match=r"^the model 'openai/vectors' at 127") as caught:
            await embedder.embed(["at night"])

    assert (caught.value.failure, caught.value.sent, server.count) == (failure, sent, 1)


async def test_what_was_embedded_before_a_failure_is_billed(headjudge_settings: Settings) -> None:
    """The second part was refused, and nothing of it is billed; the first one was."""
    async with embedding(headjudge_settings, [Reply(), fails(429)]) as (_, embedder):
        with pytest.raises(BackendFailed) as caught:
            await embedder.embed([f"lantern {number}" for number in range(257)])

    assert (caught.value.failure, caught.value.sent) == (Failure.RATE_LIMITED, True)
