"""Questions whose answers are known, and what the judge replies to each."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest

from headjudge import (
    BackendFailed,
    BudgetPeriod,
    Confidence,
    Draft,
    Failure,
    Hit,
    Kind,
    Micros,
    Prompt,
    Quote,
    Reason,
    Reference,
    Rule,
    SpendCapReached,
)
from headjudge.evaluation.answers import Attempt, Known, Outcome, attempt, read_known
from headjudge.evaluation.files import QuestionsInvalid
from headjudge.metering import Budget, MeteredModel
from headjudge.pipeline import Judge
from headjudge.settings import Settings
from headjudge.steps.retrieve import Retrieval
from headjudge.testing import (
    MemoryCalls,
    MemoryCorpus,
    OpenMemoryStore,
    ScriptedExtractor,
    ScriptedModel,
    ScriptedRetriever,
    ScriptedSynthesizer,
    StoppedClock,
)

CORPUS = MemoryCorpus.of((Rule("100.1a", "A turn begins with a draw.", "100", "Turns"),))
QUOTE = Quote(Reference(Kind.RULE, "100.1a"), "begins with a draw")
KNOWN = Known("q", "s", "How does a turn begin?")


def judge(*replies: Draft | Exception, **reading: Any) -> Judge:
    legs = [ScriptedRetriever([Hit(QUOTE.reference, 1.0)])]
    return Judge(ScriptedExtractor(**reading), (), (), Retrieval(Settings(), MemoryCalls(), legs), ScriptedSynthesizer(replies), ())


def write(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps({"id": str(number), "question": "Why?"} | line) + "\n" for number, line in enumerate(lines)))
    return path


class TestReading:
    def test_all_that_is_known_is_read(self, tmp_path: Path) -> None:
        """The reference answer, facts, mistakes, must-cites, and whether it can be decided as asked."""
        line = {"answer": " No. ", "key_facts": ["f"], "forbidden_mistakes": ["m"], "must_cite": [["101.1", "102.1"]], "answerable": False}
        file = read_known(write(tmp_path / "q.jsonl", line | {"source": "ours"}))

        assert file.questions == (Known("0", "ours", "Why?", (frozenset(["101.1", "102.1"]),), "No.", ("f",), ("m",), decidable=False),)

    def test_expected_rules_are_read_as_recall_reads_them(self, tmp_path: Path) -> None:
        """All are needed, or any, as `match` says."""
        rules = {"expected_rules": ["101.1", "102.1"]}
        found = read_known(write(tmp_path / "q.jsonl", rules, rules | {"match": "any"}, {})).questions

        assert [known.must for known in found] == [
            (frozenset(["101.1"]), frozenset(["102.1"])),
            (frozenset(["101.1", "102.1"]),),
            (),
        ]

    def test_a_question_without_an_answer_is_asked_too(self, tmp_path: Path) -> None:
        """It counts for everything but the grades."""
        assert read_known(write(tmp_path / "q.jsonl", {}, {"answer": None})).questions[1] == Known("1", "", "Why?")

    def test_an_id_that_stands_twice_is_made_two(self, tmp_path: Path) -> None:
        """And told: a run is gone on with by its ids."""
        file = read_known(write(tmp_path / "q.jsonl", {"id": "a"}, {"id": "a"}))

        assert [known.id for known in file.questions] == ["a", "a#2"]
        assert file.doubts == ("the id 'a' stands there 2 times; the last of them is called 'a#2'",)

    def test_the_first_of_a_half_can_be_chosen(self, tmp_path: Path) -> None:
        """The limit counts the half's own questions."""
        path = write(tmp_path / "q.jsonl", *[{}] * 20)
        even, first = read_known(path, "even"), read_known(path, "even", 3)

        assert first.questions == even.questions[:3]
        assert (first.hash, len(first.hash)) == (even.hash, 16)

    def test_another_file_has_another_hash(self, tmp_path: Path) -> None:
        """Whatever changed in it."""
        one, other = write(tmp_path / "q.jsonl", {}), write(tmp_path / "r.jsonl", {"answer": "No."})

        assert read_known(one).hash != read_known(other).hash

    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ({"answerable": "no"}, "answerable is 'no', not true or false"),
            ({"key_facts": "one"}, "key_facts is no list of strings"),
            ({"expected_rules": ["101.1"], "match": "some"}, "match is 'some'"),
        ],
    )
    def test_what_cannot_be_used_is_told(self, tmp_path: Path, line: dict[str, Any], told: str) -> None:
        """Rather than scored as something else."""
        with pytest.raises(QuestionsInvalid, match=told):
            read_known(write(tmp_path / "q.jsonl", line))


class TestAttempt:
    async def test_an_answer_is_kept_with_what_it_cites(self) -> None:
        """Text, confidence, citations and rules."""
        done = await attempt(judge(Draft("With a draw (100.1a).", (QUOTE,), Confidence.HIGH)), CORPUS, KNOWN)

        assert (done.outcome, done.text, done.confidence) == (Outcome.ANSWERED, "With a draw (100.1a).", Confidence.HIGH)
        assert (done.rules, done.citations) == (("100.1a",), (("100.1a", "begins with a draw"),))
        assert (done.reason, done.failure, done.objections) == (None, None, ())

    async def test_objections_are_kept(self) -> None:
        """To both drafts, and the reason why nothing was answered."""
        unsound = Draft("With a card.", (attrs.evolve(QUOTE, text="begins with a card"),))
        done = await attempt(judge(unsound, unsound), CORPUS, KNOWN)

        assert (done.outcome, done.reason, len(done.objections)) == (Outcome.DECLINED, Reason.UNANSWERED, 2)

    @pytest.mark.parametrize(
        ("known", "reading", "outcome", "reason"),
        [
            (attrs.evolve(KNOWN, text="Does [[Lost Card]] die?"), {}, Outcome.NOT_FOUND, None),
            (KNOWN, {"declined": "No."}, Outcome.DECLINED, Reason.SCOPE),
            (attrs.evolve(KNOWN, text="x" * 1001), {}, Outcome.DECLINED, Reason.LIMITS),
        ],
    )
    async def test_what_is_no_answer_is_told_apart(self, known: Known, reading: dict[str, Any], outcome: Outcome, reason: Reason | None) -> None:
        """As a door's asker would see it."""
        done = await attempt(judge(**reading), CORPUS, known)

        assert (done.outcome, done.reason, done.rules) == (outcome, reason, ())

    @pytest.mark.parametrize("failure", Failure)
    async def test_a_failure_of_the_line_is_not_the_models(self, failure: Failure) -> None:
        """A question at which the model was not heard is asked again; one that it failed counts."""
        done = await attempt(judge(BackendFailed("the server is away", failure=failure)), CORPUS, KNOWN)

        assert (done.outcome, done.reason, done.failure) == (Outcome.DECLINED, Reason.BACKEND, failure)
        assert (done.text, done.lost) == ("the server is away", failure not in (Failure.UNREADABLE, Failure.EXHAUSTED))

    async def test_a_broken_plugin_does_not_end_the_run(self) -> None:
        """The other questions can still be asked."""
        done = await attempt(judge(RuntimeError("oops")), CORPUS, KNOWN)

        assert (done.outcome, done.reason, done.lost) == (Outcome.DECLINED, Reason.BACKEND, False)
        assert done.text == "something broke (RuntimeError: oops)"

    async def test_the_cap_is_no_reply(self) -> None:
        """It ends the run: the question was not answered, nor declined."""
        with pytest.raises(SpendCapReached):
            await attempt(judge(SpendCapReached("used up")), CORPUS, KNOWN)

    async def test_calls_and_costs_are_those_of_the_question(self) -> None:
        """Each as the metering counts them."""
        done = await attempt(_paying(["one", "another"]), CORPUS, KNOWN)

        assert (done.calls, done.cost) == (2, Micros(2 * len("systemuser") + 2))


def _paying(replies: Sequence[str]) -> Judge:
    """A judge whose synthesizer asks a model as often as there are *replies* before it drafts."""
    store = OpenMemoryStore.holding()
    model = MeteredModel(ScriptedModel(replies), Budget(store.ledger, StoppedClock(), Micros(10**6), BudgetPeriod.DAY, "p"))

    class Asking(ScriptedSynthesizer):
        async def synthesize(self, brief: Any, objections: Any = ()) -> Any:
            for _ in replies:
                await model.complete(Prompt("system", "user", 10))
            return Draft("With a draw.", (QUOTE,))

    return attrs.evolve(judge(), synthesizer=Asking([]))


def test_an_attempt_is_not_lost_by_itself() -> None:
    """Only a failure makes it so."""
    assert not Attempt(id="q", outcome=Outcome.ANSWERED, text="Yes.").lost
