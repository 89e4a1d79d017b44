"""Asking a model for a form, and once more where its reply cannot be read."""

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

import attrs

from headjudge import BackendFailed, Completion, Failure, FormInvalid, Prompt
from headjudge_counsel.fences import plain
from headjudge_counsel.wordings import filled

__all__ = ["Model", "ask"]

T = TypeVar("T")

REPEATED: Final = 6000
"""Most characters that are repeated of a reply that could not be read."""
CUT_OFF: Final = "It was cut off at the greatest length that fits: keep working to three lines and everything else as short as it can be."


class Model(Protocol):
    """What is asked: the metered model."""

    async def complete(self, prompt: Prompt) -> Completion:
        """Send *prompt* and return the reply."""
        ...


async def ask(model: Model, prompt: Prompt, read: Callable[[str], T], repair: str) -> T | None:
    """Return what *read* makes of the reply to *prompt*; None when the model would not answer.

    A reply that was cut off or that *read* refuses is asked for once more, told why with the wording *repair*.

    Raises:
        SpendCapReached: the next model call could pass the cap.
        BackendFailed: no reply came, or neither could be read.
    """
    completion = await model.complete(prompt)
    if completion.refusal:
        return None
    try:
        return _read(completion, read)
    except FormInvalid as error:
        completion = await model.complete(_repairing(prompt, error, completion.text, repair))
    if completion.refusal:
        return None
    try:
        return _read(completion, read)
    except FormInvalid as error:
        # How many, and not which: a fault repeats words of what may be a private question.
        message = f"the model {completion.model} gave no {prompt.purpose.value} that can be read, told why ({len(error.faults)} faults are left)"
        raise BackendFailed(f"{message}; choose one that keeps to a JSON form", failure=Failure.UNREADABLE) from None


def _read(completion: Completion, read: Callable[[str], T]) -> T:
    # Whatever whole object stands in a reply that was cut off, it is not the reply.
    if completion.truncated:
        raise FormInvalid((CUT_OFF,))
    return read(completion.text)


def _repairing(prompt: Prompt, error: FormInvalid, reply: str, repair: str) -> Prompt:
    faults = "\n".join(f"- {plain(fault)}" for fault in error.faults)
    places = {"faults": faults, "reply": plain(_writable(reply[:REPEATED]))}
    return attrs.evolve(prompt, user=prompt.user + filled(repair, places), repair=True)


def _writable(text: str) -> str:
    """*text* without what cannot be sent: lone surrogates."""
    return text.encode(errors="replace").decode()
