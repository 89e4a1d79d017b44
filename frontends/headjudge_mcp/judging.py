"""The tool `judge`: a question through the desk, as through any other door."""

from collections.abc import Sequence
from typing import Final

from headjudge import Desk, Pin, Question, Services, body, limit_fault
from headjudge.doors import AmbiguousBody, AnswerBody, BusyBody, ErrorBody, NotFoundBody, RateLimitedBody
from headjudge_api.streams import Hearing
from headjudge_mcp.quota import Quota
from headjudge_mcp.shapes import JudgeArguments
from headjudge_mcp.tool import Heard, Told, Tool, unsettled

__all__ = ["DOOR", "Judging", "question_of"]

DOOR: Final = "mcp"
"""As stored calls name it."""


class Judging:
    """Judges what agents ask."""

    def __init__(self, services: Services, desk: Desk, quota: Quota) -> None:
        self._desk = desk
        self._quota = quota
        self._root = services.settings.citation_root

    def tools(self) -> Sequence[Tool]:
        """Return the tool."""
        replies = (AnswerBody, AmbiguousBody, NotFoundBody, ErrorBody, BusyBody, RateLimitedBody)
        return (Tool("judge", "Judge a rules question", JudgeArguments, replies, self.judge, changes=True, repeatable=False),)

    async def judge(self, asked: JudgeArguments, heard: Heard) -> Told:
        """Give the verdict, or what there is instead; *heard* is told each stage. Who goes away does not end the judging."""
        question = question_of(asked)
        if fault := limit_fault(question):
            return unsettled(ErrorBody("error", fault))
        if refused := await self._quota.refused():
            return unsettled(refused)
        async with Hearing(self._desk, question) as hearing:
            while stage := await hearing.stage():
                await heard(stage)
            replied = body(await hearing.reply(), self._root)
        return Told(replied, failed=replied["kind"] == "busy")  # an error is a sentence for the asker, and no reason to try again


def question_of(asked: JudgeArguments) -> Question:
    """Return the question in *asked*."""
    pins = tuple(Pin(pin.span, pin.name) for pin in asked.pins or ())
    return Question(asked.question, pins, f"{DOOR}:{asked.session_id}" if asked.session_id else None, door=DOOR)
