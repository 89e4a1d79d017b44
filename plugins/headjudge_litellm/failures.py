"""What went wrong, from what litellm raised: of what kind it is, whether it can have been billed, and one sentence."""

import datetime
import math
import re
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from typing import Any, Final

from headjudge import BackendFailed, Failure
from headjudge_litellm.codes import code_of
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
TOO_LONG: Final = "it is longer than the model takes; lower JUDGE_BRIEF_BYTES or choose a model with more room"
FILTERED: Final = "a content filter there refuses it"
UNKNOWN: Final = "it does not know a setting of the request; leave JUDGE_MODEL_EFFORT blank or choose another model"
CURES: Final = {
    "ContextWindowExceededError": TOO_LONG,
    "context_length_exceeded": TOO_LONG,
    "exceed_context_size_error": TOO_LONG,
    "ContentPolicyViolationError": FILTERED,
    "content_filter": FILTERED,
    "content_policy_violation": FILTERED,
    "UnsupportedParamsError": UNKNOWN,
    "unknown_parameter": UNKNOWN,
    "unsupported_parameter": UNKNOWN,
    "unsupported_value": UNKNOWN,
    "model_not_found": REFUSALS[404],
}
"""What to look at by litellm's class of the error, or by the server's code for it."""
SCHEMA: Final = re.compile("response_format|json_schema")


def failure_of(error: Exception, model: Model) -> BackendFailed:
    """Return *error* as the core knows it, in a sentence that holds nothing of the request and nothing of the server's words but a code."""
    for cause in _chain(error):
        status = getattr(getattr(cause, "response", None), "status_code", None)
        if isinstance(status, int) and status >= 300 and _answered(cause):
            return _by_status(status, error, cause, model)
    names = {parent.__name__ for cause in _chain(error) for parent in type(cause).__mro__}
    if names & {"ConnectError", "ConnectTimeout", "ProxyError", "UnsupportedProtocol", "InvalidURL"}:
        return _failed(model, "cannot be reached; check JUDGE_MODEL_URL and the network", Failure.UNREACHABLE, sent=False)
    if names & {"TimeoutError", "TimeoutException", "Timeout", "APITimeoutError"}:
        return _failed(model, "did not answer in time; see JUDGE_MODEL_TIMEOUT_SECS", Failure.TIMED_OUT)
    if names & {"TransportError"}:
        return _failed(model, "broke the connection off", Failure.UNREACHABLE)
    return _unsent(error, model) or unreadable(model, "sent no reply of the protocol")


def unreadable(model: Model, what: str) -> BackendFailed:
    """Return the failure of a reply that came and is of no use."""
    return _failed(model, what, Failure.UNREADABLE)


def refuses_schema(error: Exception) -> bool:
    """Return whether a server that answered *error* would take the request without a JSON schema."""
    return any(getattr(cause, "status_code", None) in (400, 422) and bool(SCHEMA.search(str(cause))) for cause in _chain(error))


def _unsent(error: Exception, model: Model) -> BackendFailed | None:
    """The failure of a request that litellm itself would not send: no key, nobody to ask, nothing that it can be told."""
    status = getattr(error, "status_code", None)
    if status in (401, 403) or "Missing credentials" in str(error):
        return _failed(model, "was not asked: it has no key; set JUDGE_MODEL_KEY or the provider's own variable", Failure.REFUSED, sent=False)
    if status in (400, 404):
        cure = CURES.get(type(error).__name__, "litellm cannot; check that its name is provider/name")
        return _failed(model, f"was not asked: {cure}", Failure.REFUSED, sent=False)
    return None


def _by_status(status: int, error: Exception, cause: Any, model: Model) -> BackendFailed:
    code = code_of(cause.response)
    told = f" ({code})" if code else ""
    if status == 429:
        return _failed(model, f"has no room for more requests now{told}", Failure.RATE_LIMITED, sent=False, wait=_retry_after(cause))
    if status == 408 or status >= 500:
        return _failed(model, f"failed with status {status}{told}", Failure.SERVER, wait=_retry_after(cause))
    if status < 400:
        return _failed(model, f"answered with a redirection ({status}); write the final address in JUDGE_MODEL_URL", Failure.REFUSED, sent=False)
    cure = CURES.get(type(error).__name__) or CURES.get(code) or REFUSALS.get(status, "look into the log of that server")
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
    return max(seconds, 0.0) if math.isfinite(seconds) else None
