"""What an agent is told after each step, in sentences that say what to do next."""

from collections.abc import Sequence
from typing import Any, Final

import attrs

from headjudge.cases import instructions
from headjudge.cases.material import added, part, size
from headjudge.cases.shapes import CaseReply, EarlierBody, MaterialBody, Standing, written
from headjudge.domain.answers import Ambiguous, Answer, Busy, Declined, NotFound, Reason
from headjudge.domain.cases import Awaits, Case
from headjudge.domain.passages import Brief
from headjudge.domain.rules import Category
from headjudge.doors import answer_body, span_bodies
from headjudge.pipeline import DRAFTS
from headjudge.shapes import plain

__all__ = [
    "GIVEN_UP",
    "LOOKED_UP",
    "NOTHING_NEW",
    "NO_DRAFT",
    "PRIVATE",
    "REPLACED",
    "Refused",
    "accepted",
    "closed",
    "crossed",
    "declined",
    "expired",
    "hindered",
    "looked_up",
    "material",
    "misshapen",
    "no_rule",
    "opened",
    "out_of_turn",
    "refused",
    "rejected",
    "standing",
    "unknown",
    "unresolved",
]

ASKED: Final = 400
ANSWERED: Final = 1200
"""Most characters that are repeated of an earlier question and of its answer: they tell what is spoken of, no more."""
BEFORE: Final = 12_000
"""Most bytes of earlier exchanges."""
OBJECTED: Final = 12_000
"""Most bytes of objections that a reply tells."""
SHOWN: Final = 40
"""Most characters that are repeated of an id that is none."""
GIVEN_UP: Final = "The case was given up."
LOOKED_UP: Final = "The one look-up of this case is used up: write the draft from the sources shown, or say that they do not settle it."
NO_DRAFT: Final = 'The kind of a draft is "verdict" or "undecided"; to look rules up is a step of its own.'
NOTHING_NEW: Final = "All that the look-up found stands among the sources already; it is not used up."
PRIVATE: Final = "A case is stored between its steps: what is to stay private cannot be one."
REPLACED: Final = "The rules were loaded anew since this case was opened, and its own are gone; open another case on the question."


class Refused(Exception):
    """A step that cannot be taken. It leaves the case as it was.

    Attributes:
        reply: what the agent is told.
    """

    def __init__(self, reply: CaseReply) -> None:
        self.reply = reply
        super().__init__(reply.message)


def refused(message: str, case: Case | None = None, faults: Sequence[str] | None = None) -> CaseReply:
    """Return that a step cannot be taken, and why."""
    return CaseReply("refused", message, _where(case) if case else None, objections=tuple(faults) if faults else None)


def unknown(case_id: str) -> CaseReply:
    """Return that there is no such case."""
    shown = case_id if len(case_id) <= SHOWN else f"{case_id[:SHOWN]}…"
    return refused(f"There is no case {shown!r}; give the id as it was told when the case was opened, or open one.")


def expired(case: Case) -> CaseReply:
    """Return that nobody took a step for too long."""
    return refused(f"The case {case.id} expired at {case.expires:%Y-%m-%d %H:%M} UTC, an hour after its last step; open another one.")


def crossed(case: Case, version: int) -> CaseReply:
    """Return that *version* is not the newest one: another step came first, or the reply to this one was lost."""
    return refused(
        f"The case is at version {case.version}, and this step was for version {version}: another step was taken, or the number is mistaken. "
        f"Look at its status, and go on from there with version {case.version}.",
        case,
    )


def out_of_turn(case: Case, wanted: Awaits) -> CaseReply:
    """Return that the case does not wait for what was submitted."""
    if case.awaits is Awaits.NOTHING:
        return refused("The case is closed; its status tells how it ended. Open another one for another question.", case)
    if wanted is Awaits.DRAFT:
        return refused("The case waits for a reading: submit that first, for it brings the sources that a draft cites and a look-up adds to.", case)
    return refused("The case has its reading and waits for a draft; open another one to read the question otherwise.", case)


def no_rule(numbers: Sequence[str], case: Case) -> CaseReply:
    """Return that a look-up names rules that do not exist."""
    return refused(f"There is no rule {', '.join(numbers)}; mend or leave out the number. The look-up is not used up.", case)


def misshapen(what: str, faults: Sequence[str], case: Case) -> CaseReply:
    """Return every fault of a form. It does not count as an attempt."""
    return refused(f"The {what} is not of the form that is asked for; mend what is listed and submit it again. Nothing was used up.", case, faults)


def opened(case: Case, categories: Sequence[Category]) -> CaseReply:
    """Return what a reading is to hold."""
    return CaseReply(
        "opened", "Write down what the question is about, as the instructions say, and submit that as the reading.", **_to_read(case, categories)
    )


def _to_read(case: Case, categories: Sequence[Category]) -> dict[str, Any]:
    return {
        "case": _where(case),
        "question": case.question.pinned_text,
        "earlier": _earlier(case) or None,
        "instructions": instructions.reading(categories),
        "form": instructions.reading_form(categories),
    }


def _earlier(case: Case) -> tuple[EarlierBody, ...]:
    """The newest exchanges before the question that fit, oldest first."""
    told: list[EarlierBody] = []
    for exchange in reversed(case.question.history):
        told.insert(0, EarlierBody(_cut(exchange.question, ASKED), _cut(exchange.answer, ANSWERED), exchange.cards))
        if size([plain(each) for each in told]) > BEFORE:
            return tuple(told[1:])
    return tuple(told)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def material(case: Case, brief: Brief, left_out: Sequence[str], number: int = 1) -> CaseReply:
    """Return part *number* of what the draft is written from, and which rules of its groups were *left_out*."""
    first = CaseReply("material", "", _where(case), objections=_told(case.objections), **_to_draft(case))
    shown = part(brief, number, size(written(first)), left_out)
    if shown is None:
        return refused(f"There is no part {number} of the material; the first one says how many there are.", case)
    told = [*([f"The case's status shows part {number + 1} of the sources."] if shown.parts > number else []), _then(case)]
    reply = first if number == 1 else CaseReply("material", "", _where(case))
    return attrs.evolve(reply, message=" ".join(told), material=shown)


def _then(case: Case) -> str:
    """What to do once the sources are read."""
    last = " It is the last: heed every objection to the one before." if case.refused else ""
    look_up = "" if case.looked_up else ", or look up further rules first, once"
    return f"Judge the question from these sources alone and submit the draft{look_up}.{last}"


def _to_draft(case: Case) -> dict[str, Any]:
    return {"question": case.question.pinned_text, "instructions": instructions.drafting(), "form": instructions.draft_form()}


def _told(objections: Sequence[str]) -> tuple[str, ...] | None:
    """As many of *objections* as fit, and how many there are besides; None for none."""
    told: list[str] = []
    for number, objection in enumerate(objections):
        if size([*told, objection]) > OBJECTED:
            return (*told, f"There are {len(objections) - number} more objections; mend these first.")
        told.append(objection)
    return tuple(told) or None


def looked_up(case: Case, brief: Brief, before: Brief, held: Sequence[str]) -> CaseReply:
    """Return what a look-up added; the rules of *held* it did not need to."""
    told = f" {', '.join(held)} stood among the sources already." if held else ""
    message = f"These sources were added to those shown.{told} There is no further look-up: submit the draft."
    more = added(brief, before, size(message))
    return CaseReply("material", f"{message}{_beyond(more, brief, before)}", _where(case), material=more)


def _beyond(more: MaterialBody, brief: Brief, before: Brief) -> str:
    """Where the sources stand that were added and did not fit."""
    left = len(brief.passages) - len(before.passages) - len(more.sources)
    return f" {left} more did not fit here: the last parts of the case's status show them." if left else ""


def unresolved(case: Case, reply: Ambiguous | NotFound) -> CaseReply:
    """Return the names that stand in the way. The case still waits for a reading."""
    if isinstance(reply, NotFound):
        message = "No card has these names: submit the reading again without what is no card, and with another choice for a pin's name."
        return CaseReply("not_found", message, _where(case), names=reply.names)
    message = "These names can mean several cards. Never guess: let the asker choose, then submit the reading again with a pin for each."
    return CaseReply("ambiguous", message, _where(case), spans=span_bodies(reply))


def hindered(case: Case, reply: Declined | Busy) -> CaseReply:
    """Return why a step could not be taken: now, or with this reading at all. The case is as it was."""
    unread = isinstance(reply, Declined) and reply.reason is Reason.UNANSWERED
    return CaseReply("refused" if unread else "busy", f"{reply.message} The case is as it was.", _where(case))


def declined(case: Case) -> CaseReply:
    """Return why a case ended without a verdict: what the asker is to be told."""
    return CaseReply("error", case.declined, _where(case))


def rejected(case: Case, objections: Sequence[str], widened: Brief | None = None, brief: Brief | None = None) -> CaseReply:
    """Return why a draft may not be shown, with the rules that the objections name."""
    told = _told(objections)
    if widened is None or brief is None:
        message = f"The draft may not be shown either, and there is no further one. Tell the asker: {case.declined}"
        return CaseReply("rejected", message, _where(case), objections=told)
    message = "The draft may not be shown. Heed every objection and submit another one: it is the last."
    more = added(widened, brief, size(told))
    if more.sources:
        message += " The rules of the material were added to the sources: they may be cited now." + _beyond(more, widened, brief)
    return CaseReply("rejected", message, _where(case), objections=told, material=more if more.sources else None)


def accepted(case: Case, answer: Answer, root: str) -> CaseReply:
    """Return the verdict of a case, whose every quote was found in its source."""
    message = "Accepted and stored: every quote stands in its source. Give the asker the verdict word for word."
    return CaseReply("accepted", message, _where(case), verdict=answer_body(answer, root), doubts=case.doubts or None)


def closed(case: Case) -> CaseReply:
    """Return that a case is closed."""
    return CaseReply("closed", "The verdict was accepted before; the case is closed." if case.answer else case.declined, _where(case))


def standing(case: Case, categories: Sequence[Category], root: str) -> CaseReply:
    """Return where a case without material stands, with all that its next step needs."""
    if case.awaits is Awaits.READING:
        return CaseReply("standing", "The case waits for a reading.", **_to_read(case, categories))
    if case.answer:
        return attrs.evolve(accepted(case, case.answer, root), kind="standing", message="The case is closed with this verdict.")
    return CaseReply("standing", case.declined, _where(case), objections=_told(case.objections))


def _where(case: Case) -> Standing:
    closed = case.awaits is Awaits.NOTHING
    return Standing(
        id=case.id,
        version=case.version,
        waits_for=case.awaits.value,
        look_up_left=not (closed or case.looked_up),
        drafts_left=0 if closed else DRAFTS - case.refused,
        expires_at=case.expires,
    )
