"""What the core is supplied with: models, embedders, alarms."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

from headjudge.domain.money import Micros
from headjudge.domain.prompts import Completion, Prompt

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


__all__ = ["Alarm", "Bills", "Closes", "Embedder", "Event", "ModelBackend", "Warms"]


@runtime_checkable
class Warms(Protocol):
    """What a supplier may have besides its role: something takes long to load."""

    async def warm(self) -> None:
        """Load it now, in the background of a server's start, and not at the first question."""
        ...


@runtime_checkable
class Closes(Protocol):
    """What a supplier may have besides its role: it holds connections."""

    async def close(self) -> None:
        """Let go of them; nothing is asked of it afterwards."""
        ...


@runtime_checkable
class ModelBackend(Protocol):
    """A language model, unmetered. Only the core calls it; everyone else is lent the metered one."""

    @property
    def name(self) -> str: ...
    @property
    def model(self) -> str:
        """What answers, as configured: models and how hard they are to think. A stored verdict is another's when this is another."""
        ...

    def worst_case(self, prompt: Prompt) -> Micros:
        """Return the most that *prompt* can cost."""
        ...

    async def complete(self, prompt: Prompt) -> Completion:
        """Send *prompt* once: trying again is the core's business, for each attempt is paid for.

        Raises:
            BackendFailed: no usable reply came; its `Failure` says of what kind.
        """
        ...

    def price(self, completion: Completion) -> Micros:
        """Return what *completion* cost, by the usage that it reports."""
        ...


@runtime_checkable
class Embedder(Protocol):
    """Turns texts into vectors of one space."""

    @property
    def name(self) -> str:
        """The vector space: vectors of different names are never mixed."""
        ...

    @property
    def dimension(self) -> int: ...
    def worst_case(self, texts: Sequence[str]) -> Micros:
        """Return the most that embedding *texts* can cost; 0 for one that runs here."""
        ...

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one unit vector for each of *texts*, in order: float32, shape (len(texts), dimension).

        Raises:
            BackendFailed: the backend answered with an error.
        """
        ...


@runtime_checkable
class Bills(Protocol):
    """What an embedder has besides its role when it is paid for: it tells the cost."""

    async def embed_billed(self, texts: Sequence[str]) -> tuple[NDArray[np.float32], Micros]:
        """Return what `embed` gives, and what it cost by the usage that was reported.

        Raises:
            BackendFailed: the backend answered with an error.
        """
        ...


@attrs.frozen
class Event:
    """Something an operator should know at once."""

    name: str
    """``spend_cap``, ``refresh_failed``, ``backup_failed``, ``recovered``."""
    text: str
    at: datetime.datetime


@runtime_checkable
class Alarm(Protocol):
    """Tells the operator."""

    @property
    def name(self) -> str: ...
    async def sound(self, event: Event) -> None:
        """Pass *event* on. What goes wrong in here is logged and never stops a question."""
        ...
