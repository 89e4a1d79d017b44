"""The tools by which an agent takes a question through a case."""

import json
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import attrs

from headjudge import Desk, Pin, Services, described, limit_fault
from headjudge.cases import CaseReply, Docket, draft_form, reading_form, written
from headjudge.doors import RateLimitedBody
from headjudge_api.requests import WORDS, PinBody
from headjudge_mcp.judging import DOOR, question_of
from headjudge_mcp.quota import Quota
from headjudge_mcp.shapes import JudgeArguments
from headjudge_mcp.tool import Heard, Told, Tool, unsettled

__all__ = ["Casework", "CloseArguments", "DraftArguments", "LookUpArguments", "ReadingArguments", "StatusArguments"]

FAILED: Final = ("busy", "refused")
"""Kinds of which a client is told that the tool failed."""


def _case() -> str:
    case: str = described("The case's `id`, as open_case gave it.", minLength=1, maxLength=100, pattern=WORDS)
    return case


def _version() -> int:
    version: int = described("The newest `case.version` that a reply showed; a step from an older one is refused.", minimum=0, maximum=1_000_000)
    return version


@attrs.frozen
class ReadingArguments:
    """A reading of a case's question."""

    case_id: str = _case()
    version: int = _version()
    reading: dict[str, Any] = described("The reading, as the case's instructions say.")
    pins: tuple[PinBody, ...] | None = described(
        "The asker's choices for names that the reply before called ambiguous, one for each span.", default=None, maxItems=8, uniqueItems=True
    )


@attrs.frozen
class LookUpArguments:
    """Further rules."""

    case_id: str = _case()
    version: int = _version()
    rules: tuple[str, ...] = described("Numbers of rules, such as `702.19b`.", default=(), maxItems=20)
    search: str = described("Words to search the rules for.", default="", maxLength=1000)


@attrs.frozen
class DraftArguments:
    """A draft of a verdict."""

    case_id: str = _case()
    version: int = _version()
    draft: dict[str, Any] = described("The draft, as the case's instructions say.")


@attrs.frozen
class StatusArguments:
    """A case."""

    case_id: str = _case()
    part: int = described("Which part of the material to show, from 1.", default=1, minimum=1, maximum=1000)


@attrs.frozen
class CloseArguments:
    """A case to give up."""

    case_id: str = _case()


class Casework:
    """Takes agents' cases from step to step. What they get wrong is told in words, and leaves a case as it was."""

    def __init__(self, services: Services, desk: Desk, quota: Quota) -> None:
        self._docket = Docket(desk, door=DOOR, root=services.settings.citation_root)
        self._quota = quota

    def tools(self) -> Sequence[Tool]:
        """Return the tools, in the order in which a case takes them."""
        reading, draft = {"reading": reading_form()}, {"draft": draft_form()}
        opened, reply = (CaseReply, RateLimitedBody), (CaseReply,)
        step = partial(Tool, changes=True, repeatable=False, deep=False)
        return (
            step("open_case", "Open a case", JudgeArguments, opened, self.open),
            step("submit_reading", "Submit a reading", ReadingArguments, reply, self.read, forms=reading),
            step("lookup_rules", "Add rules to a case", LookUpArguments, reply, self.look_up),
            step("submit_draft", "Submit a draft", DraftArguments, reply, self.submit, forms=draft),
            step("case_status", "See where a case stands", StatusArguments, reply, self.status, changes=False, repeatable=True),
            step("close_case", "Give a case up", CloseArguments, reply, self.close, repeatable=True),
        )

    async def open(self, asked: JudgeArguments, _: Heard) -> Told:
        """Open a case, if the window allows it."""
        question = question_of(asked)
        if fault := limit_fault(question):
            return _told(CaseReply("refused", fault))
        if refused := await self._quota.refused():
            return unsettled(refused)
        return _told(await self._docket.open(question))

    async def read(self, asked: ReadingArguments, _: Heard) -> Told:
        """Take a reading."""
        pins = [Pin(pin.span, pin.name) for pin in asked.pins or ()]
        return _told(await self._docket.read(asked.case_id, asked.version, _text(asked.reading), pins))

    async def look_up(self, asked: LookUpArguments, _: Heard) -> Told:
        """Show further rules."""
        return _told(await self._docket.look_up(asked.case_id, asked.version, asked.rules, asked.search))

    async def submit(self, asked: DraftArguments, _: Heard) -> Told:
        """Take a draft."""
        return _told(await self._docket.submit(asked.case_id, asked.version, _text(asked.draft)))

    async def status(self, asked: StatusArguments, _: Heard) -> Told:
        """Show where a case stands."""
        return _told(await self._docket.status(asked.case_id, asked.part))

    async def close(self, asked: CloseArguments, _: Heard) -> Told:
        """Give a case up."""
        return _told(await self._docket.close(asked.case_id))


def _text(form: dict[str, Any] | str) -> str:
    """*form* as the text that is read: the docket tells its faults better than a schema does."""
    return form if isinstance(form, str) else json.dumps(form, ensure_ascii=False)


def _told(reply: CaseReply) -> Told:
    return Told(written(reply), failed=reply.kind in FAILED)
