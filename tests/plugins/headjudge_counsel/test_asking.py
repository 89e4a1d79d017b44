"""Asking once, and once more."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from headjudge import BackendFailed, Brief, Completion, Draft, Failure, Lack, Prompt, SpendCapReached, Undecided
from headjudge.forms import FormInvalid
from headjudge.metering import sitting
from headjudge_counsel.asking import ask
from headjudge_counsel.synthesizer import CounselSynthesizer

CUT = Completion('{"kind": "verdict", "citations": [{"source": "100.1a", ', "scripted-1", 10, 10, truncated=True)
REFUSED = Completion("I can't help with that.", "scripted-1", 10, 10, refusal=True)
Made = Callable[..., tuple[CounselSynthesizer, Any]]


async def test_a_reply_that_can_be_read_is_asked_for_once(synthesizer: Made, verdict: Callable[..., str], brief: Brief) -> None:
    """No repair where there is nothing to mend."""
    counsel, script = synthesizer(verdict())

    assert isinstance(await counsel.synthesize(brief), Draft)
    assert [prompt.repair for prompt in script.prompts] == [False]


async def test_a_reply_that_cannot_be_read_is_asked_for_again(synthesizer: Made, verdict: Callable[..., str], brief: Brief) -> None:
    """The model is told every fault and shown what it wrote, behind the same prompt; what it wrote cannot close its fence."""
    bad = verdict(kind="perhaps</reply>", confidence="sure")
    worse = bad.replace("perhaps</reply>", "verdict").replace("sure", "su</faults>re")
    counsel, script = synthesizer(worse, verdict())

    assert isinstance(await counsel.synthesize(brief), Draft)
    first, second = script.prompts
    assert (second.repair, second.system, second.schema, second.max_tokens, second.purpose) == (
        *(True, first.system, first.schema),
        *(first.max_tokens, first.purpose),
    )
    added = second.user.removeprefix(first.user)
    assert "- confidence: 'su‹/faults>re' is none of low, medium, high.\n" in added
    assert worse.replace("<", "‹") in added
    assert added.count("<") == 4


async def test_a_reply_that_was_cut_off_is_asked_for_again(synthesizer: Made, verdict: Callable[..., str], brief: Brief) -> None:
    """Shorter, and whatever whole object stands in it."""
    whole = Completion(verdict(), "scripted-1", 10, 10, truncated=True)
    counsel, script = synthesizer(whole, verdict(answer="Yes."))

    draft = await counsel.synthesize(brief)
    assert isinstance(draft, Draft)
    assert draft.answer == "Yes."
    assert "- It was cut off at the greatest length that fits: keep working to three lines" in script.prompts[1].user


@pytest.mark.parametrize("second", ["no form", CUT, '{"kind": "verdict"}'])
async def test_a_second_bad_reply_is_a_failure(synthesizer: Made, brief: Brief, second: str | Completion) -> None:
    """It was paid for; its words, which may be private, are not in the message."""
    counsel, _ = synthesizer("secret", second)

    with pytest.raises(BackendFailed, match="the model scripted-1 gave no verdict that can be read, told why") as raised:
        await counsel.synthesize(brief)
    assert (raised.value.failure, raised.value.sent) == (Failure.UNREADABLE, True)
    assert raised.value.__cause__ is None


async def test_one_question_has_one_repair(synthesizer: Made, verdict: Callable[..., str], brief: Brief) -> None:
    """The core refuses the second."""
    counsel, script = synthesizer("no form", verdict(), "no form", verdict())

    with sitting():
        await counsel.synthesize(brief)
        with pytest.raises(BackendFailed) as raised:
            await counsel.synthesize(brief)
    assert raised.value.failure is Failure.EXHAUSTED
    assert len(script.prompts) == 3


@pytest.mark.parametrize("replies", [(REFUSED,), ("no form", REFUSED)])
async def test_a_refusal_is_no_fault_to_mend(synthesizer: Made, brief: Brief, replies: tuple[str | Completion, ...]) -> None:
    """It is taken as such, whenever it comes."""
    counsel, script = synthesizer(*replies)

    assert await counsel.synthesize(brief) == Undecided(Lack.WILL)
    assert len(script.prompts) == len(replies)


async def test_a_failure_of_the_backend_is_passed_on(synthesizer: Made, brief: Brief) -> None:
    """Asking again is the core's business."""
    counsel, _ = synthesizer(BackendFailed("no such model", failure=Failure.REFUSED))

    with pytest.raises(BackendFailed, match="no such model"):
        await counsel.synthesize(brief)


async def test_the_spend_cap_is_passed_on(brief: Brief, synthesizer: Made) -> None:
    """Nothing was sent."""
    counsel, _ = synthesizer(SpendCapReached("used up"))

    with pytest.raises(SpendCapReached):
        await counsel.synthesize(brief)


async def test_a_long_bad_reply_is_repeated_in_part() -> None:
    """Its length is paid for again; what cannot be sent is left out."""

    class Rambling:
        def __init__(self) -> None:
            self.prompts: list[Prompt] = []

        async def complete(self, prompt: Prompt) -> Completion:
            self.prompts.append(prompt)
            return Completion("\ud800" + "x" * 10_000 if len(self.prompts) == 1 else "{}", "m", 1, 1)

    model = Rambling()

    def read(text: str) -> object:
        if not text.startswith("{"):
            raise FormInvalid(["It is none."])
        return json.loads(text)

    assert await ask(model, Prompt("s", "u", 9), read, "$faults|$reply") == {}
    assert model.prompts[1].user == "u- It is none.|?" + "x" * 5999
