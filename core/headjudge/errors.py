"""Every error that Headjudge raises on purpose.

    HeadjudgeError
    ├── SettingsInvalid      the environment holds something that cannot be used
    ├── PluginInvalid        the plugins that were found cannot make one judge
    ├── StoreFailed          the database cannot be used
    │   ├── SchemaBehind     … because its schema is older than this program
    │   ├── SchemaAhead      … because its schema is newer than this program
    │   ├── StoreLocked      … because another process holds it
    │   └── CorpusAbsent     … because no corpus has been loaded into it
    ├── RefreshRunning       another process is loading the corpora
    ├── SourceFailed         an upstream did not give what it promises
    ├── SpendCapReached      the next model call could pass the cap; nothing was sent
    └── BackendFailed        a model or an embedder answered with an error

Each message is one sentence that names the thing and the cure.
Ordinary outcomes (an ambiguous name, a declined question) are values of `headjudge.domain.answers`, not errors.
"""

from collections.abc import Sequence
from enum import Enum

__all__ = [
    "BackendFailed",
    "CorpusAbsent",
    "Failure",
    "HeadjudgeError",
    "PluginInvalid",
    "RefreshRunning",
    "SchemaAhead",
    "SchemaBehind",
    "SettingsInvalid",
    "SourceFailed",
    "SpendCapReached",
    "StoreFailed",
    "StoreLocked",
]


class HeadjudgeError(Exception):
    """Anything that Headjudge refuses; its text is fit to be shown to an operator."""


class SettingsInvalid(HeadjudgeError):
    """Every fault of the environment at once, one line each.

    Attributes:
        faults: a sentence a fault, each naming its variable and the cure.
    """

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))


class PluginInvalid(HeadjudgeError):
    """A plugin is broken, a role is missing or given twice."""


class StoreFailed(HeadjudgeError):
    """The database cannot be opened, read or written."""


class SchemaBehind(StoreFailed):
    """The schema is older than this program and JUDGE_AUTO_MIGRATE is false."""


class SchemaAhead(StoreFailed):
    """The schema was written by a newer release; downgrading is unsupported."""


class StoreLocked(StoreFailed):
    """Another process kept the database locked for longer than we wait."""


class CorpusAbsent(StoreFailed):
    """No generation of any corpus is in force."""


class RefreshRunning(HeadjudgeError):
    """One process loads at a time, and another one does."""


class SourceFailed(HeadjudgeError):
    """An upstream was out of reach, or what it sent cannot be read."""


class SpendCapReached(HeadjudgeError):
    """The worst case of a model call does not fit what is left of the budget."""


class Failure(Enum):
    """What kind of failure of a backend it was."""

    UNREACHABLE = "unreachable"
    """No connection, or one that broke off."""
    TIMED_OUT = "timed out"
    RATE_LIMITED = "rate limited"
    SERVER = "server error"
    REFUSED = "refused"
    """The request itself was refused: key, model name, address, or its size. Trying again cannot help."""
    UNREADABLE = "unreadable"
    """What came back is no reply, or not in the form that was asked for."""
    EXHAUSTED = "exhausted"
    """The question has made all the model calls that it may."""

    @property
    def passing(self) -> bool:
        """Whether the same request may do better in a moment."""
        return self in (Failure.UNREACHABLE, Failure.RATE_LIMITED, Failure.SERVER)


class BackendFailed(HeadjudgeError):
    """A model backend failed.

    Attributes:
        sent: whether the request may have been billed: then what was reserved for it stays spent.
        failure: of what kind it is.
        retry_after: seconds after which the backend asked to be tried again; None when it did not say.
    """

    def __init__(self, message: str, *, sent: bool = True, failure: Failure = Failure.SERVER, retry_after: float | None = None) -> None:
        self.sent = sent
        self.failure = failure
        self.retry_after = retry_after
        super().__init__(message)
