"""The scripted server is true to the protocol: OpenAI's own client speaks to it."""

import pytest
from model_server import ModelServer, calls_tool, fails, refuses, repeats, says, truncated

openai = pytest.importorskip("openai")
pytestmark = [pytest.mark.model, pytest.mark.xdist_group("litellm")]

HUM = [{"role": "system", "content": "You judge."}, {"role": "user", "content": "May a lantern hum?"}]
TOOL = {"type": "function", "function": {"name": "search", "parameters": {"type": "object", "properties": {"q": {"type": "string"}}}}}


def schema(**more: object) -> dict[str, object]:
    return {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": {"type": "object", "properties": {}, **more}}}


async def test_chat_and_embeddings() -> None:
    """A chat, a tool's call, a refusal, a cut reply, vectors, the models; usage is counted."""
    script = [says({"a": 1}), calls_tool("search", {"q": "hum"}), refuses("No."), truncated("Half")]
    async with (
        ModelServer(script, key="k", models=["practice"]) as server,
        openai.AsyncOpenAI(base_url=server.url, api_key="k", max_retries=0) as client,
    ):
        strict = schema(required=[], additionalProperties=False)
        said = await client.chat.completions.create(model="practice", messages=HUM, response_format=strict)
        called = await client.chat.completions.create(model="practice", messages=HUM, tools=[TOOL])
        refused = await client.chat.completions.create(model="practice", messages=HUM)
        cut = await client.chat.completions.create(model="practice", messages=HUM, max_tokens=1)
        vectors = await client.embeddings.create(model="practice", input=["a lantern", "a bell"], dimensions=8)
        models = await client.models.list()

    assert (said.choices[0].message.content, said.choices[0].finish_reason) == ('{"a": 1}', "stop")
    assert (said.usage.prompt_tokens, said.usage.completion_tokens, said.usage.total_tokens) == (8, 7, 15)
    call = called.choices[0].message.tool_calls[0].function
    assert (call.name, call.arguments, called.choices[0].finish_reason) == ("search", '{"q": "hum"}', "tool_calls")
    assert refused.choices[0].message.refusal == "No."
    assert (cut.choices[0].message.content, cut.choices[0].finish_reason) == ("Half", "length")
    assert [len(row.embedding) for row in vectors.data] == [8, 8]
    assert vectors.usage.prompt_tokens == 4
    assert [model.id for model in models.data] == ["practice"]
    assert (server.count, len(server.chats), len(server.embeds)) == (5, 4, 1)


async def test_what_openai_refuses_is_refused() -> None:
    """Another key, an unknown model, an open schema that says it is strict, an empty text."""
    async with ModelServer(repeats, key="k", models=["practice"]) as server:
        async with openai.AsyncOpenAI(base_url=server.url, api_key="other", max_retries=0) as client:
            with pytest.raises(openai.AuthenticationError):
                await client.chat.completions.create(model="practice", messages=HUM)
            with pytest.raises(openai.AuthenticationError):
                await client.models.list()
        async with openai.AsyncOpenAI(base_url=server.url, api_key="k", max_retries=0) as client:
            with pytest.raises(openai.NotFoundError, match="model_not_found"):
                await client.chat.completions.create(model="gpt-x", messages=HUM)
            with pytest.raises(openai.BadRequestError, match="additionalProperties"):
                await client.chat.completions.create(model="practice", messages=HUM, response_format=schema(required=[]))
            open_schema = schema(properties={"a": {"type": "string"}}, required=[], additionalProperties=False)
            with pytest.raises(openai.BadRequestError, match="'required' is required"):
                await client.chat.completions.create(model="practice", messages=HUM, response_format=open_schema)
            with pytest.raises(openai.BadRequestError, match="empty"):
                await client.embeddings.create(model="practice", input=["a", ""])

    assert server.count == 5


async def test_a_client_that_tries_again_is_seen() -> None:
    """Its requests are counted, and the wait that the server asked for is in the header."""
    async with (
        ModelServer([fails(429, retry_after=0.01), "Yes."]) as server,
        openai.AsyncOpenAI(base_url=server.url, api_key="k", max_retries=1) as client,
    ):
        said = await client.chat.completions.create(model="practice", messages=HUM)

    assert (said.choices[0].message.content, server.count) == ("Yes.", 2)


def test_a_script_that_is_too_short_fails_the_test() -> None:
    """Whatever the client made of it."""
    server = ModelServer([])
    server.__enter__()
    with openai.OpenAI(base_url=server.url, api_key="k", max_retries=0) as client, pytest.raises(openai.BadRequestError):
        client.chat.completions.create(model="practice", messages=HUM)

    with pytest.raises(AssertionError, match="the script of /chat/completions ends after 0 replies; write another"):
        server.__exit__(None, None, None)
