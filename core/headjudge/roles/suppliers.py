"""What the core is supplied with: models, embedders, alarms."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import attrs

from headjudge.domain.money import Completion, Micros, Prompt

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


__all__ = ["Alarm", "Embedder", "Event", "ModelBackend"]


@runtime_checkable
class ModelBackend(Protocol):
    """A language model, unmetered. Only the core calls it; everyone else is lent the metered one."""

    @property
    def name(self) -> str: ...
    def worst_case(self, prompt: Prompt) -> Micros:
        """Return the most that *prompt* can cost."""
        ...

    async def complete(self, prompt: Prompt) -> Completion:
        """Send *prompt*.

        Raises:
            BackendFailed: no usable reply came.
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
