"""Questions whose answers are known, and what the judge replies to each."""

import hashlib
import time
from collections import Counter
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Final

import attrs
import structlog

from headjudge.domain.answers import Ambiguous, Answer, Confidence, Declined, NotFound, Reason
from headjudge.domain.money import NOTHING, Micros
from headjudge.domain.passages import Kind
from headjudge.domain.questions import Question, limit_fault
from headjudge.errors import BackendFailed, Failure, HeadjudgeError
from headjudge.evaluation.files import Half, QuestionsInvalid, half_of, misspelt, must_cites, read_lines, texts
from headjudge.metering import sitting
from headjudge.pipeline import Judge, Minutes
from headjudge.roles import Corpus

__all__ = ["Attempt", "Known", "KnownFile", "Outcome", "attempt", "read_known"]

log: Final = structlog.get_logger()

FIELDS: Final = (
    "id",
    "source",
    "question",
    "must_cite",
    "expected_rules",
    "match",
    "answer",
    "key_facts",
    "forbidden_mistakes",
    "answerable",
)
FAULTS_OF_THE_MODEL: Final = (Failure.UNREADABLE, Failure.EXHAUSTED)
"""What the model itself did wrong; any other failure says nothing of it."""


@attrs.frozen
class Known:
    """A question whose answer is known."""

    id: str
    source: str
    text: str
    must: tuple[frozenset[str], ...] = ()
    """Sets of alternatives: a rule of each must be cited. Empty when nobody said."""
    answer: str = ""
    """The reference answer; blank when there is none, and then no reply can be graded."""
    facts: tuple[str, ...] = ()
    """What a full answer says."""
    mistakes: tuple[str, ...] = ()
    """What no answer may say."""
    decidable: bool = True
    """False: it leaves open what the answer turns on, so that a flat verdict is wrong."""


@attrs.frozen
class KnownFile:
    """The questions of a file, or those of them that were chosen."""

    name: str
    hash: str
    """Of the whole file: 16 hexadecimal digits."""
    questions: tuple[Known, ...]
    doubts: tuple[str, ...] = ()
    """What an author should know of it, a sentence each."""


def read_known(path: Path, half: Half | None = None, limit: int | None = None) -> KnownFile:
    """Return the first *limit* questions of *path*; of *half* alone where one is named.

    An id that stands there again gets a number behind it, so that each question has its own.

    Raises:
        QuestionsInvalid: a line cannot be used, or there is no such question.
    """
    doubts: dict[str, None] = {}
    seen: Counter[str] = Counter()

    def read(line: dict[str, Any]) -> Known:
        doubts.update(dict.fromkeys(misspelt(line, FIELDS)))
        known = _known(line)
        seen[known.id] += 1
        if (times := seen[known.id]) == 1:
            return known
        doubts[f"the id {known.id!r} stands there {times} times; the last of them is called {f'{known.id}#{times}'!r}"] = None
        return attrs.evolve(known, id=f"{known.id}#{times}")

    everything = read_lines(path, read)
    chosen = [known for known in everything if half in (None, half_of(known.id))][:limit]
    if not chosen:
        raise QuestionsInvalid(f"{path.name} has no question in its {half} half; take the other, or all")
    return KnownFile(path.name, hashlib.sha256(path.read_bytes()).hexdigest()[:16], tuple(chosen), tuple(doubts))


def _known(line: Mapping[str, Any]) -> Known:
    decidable = line.get("answerable", True)
    if not isinstance(decidable, bool):
        raise TypeError(f"answerable is {decidable!r}, not true or false")
    return Known(
        id=str(line["id"]),
        source=str(line.get("source") or ""),
        text=str(line["question"]),
        must=must_cites(line),
        answer=str(line.get("answer") or "").strip(),
        facts=texts(line.get("key_facts"), "key_facts"),
        mistakes=texts(line.get("forbidden_mistakes"), "forbidden_mistakes"),
        decidable=decidable,
    )


class Outcome(Enum):
    """What kind of reply it was."""

    ANSWERED = "answered"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not found"
    DECLINED = "declined"


@attrs.frozen(kw_only=True)
class Attempt:
    """The judge's reply to one question, and what it took."""

    id: str
    outcome: Outcome
    reason: Reason | None = None
    """Why it was declined."""
    failure: Failure | None = None
    """What went wrong with the model, where that was the reason."""
    text: str
    """The verdict, or why there is none."""
    confidence: Confidence | None = None
    citations: tuple[tuple[str, str], ...] = ()
    """(label, quote) of each."""
    rules: tuple[str, ...] = ()
    """Numbers of the rules cited."""
    objections: tuple[str, ...] = ()
    """To its drafts."""
    doubts: tuple[str, ...] = ()
    calls: int = 0
    """How often a model was asked."""
    cost: Micros = NOTHING
    """Of the replies that came. A request that was lost is in the ledger alone."""
    seconds: float = 0.0

    @property
    def lost(self) -> bool:
        """Whether the model was never heard: no key, no connection, no room. Such a question is asked again."""
        return self.failure is not None and self.failure not in FAULTS_OF_THE_MODEL


async def attempt(judge: Judge, corpus: Corpus, known: Known) -> Attempt:
    """Return what *judge* replies to *known*, as to an asker of whom nothing is kept.

    Raises:
        SpendCapReached: the next model call could pass the cap.
        StoreFailed: the database cannot be used.
    """
    minutes = Minutes()
    begun = time.perf_counter()
    with sitting() as held:
        reply = await _reply(judge, corpus, known, minutes)
    seconds = round(time.perf_counter() - begun, 4)
    taken = Attempt(
        id=known.id,
        outcome=Outcome.DECLINED,
        text="",
        objections=tuple(minutes.objections),
        doubts=tuple(minutes.doubts),
        calls=held.begun,
        cost=Micros(sum(turn.cost for turn in held.turns)),
        seconds=seconds,
    )
    return attrs.evolve(taken, **_told(reply))


async def _reply(judge: Judge, corpus: Corpus, known: Known, minutes: Minutes) -> Answer | Ambiguous | NotFound | Declined | BackendFailed:
    """The judge's own reply and not the desk's, which keeps to itself what it took."""
    question = Question(known.text, private=True, door="eval")
    if fault := limit_fault(question):
        return Declined(fault, Reason.LIMITS)
    try:
        return await judge.answer(question, corpus, minutes)
    except BackendFailed as error:
        return error
    except HeadjudgeError:
        raise
    except Exception as error:  # a stranger's plugin must not end a long run
        log.error("question.failed", id=known.id, error=type(error).__name__, exc_info=True)
        return Declined(f"something broke ({type(error).__name__}: {error})", Reason.BACKEND)


def _told(reply: Answer | Ambiguous | NotFound | Declined | BackendFailed) -> dict[str, Any]:
    """The fields of an attempt that *reply* fills."""
    match reply:
        case Answer():
            return {
                "outcome": Outcome.ANSWERED,
                "text": reply.text,
                "confidence": reply.confidence,
                "citations": tuple((citation.label, citation.quote) for citation in reply.citations),
                "rules": tuple(dict.fromkeys(one.reference.key for one in reply.citations if one.reference.kind is Kind.RULE)),
            }
        case Ambiguous(spans=spans):
            named = "; ".join(f"“{choice.query}” can be {', '.join(choice.choices)}" for choice in spans)
            return {"outcome": Outcome.AMBIGUOUS, "text": named}
        case NotFound(names=names):
            return {"outcome": Outcome.NOT_FOUND, "text": f"no card is called {', '.join(f'“{name}”' for name in names)}"}
        case Declined(message=message, reason=reason):
            return {"reason": reason, "text": message}
        case BackendFailed():
            return {"reason": Reason.BACKEND, "failure": reply.failure, "text": str(reply)}
