"""What went wrong, from what litellm raised: of what kind it is, whether it can have been billed, and one sentence."""

import datetime
import re
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from typing import Any, Final

from headjudge import BackendFailed, Failure
from headjudge_litellm.models import Model

__all__ = ["failure_of", "refuses_schema", "unreadable"]

REFUSALS: Final = {
    400: "it cannot take the request",
    401: "check the key (JUDGE_MODEL_KEY)",
    402: "the account there has no credit",
    403: "check the key (JUDGE_MODEL_KEY) and what it may do",
    404: "check the model's name and JUDGE_MODEL_URL",
    413: "it is too large",
    422: "it cannot take the request",
}
"""Statuses with which nothing was done, and what to look at."""
LONGEST_WAIT: Final = 30.0
"""Seconds; what a server asks for beyond is not passed on."""
SCHEMA: Final = re.compile("response_format|json_schema")
BODY: Final = 200
"""Most characters of a server's own words."""
ECHO: Final = 16
"""So many characters that stand in what was sent are an echo of it, which is not passed on."""


def failure_of(error: Exception, model: Model, sent: str) -> BackendFailed:
    """Return *error* as the core knows it; *sent* is all the text of the request, which is never repeated."""
    for cause in _chain(error):
        status = getattr(getattr(cause, "response", None), "status_code", None)
        if isinstance(status, int) and status >= 400 and _answered(cause):
            return _by_status(status, error, cause, model, sent)
    names = {parent.__name__ for cause in _chain(error) for parent in type(cause).__mro__}
    if names & {"ConnectError", "ConnectTimeout", "ProxyError", "UnsupportedProtocol", "InvalidURL"}:
        return _failed(model, "cannot be reached; check JUDGE_MODEL_URL and the network", Failure.UNREACHABLE, sent=False)
    if names & {"TimeoutError", "TimeoutException", "Timeout", "APITimeoutError"}:
        return _failed(model, "did not answer in time; see JUDGE_MODEL_TIMEOUT_SECS", Failure.TIMED_OUT)
    if names & {"TransportError"}:
        return _failed(model, "broke the connection off", Failure.UNREACHABLE)
    if getattr(error, "status_code", None) in (400, 401, 403, 404) or "Missing credentials" in str(error):
        # litellm itself would not send it: no provider, no key.
        return _failed(model, f"was not asked: {_said(str(error), model, sent)}", Failure.REFUSED, sent=False)
    return unreadable(model, "sent no reply of the protocol")


def unreadable(model: Model, what: str) -> BackendFailed:
    """Return the failure of a reply that came and is of no use."""
    return _failed(model, what, Failure.UNREADABLE)


def refuses_schema(error: Exception) -> bool:
    """Return whether a server that answered *error* would take the request without a JSON schema."""
    return any(getattr(cause, "status_code", None) in (400, 422) and bool(SCHEMA.search(str(cause))) for cause in _chain(error))


def _by_status(status: int, error: Exception, cause: Any, model: Model, sent: str) -> BackendFailed:
    # What is said of a key may hold a part of it.
    words = "" if status in (401, 403) else _said(_message(cause, error), model, sent)
    told = f" ({words})" if words else ""
    if status == 429:
        return _failed(model, f"has no room for more requests now{told}", Failure.RATE_LIMITED, sent=False, wait=_retry_after(cause))
    if status == 408 or status >= 500:
        return _failed(model, f"failed with status {status}{told}", Failure.SERVER, wait=_retry_after(cause))
    cure = REFUSALS.get(status, "see what it says")
    return _failed(model, f"refused the request with status {status}{told}; {cure}", Failure.REFUSED, sent=status not in REFUSALS)


def _failed(model: Model, what: str, failure: Failure, *, sent: bool = True, wait: float | None = None) -> BackendFailed:
    place = f" at {model.place}" if model.place else ""
    return BackendFailed(f"the model {model.name!r}{place} {what}", sent=sent, failure=failure, retry_after=wait)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Give *error*, and what it came of."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _answered(cause: Any) -> bool:
    """Whether *cause* holds a server's own answer: litellm also makes up answers, to an address of its own."""
    return hasattr(cause.response, "headers") and type(cause).__module__.partition(".")[0] in ("openai", "httpx")


def _message(cause: Any, error: Exception) -> str:
    """What the server says: the message in its body, else how litellm tells it."""
    body = getattr(cause, "body", None)
    said = body.get("message") if isinstance(body, dict) else None
    return str(said) if said else str(error).rpartition("Exception - ")[2]


def _said(message: str, model: Model, sent: str) -> str:
    """*message* in one line, cut short; empty where it echoes what was sent, or holds the key."""
    line = " ".join(message.split())[:BODY]
    echoes = any(line[at : at + ECHO] in sent for at in range(len(line) - ECHO + 1))
    return "" if echoes or (model.key and model.key in message) else line


def _retry_after(cause: Any) -> float | None:
    """Seconds after which the server asks to be tried again; None when it does not say, or nothing that can be read."""
    text = cause.response.headers.get("retry-after", "").strip()
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(text) - datetime.datetime.now(datetime.UTC)).total_seconds()
        except (ValueError, TypeError):
            return None
    return min(max(seconds, 0.0), LONGEST_WAIT) if seconds == seconds else None  # noqa: PLR0124  (not a number is not itself)
