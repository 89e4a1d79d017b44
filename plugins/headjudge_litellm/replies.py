"""What litellm gave, as the core knows it; usage that cannot be believed counts as the worst case."""

from typing import Any, Final

from headjudge import Completion, Prompt
from headjudge_litellm.failures import unreadable
from headjudge_litellm.models import Model

__all__ = ["DEAREST", "completion", "request_bytes", "tokens_told"]

DEAREST: Final = " (at the dearest price)"
"""After the name of the model that made a completion: its usage was not told, or it is not of the usual class of service."""
FRAME: Final = 1024
"""Tokens at most that a provider adds: roles, and what makes a model keep to a schema."""
USUAL: Final = (None, "", "auto", "default", "standard")
MOST: Final = 2**31
"""No request has so many tokens."""


def request_bytes(prompt: Prompt) -> int:
    """Return the most tokens that sending *prompt* takes: a token has a byte at least. The schema may be sent twice."""
    text = prompt.system + prompt.user + 2 * (prompt.schema or "")
    return len(text.encode(errors="surrogatepass")) + FRAME


def completion(reply: Any, model: Model, prompt: Prompt) -> Completion:
    """Return *reply* to *prompt*.

    Raises:
        BackendFailed: it holds no text, and is no refusal.
    """
    if not reply.choices:
        raise unreadable(model, "sent a reply without a choice")
    message, finish = reply.choices[0].message, reply.choices[0].finish_reason
    refusal = (getattr(message, "provider_specific_fields", None) or {}).get("refusal") or ""
    refused, truncated = bool(refusal) or finish == "content_filter", finish == "length"
    text = _clean(message.content or refusal)
    if not text.strip() and not refused and not truncated:
        raise unreadable(model, "called a tool that it does not have" if message.tool_calls else "sent a reply without text")
    told = _usage(reply, text)
    sent, received = told or (request_bytes(prompt), prompt.max_tokens)
    name = model.name if told and _usual(reply) else model.name + DEAREST
    return Completion(text, name, sent, received, truncated=truncated, refusal=refused)


def tokens_told(number: Any) -> int | None:
    """Return *number* where it can be a count of the tokens that were sent."""
    return number if type(number) is int and 0 < number < MOST else None


def _usage(reply: Any, text: str) -> tuple[int, int] | None:
    """Tokens sent and received; None when they are not told, or cannot be: none sent, none for a text."""
    usage: Any = getattr(reply, "usage", None)
    sent, received, total = (getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens", "total_tokens"))
    sent = tokens_told(sent)
    if sent is None or type(received) is not int or type(total) is not int:
        return None
    # Some providers count a model's reasoning in the total alone.
    received = max(received, total - sent)
    return (sent, received) if bool(text) <= received < MOST else None


def _usual(reply: Any) -> bool:
    """Whether *reply* is of the usual class of service, and wrote nothing into a provider's cache, which costs more."""
    details = getattr(reply.usage, "prompt_tokens_details", None)
    return getattr(reply, "service_tier", None) in USUAL and not getattr(details, "cache_creation_tokens", None)


def _clean(text: str) -> str:
    """*text* without what no database takes: halves of characters and NUL."""
    return text.encode(errors="replace").decode().replace("\0", "\ufffd")
