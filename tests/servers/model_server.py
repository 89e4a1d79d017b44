"""A server on loopback that speaks OpenAI's chat, embedding and model endpoints as a script says, faults and all.

    with ModelServer([says({"verdict": "Yes."}), fails(429, retry_after=1), cut_off()]) as server:
        ...  # any client, any process: JUDGE_MODEL=openai/practice JUDGE_MODEL_URL=server.url JUDGE_MODEL_KEY=any
    assert server.count == 3

It runs in a thread of its own, so tests may be plain or async (`with` or `async with`) and start processes that ask it.
A script is replies in their order, or a function of the request (called in the server's thread); without one it repeats what it is told.
By hand: ``python tests/servers/model_server.py`` prints its address and serves until it is interrupted.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import Any, Self

from aiohttp import web
from model_replies import (
    COUNTED,
    DIMENSION,
    Reply,
    Request,
    Script,
    calls_tool,
    cut_off,
    fails,
    refuses,
    repeats,
    says,
    sends,
    slow,
    text_of,
    tokens,
    truncated,
    vector,
    without_choices,
)

__all__ = [
    "DIMENSION",
    "ModelServer",
    "Reply",
    "Request",
    "Script",
    "calls_tool",
    "cut_off",
    "fails",
    "refuses",
    "repeats",
    "says",
    "sends",
    "slow",
    "tokens",
    "truncated",
    "vector",
    "without_choices",
]


class _Refused(Exception):
    """The request is not one that OpenAI's server would take."""

    def __init__(self, message: str, status: int = 400, code: str | None = None) -> None:
        self.reply = fails(status, message, code=code)
        super().__init__(message)


class ModelServer:
    """The server, running from `with` to its end.

    Leaving it raises `AssertionError` when more was asked than the script answers.

    Attributes:
        url: its address, ending in ``/v1``.
        requests: every chat and embedding request that arrived, in order, refused ones too.
    """

    def __init__(
        self,
        script: Script = repeats,
        *,
        embeddings: Script = repeats,
        key: str | None = None,
        models: Sequence[str] | None = None,
        port: int = 0,
    ) -> None:
        """Take what to answer.

        Args:
            script: the replies of the chat endpoint.
            embeddings: those of the embedding endpoint; a `Reply` without fault gives `vector` of each text.
            key: the bearer key that must be sent; None takes any, or none.
            models: the models that there are, others get 404; None takes any.
            port: where it listens; 0 is a free one.
        """
        self.url = ""
        self.requests: list[Request] = []
        self._scripts: Mapping[str, Script] = {"/chat/completions": script, "/embeddings": embeddings}
        self._answered = dict.fromkeys(self._scripts, 0)
        self._key, self._models, self._port = key, models, port
        self._overrun = ""
        self._running = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    @property
    def count(self) -> int:
        """How many chat and embedding requests arrived."""
        return len(self.requests)

    @property
    def chats(self) -> Sequence[Request]:
        """The chat requests."""
        return [request for request in self.requests if request.path == "/chat/completions"]

    @property
    def embeds(self) -> Sequence[Request]:
        """The embedding requests."""
        return [request for request in self.requests if request.path == "/embeddings"]

    def __enter__(self) -> Self:
        """Start."""
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="model-server", daemon=True)
        self._thread.start()
        if not self._running.wait(10):
            raise RuntimeError("the model server did not start; look at what its thread printed")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Stop."""
        assert self._loop is not None
        assert self._thread is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)
        if kind is None and self._overrun:
            raise AssertionError(self._overrun)

    async def __aenter__(self) -> Self:
        """Start."""
        return await asyncio.to_thread(self.__enter__)

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Stop."""
        await asyncio.to_thread(self.__exit__, kind, error, trace)

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        app = web.Application(client_max_size=2**26)
        app.router.add_get("/v1/models", self._list_models)
        for path in self._scripts:
            app.router.add_post(f"/v1{path}", partial(self._answer, path))
        runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", self._port).start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        self._running.set()
        await self._stop.wait()
        await runner.cleanup()

    async def _list_models(self, http: web.Request) -> web.StreamResponse:
        try:
            self._check_key(http)
        except _Refused as refused:
            return await _send(http, _error(refused.reply), refused.reply)
        listed = [{"id": name, "object": "model", "created": 0, "owned_by": "tests"} for name in self._models or ("practice",)]
        return web.json_response({"object": "list", "data": listed})

    async def _answer(self, path: str, http: web.Request) -> web.StreamResponse:
        raw = await http.read()
        try:
            body = json.loads(raw)
        except ValueError:
            body = {}
        request = Request(len(self.requests) + 1, path, body, {name.lower(): value for name, value in http.headers.items()})
        self.requests.append(request)
        try:
            self._check_key(http)
            self._check(request)
            reply = self._next(request)
        except _Refused as refused:
            reply = refused.reply
        if reply.seconds:
            await asyncio.sleep(reply.seconds)
        made = _error(reply) if reply.status >= 400 else (_chat if path == "/chat/completions" else _embedding)(request, reply)
        return await _send(http, made, reply)

    def _check_key(self, http: web.Request) -> None:
        if self._key is not None and http.headers.get("Authorization") != f"Bearer {self._key}":
            raise _Refused("Incorrect API key provided.", 401, "invalid_api_key")

    def _check(self, request: Request) -> None:
        """Refuse what OpenAI's own server would refuse."""
        if not isinstance(request.body.get("model"), str):
            raise _Refused("you must provide a model parameter")
        if self._models is not None and request.model not in self._models:
            raise _Refused(f"The model `{request.model}` does not exist or you do not have access to it.", 404, "model_not_found")
        if request.path == "/chat/completions":
            _check_chat(request.body)
        elif not request.body.get("input") or "" in request.texts:
            raise _Refused("Invalid 'input': it cannot be empty, nor hold an empty string.")

    def _next(self, request: Request) -> Reply:
        script = self._scripts[request.path]
        if callable(script):
            return _reply(script(request))
        number = self._answered[request.path]
        if number >= len(script):
            self._overrun = f"the script of {request.path} ends after {len(script)} replies; write another"
            raise _Refused(self._overrun)
        self._answered[request.path] = number + 1
        return _reply(script[number])


def _reply(line: Reply | str | Mapping[str, Any]) -> Reply:
    return line if isinstance(line, Reply) else says(line)


def _check_chat(body: Mapping[str, Any]) -> None:
    messages = body.get("messages")
    if not messages or not all(isinstance(message, dict) and "role" in message for message in messages):
        raise _Refused("Missing required parameter: 'messages'.")
    if body.get("stream"):
        raise _Refused("this server does not stream")
    wanted = body.get("response_format")
    if wanted is None:
        return
    if wanted.get("type") not in ("text", "json_object", "json_schema"):
        raise _Refused(f"Invalid value: '{wanted.get('type')}' in 'response_format.type'.")
    if wanted["type"] == "json_schema":
        named = wanted.get("json_schema") or {}
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", str(named.get("name", ""))) or not isinstance(named.get("schema"), dict):
            raise _Refused("Missing required parameter: 'response_format.json_schema.name' or '.schema'.")
        if named.get("strict") and (fault := next(_strict_faults(named["schema"], ()), None)):
            raise _Refused(f"Invalid schema for response_format '{named['name']}': {fault}")


def _strict_faults(schema: object, place: tuple[str, ...]) -> Iterator[str]:
    """Give what strict schemas may not have: an object that is open, or one of whose properties is optional."""
    if isinstance(schema, list):
        for number, part in enumerate(schema):
            yield from _strict_faults(part, (*place, str(number)))
    if not isinstance(schema, dict):
        return
    if "properties" in schema and schema.get("additionalProperties") is not False:
        yield f"In context={place}, 'additionalProperties' is required to be supplied and to be false."
    if "properties" in schema and set(schema["properties"]) != set(schema.get("required", ())):
        yield f"In context={place}, 'required' is required to be supplied and to be an array including every key in properties."
    for key, part in schema.items():
        yield from _strict_faults(part, (*place, key))


def _chat(request: Request, reply: Reply) -> Mapping[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text, "refusal": reply.refusal}
    if reply.tools:
        message["tool_calls"] = [
            {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for number, (name, arguments) in enumerate(reply.tools)
        ]
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": reply.finish}
    asked = sum(tokens(text_of(said.get("content"))) for said in request.body["messages"])
    answered = tokens(reply.text or reply.refusal or "")
    usage = {"prompt_tokens": asked, "completion_tokens": answered, "total_tokens": asked + answered}
    made = {"id": f"chatcmpl-{request.number}", "object": "chat.completion", "created": int(time.time()), "model": request.model}
    return {**made, "choices": [choice] if reply.choices else [], **_usage(reply, usage)}


def _embedding(request: Request, reply: Reply) -> Mapping[str, Any]:
    dimension = request.body.get("dimensions") or DIMENSION
    vectors = [
        {"object": "embedding", "index": number, "embedding": vector(text, dimension)} for number, text in enumerate(request.texts) if reply.choices
    ]
    asked = sum(map(tokens, request.texts))
    return {"object": "list", "model": request.model, "data": vectors, **_usage(reply, {"prompt_tokens": asked, "total_tokens": asked})}


def _usage(reply: Reply, counted: Mapping[str, int]) -> Mapping[str, Any]:
    if reply.usage is None:
        return {}
    return {"usage": counted if reply.usage is COUNTED else reply.usage}


def _error(reply: Reply) -> Mapping[str, Any]:
    kind = "server_error" if reply.status >= 500 else "invalid_request_error"
    return {"error": {"message": reply.error, "type": kind, "param": None, "code": reply.code}}


async def _send(http: web.Request, made: Mapping[str, Any], reply: Reply) -> web.StreamResponse:
    body = json.dumps(made).encode() if reply.body is None else reply.body
    if not reply.cut:
        return web.Response(body=body, status=reply.status, headers=reply.headers, content_type="application/json")
    response = web.StreamResponse(headers={"Content-Type": "application/json", "Content-Length": str(len(body))})
    await response.prepare(http)
    await response.write(body[: len(body) // 2])
    assert http.transport is not None
    http.transport.close()
    return response


def main() -> None:
    """Serve until interrupted."""
    with ModelServer() as server:
        print(server.url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
