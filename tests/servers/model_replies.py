"""What the model server is asked, and what it may reply."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs

__all__ = [
    "COUNTED",
    "DIMENSION",
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
    "text_of",
    "tokens",
    "truncated",
    "vector",
    "without_choices",
]

DIMENSION: Final = 64
"""Numbers in a vector of the embedding endpoint, unless the request names another."""
COUNTED: Final = object()
"""Usage as `tokens` counts it."""


def tokens(text: str) -> int:
    """Return how many tokens *text* has here: a word or a mark each, never more than its bytes."""
    return len(re.findall(r"\w+|[^\w\s]", text))


def vector(text: str, dimension: int) -> list[float]:
    """Return how often each word of *text* occurs, by its hash: texts that share words are near. Not of unit length."""
    counts = [0.0] * dimension
    counts[0] = 0.01  # a text without words has a direction too
    for word in re.findall(r"\w+", text.casefold()):
        counts[zlib.crc32(word.encode()) % dimension] += 1
    return counts


@attrs.frozen
class Request:
    """One request that arrived."""

    number: int
    """From 1 on, over all endpoints that are counted."""
    path: str
    """``/chat/completions`` or ``/embeddings``."""
    body: Mapping[str, Any]
    headers: Mapping[str, str]
    """Names in lower case."""

    @property
    def model(self) -> str:
        """The model that is asked for."""
        return str(self.body.get("model"))

    @property
    def system(self) -> str:
        """What the system or developer messages say."""
        return self._said("system", "developer")

    @property
    def user(self) -> str:
        """What the user's messages say."""
        return self._said("user")

    @property
    def schema(self) -> Mapping[str, Any] | None:
        """The JSON schema that the reply must fit; None when none was sent."""
        wanted = self.body.get("response_format") or {}
        return wanted["json_schema"]["schema"] if wanted.get("type") == "json_schema" else None

    @property
    def texts(self) -> Sequence[str]:
        """The texts to embed."""
        given = self.body["input"]
        return [given] if isinstance(given, str) else list(given)

    def _said(self, *roles: str) -> str:
        return "\n".join(text_of(message["content"]) for message in self.body["messages"] if message["role"] in roles)


def text_of(content: str | Sequence[Mapping[str, Any]] | None) -> str:
    """Return the text of a message, which may stand in parts."""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content or ())


@attrs.frozen(kw_only=True)
class Reply:
    """What is sent back. The functions below make the usual ones; `attrs.evolve` changes any."""

    text: str | None = None
    """The message's content; for embeddings of no account."""
    finish: str = "stop"
    refusal: str | None = None
    tools: tuple[tuple[str, str], ...] = ()
    """Calls of tools: a name, and arguments as JSON text."""
    usage: Any = COUNTED
    """A mapping (or any nonsense) that is sent as ``usage``; None leaves it out."""
    choices: bool = True
    """False: the list of choices is empty, as are the vectors of an embedding."""
    status: int = 200
    headers: Mapping[str, str] = attrs.Factory(dict)
    error: str = ""
    """With a status from 400 on: the message of the error."""
    code: str | None = None
    """With a status from 400 on: OpenAI's code of the error."""
    body: bytes | None = None
    """Sent in place of everything above."""
    seconds: float = 0
    """How long the server waits before it replies."""
    cut: bool = False
    """The connection is closed after half of the body."""


Script = Sequence[Reply | str | Mapping[str, Any]] | Callable[[Request], Reply | str | Mapping[str, Any]]


def says(content: str | Mapping[str, Any], *, usage: Any = COUNTED) -> Reply:
    """Answer with *content*, a mapping as JSON. *usage* is sent as it is, None leaves it out."""
    return Reply(text=content if isinstance(content, str) else json.dumps(content), usage=usage)


def repeats(request: Request) -> Reply:
    """Answer with what the user said."""
    return Reply(text=request.user if request.path == "/chat/completions" else None)


def fails(status: int, message: str = "The server had an error.", *, retry_after: object = None, code: str | None = None) -> Reply:
    """Answer with an error; *retry_after* is sent as the header: seconds or a date."""
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    return Reply(status=status, error=message, headers=headers, code=code)


def slow(seconds: float, content: str | Mapping[str, Any] = "late") -> Reply:
    """Answer after *seconds*; a client that has gone by then is not answered."""
    return attrs.evolve(says(content), seconds=seconds)


def cut_off(content: str | Mapping[str, Any] = "a reply that ends in the middle") -> Reply:
    """Close the connection after half of the body."""
    return attrs.evolve(says(content), cut=True)


def sends(body: bytes, *, status: int = 200) -> Reply:
    """Send *body* as it is: no JSON, or other JSON than the protocol's."""
    return Reply(body=body, status=status)


def refuses(message: str = "I cannot help with that.", *, filtered: bool = False) -> Reply:
    """Refuse: the model itself, in a message of its own; or, *filtered*, the provider's filter, with no message."""
    return Reply(text="", finish="content_filter") if filtered else Reply(refusal=message)


def truncated(content: str) -> Reply:
    """Answer with *content* and say that the most tokens were reached."""
    return Reply(text=content, finish="length")


def calls_tool(name: str, arguments: Mapping[str, Any]) -> Reply:
    """Call the tool *name* and say nothing."""
    return Reply(finish="tool_calls", tools=((name, json.dumps(arguments)),))


def without_choices() -> Reply:
    """Answer with no choice at all; to an embedding with no vector."""
    return Reply(choices=False)
