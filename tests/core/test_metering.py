"""The law of spend: reserved before, settled after."""

import asyncio
import datetime
import selectors
from collections.abc import Coroutine
from typing import Any

import attrs
import pytest
import stamina
import structlog

from headjudge import BackendFailed, BudgetPeriod, Failure, Micros, PluginInvalid, Prompt, Purpose, SpendCapReached, StoreFailed
from headjudge.metering import CALLS, Budget, MeteredEmbedder, MeteredModel, sitting
from headjudge.testing import MemoryLedger, ScriptedAlarm, ScriptedModel, StoppedClock
from headjudge.testing.vectors import ScriptedEmbedder

PROMPT = Prompt("abcd", "efghij", 20)
"""Costs at most 10 + 20 micro-dollars."""
DAY = "2026-03-01"


class Dear(ScriptedModel):
    """Sends a bill above its worst case."""

    def price(self, completion) -> Micros:
        return Micros(1000)


class Priceless(ScriptedModel):
    """Does not know its price."""

    def worst_case(self, prompt) -> Micros:
        return Micros(-1)


class Own(ScriptedModel):
    """Runs here: its worst case is 0."""

    def worst_case(self, prompt) -> Micros:
        return Micros(0)


@attrs.define(eq=False)
class Slow(MemoryLedger):
    """Is slow at *step*: it has reserved, or will settle, release or trip."""

    step: str = ""
    fault: Exception | None = None
    begun: asyncio.Event = attrs.Factory(asyncio.Event)
    may: asyncio.Event = attrs.Factory(asyncio.Event)

    async def reserve(self, period, cap, amount):
        made = await super().reserve(period, cap, amount)
        await self._pause("reserve")
        return made

    async def settle(self, reservation, cost):
        await self._pause("settle")
        await super().settle(reservation, cost)

    async def release(self, reservation):
        await self._pause("release")
        await super().release(reservation)

    async def trip(self, period, cap):
        await self._pause("trip")
        return await super().trip(period, cap)

    async def _pause(self, step):
        if step == self.step:
            self.begun.set()
            await self.may.wait()
            if self.fault:
                raise self.fault


class Deaf(ScriptedAlarm):
    """Never comes to an end."""

    ended = False

    async def sound(self, event) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            self.ended = True


class Leaper(selectors.DefaultSelector):
    """Waits for nothing: what would be waited is counted as past."""

    now = 0.0

    def select(self, timeout=None):
        found = super().select(None if timeout is None else 0)
        self.now += 0 if found else timeout or 0
        return found


class LeapingLoop(asyncio.SelectorEventLoop):
    """An event loop on which an hour takes no time."""

    def __init__(self) -> None:
        self._leaper = Leaper()
        super().__init__(self._leaper)

    def time(self) -> float:
        return self._leaper.now


def waited(work: Coroutine[Any, Any, object]) -> float:
    """Run *work* with the core's own attempts and waits, and give the seconds that it would have taken."""
    with stamina.set_testing(False), asyncio.Runner(loop_factory=LeapingLoop) as runner:
        runner.run(work)
        return runner.get_loop().time()


async def cancelled(asking: Coroutine[Any, Any, object], ledger: Slow) -> asyncio.CancelledError:
    """Cancel *asking* twice while *ledger* is slow, and give what it ends with."""
    task = asyncio.create_task(asking)
    await ledger.begun.wait()
    task.cancel()
    asyncio.get_running_loop().call_soon(task.cancel)
    asyncio.get_running_loop().call_later(0.01, ledger.may.set)
    with pytest.raises(asyncio.CancelledError) as caught:
        await task
    return caught.value


def budget(cap: int, *alarms: ScriptedAlarm, clock: StoppedClock | None = None) -> Budget:
    return Budget(MemoryLedger(), clock or StoppedClock(), Micros(cap), BudgetPeriod.DAY, "p1", alarms)


async def test_a_call_is_reserved_and_settled() -> None:
    """After the call its price is booked in place of the worst case."""
    purse = budget(100)
    completion = await MeteredModel(ScriptedModel(["one two three"]), purse).complete(PROMPT)

    assert completion.text == "one two three"
    assert await purse.ledger.spent(DAY) == 10 + 3


async def test_the_worst_case_is_set_aside_while_the_call_runs() -> None:
    """What runs at the same time cannot spend it."""
    seen = []

    class Watching(ScriptedModel):
        async def complete(self, prompt):
            seen.append(await purse.ledger.spent(DAY))
            return await super().complete(prompt)

    purse = budget(100)
    await MeteredModel(Watching(["x"]), purse).complete(PROMPT)

    assert seen == [30]


async def test_past_the_cap_nothing_is_sent() -> None:
    """A worst case that does not fit is refused before the backend hears of it."""
    model, purse = ScriptedModel(["x"]), budget(31)
    await purse.reserve(Micros(2))

    with pytest.raises(SpendCapReached, match=r"the budget of 0\.000031 USD a day is used up; raise JUDGE_MAX_USD or wait"):
        await MeteredModel(model, purse).complete(PROMPT)
    assert model.prompts == []
    assert await purse.ledger.spent(DAY) == 2


async def test_a_call_larger_than_the_whole_budget_sounds_no_alarm() -> None:
    """The budget is not used up; the sentence says that the call is too large for it."""
    alarm = ScriptedAlarm()

    with pytest.raises(SpendCapReached, match=r"one call can cost 0\.00003 USD, more than the whole budget of 0\.000029 USD;"):
        await MeteredModel(ScriptedModel([]), budget(29, alarm)).complete(PROMPT)
    assert alarm.events == []


async def test_what_was_never_sent_is_given_back() -> None:
    """A backend that says so frees what was reserved."""
    purse = budget(100)

    with pytest.raises(BackendFailed):
        await MeteredModel(ScriptedModel([BackendFailed("no route", sent=False, failure=Failure.REFUSED)]), purse).complete(PROMPT)
    assert await purse.ledger.spent(DAY) == 0


async def test_a_price_that_is_no_amount_is_booked_at_its_worst_case() -> None:
    """A negative price would refund the budget."""

    class Refunding(ScriptedModel):
        def price(self, completion):
            return Micros(-5_000_000)

    purse = budget(100)
    await MeteredModel(Refunding(["x"]), purse).complete(PROMPT)

    assert await purse.ledger.spent(DAY) == 30


async def test_the_cap_itself_may_be_spent() -> None:
    """To the last micro-dollar."""
    assert (await MeteredModel(ScriptedModel(["x"]), budget(30)).complete(PROMPT)).text == "x"


async def test_a_lost_request_stays_spent() -> None:
    """What was sent and lost is booked at its worst case."""
    purse = budget(100)

    with pytest.raises(BackendFailed):
        await MeteredModel(ScriptedModel([BackendFailed("it took too long", failure=Failure.TIMED_OUT)]), purse).complete(PROMPT)
    assert await purse.ledger.spent(DAY) == 30


async def test_a_bill_above_its_reservation_is_booked_and_logged() -> None:
    """In full, past the cap; the next call is refused."""
    purse = budget(100)
    with structlog.testing.capture_logs() as logs:
        await MeteredModel(Dear(["x"]), purse).complete(PROMPT)

    assert logs == [{"event": "spend.exceeded_reservation", "log_level": "warning", "reserved": 30, "cost": 1000}]
    assert await purse.ledger.spent(DAY) == 1000
    with pytest.raises(SpendCapReached):
        await MeteredModel(ScriptedModel(["x"]), purse).complete(PROMPT)


async def test_a_backend_without_a_price_is_refused() -> None:
    """A negative worst case is no price, and never free."""
    model = Priceless(["x"])

    with pytest.raises(PluginInvalid, match="gave a worst case of -1 micro-dollars; give its prices"):
        await MeteredModel(model, budget(100)).complete(PROMPT)
    assert model.prompts == []


async def test_alarms_sound_once_a_period() -> None:
    """However often the cap is met; again in the next period."""
    clock, first, second = StoppedClock(), ScriptedAlarm(), ScriptedAlarm("other")
    purse = budget(30, first, second, clock=clock)
    model = MeteredModel(ScriptedModel([]), purse)
    for _ in range(2):
        await purse.reserve(Micros(1))
        for _ in range(3):
            with pytest.raises(SpendCapReached):
                await model.complete(PROMPT)
        await purse.close()
        clock.move(datetime.timedelta(days=1))

    assert [event.name for event in first.events] == ["spend_cap", "spend_cap"]
    assert [event.text for event in second.events] == [
        "The spend cap of 0.00003 USD for 2026-03-01 is reached; model calls are refused.",
        "The spend cap of 0.00003 USD for 2026-03-02 is reached; model calls are refused.",
    ]


async def test_an_alarm_that_fails_changes_nothing() -> None:
    """It is logged, the others sound, and the reply is the same."""
    second = ScriptedAlarm("second")
    purse = budget(30, ScriptedAlarm(fault=OSError("no wire")), second)
    await purse.reserve(Micros(1))
    with structlog.testing.capture_logs() as logs:
        with pytest.raises(SpendCapReached):
            await MeteredModel(ScriptedModel([]), purse).complete(PROMPT)
        await purse.close()

    assert logs == [{"event": "alarm.failed", "log_level": "error", "alarm": "scripted", "error": "OSError('no wire')"}]
    assert len(second.events) == 1


async def test_a_day_has_a_budget_of_its_own() -> None:
    """What was spent yesterday does not count today."""
    clock = StoppedClock()
    model = MeteredModel(ScriptedModel(["x", "x"]), budget(30, clock=clock))
    await model.complete(PROMPT)
    clock.move(datetime.timedelta(days=1))

    assert (await model.complete(PROMPT)).text == "x"


async def test_an_embedder_that_runs_here_costs_nothing() -> None:
    """Nothing is reserved for a worst case of 0, so that it goes on when the budget is overdrawn."""
    purse = Budget(MemoryLedger({DAY: 11}), StoppedClock(), Micros(10), BudgetPeriod.DAY, "p1")
    vectors = await MeteredEmbedder(ScriptedEmbedder(), purse).embed(["a", "b"])

    assert vectors.shape == (2, 32)
    assert await purse.ledger.spent(DAY) == 11


async def test_a_paid_embedder_is_booked_at_its_worst_case() -> None:
    """And refused when that does not fit."""
    purse = budget(70)
    embedder = MeteredEmbedder(ScriptedEmbedder(cost=40), purse)
    await embedder.embed(["a"])

    assert await purse.ledger.spent(DAY) == 40
    with pytest.raises(SpendCapReached):
        await embedder.embed(["b"])
    assert (embedder.name, embedder.dimension) == ("scripted-32", 32)


async def test_an_embedder_that_fails_stays_spent() -> None:
    """As a model's lost request does."""
    purse = budget(70)

    with pytest.raises(BackendFailed):
        await MeteredEmbedder(ScriptedEmbedder(cost=40, fault=BackendFailed("gone", failure=Failure.TIMED_OUT)), purse).embed(["a"])
    assert await purse.ledger.spent(DAY) == 40


async def test_a_paid_embedder_that_tells_its_bill_is_booked_by_it() -> None:
    """In place of the worst case."""

    class Billing(ScriptedEmbedder):
        async def embed_billed(self, texts):
            return await self.embed(texts), Micros(7)

    purse = budget(70)
    await MeteredEmbedder(Billing(cost=40), purse).embed(["a"])

    assert await purse.ledger.spent(DAY) == 7


@pytest.mark.parametrize("failure", [Failure.UNREACHABLE, Failure.RATE_LIMITED, Failure.SERVER])
async def test_a_failure_that_may_pass_is_tried_once_more(failure: Failure) -> None:
    """Each attempt is paid for: the lost one stays spent at its worst case."""
    purse, model = budget(100), ScriptedModel([BackendFailed("oh", failure=failure), "one two"])
    completion = await MeteredModel(model, purse).complete(PROMPT)

    assert completion.text == "one two"
    assert await purse.ledger.spent(DAY) == 30 + 12


async def test_there_is_no_third_attempt() -> None:
    """The second failure is told."""
    purse, model = budget(100), ScriptedModel([BackendFailed("first"), BackendFailed("second")])

    with pytest.raises(BackendFailed, match="second"):
        await MeteredModel(model, purse).complete(PROMPT)
    assert len(model.prompts) == 2
    assert await purse.ledger.spent(DAY) == 60


@pytest.mark.parametrize("failure", [Failure.TIMED_OUT, Failure.REFUSED, Failure.UNREADABLE, Failure.EXHAUSTED])
async def test_a_failure_that_will_not_pass_is_not_tried_again(failure: Failure) -> None:
    """It would be paid for twice."""
    model = ScriptedModel([BackendFailed("oh", failure=failure)])

    with pytest.raises(BackendFailed):
        await MeteredModel(model, budget(100)).complete(PROMPT)
    assert len(model.prompts) == 1


def test_an_asker_waits_a_second_at_most_for_the_second_attempt() -> None:
    """Half a second at least, so that what was passing has passed."""
    model = ScriptedModel([BackendFailed("oh"), "x"])
    seconds = waited(MeteredModel(model, budget(100)).complete(PROMPT))

    assert len(model.prompts) == 2
    assert 0.5 <= seconds <= 1.01


@pytest.mark.parametrize("asked", [0.0, 7.0, 10.0])
def test_the_pause_that_a_backend_asks_for_is_kept(asked: float) -> None:
    """Neither shorter, for it would refuse again, nor longer."""
    model = ScriptedModel([BackendFailed("busy", failure=Failure.RATE_LIMITED, retry_after=asked), "x"])
    seconds = waited(MeteredModel(model, budget(100)).complete(PROMPT))

    assert len(model.prompts) == 2
    assert seconds == pytest.approx(asked, abs=0.01)


async def test_a_backend_that_asks_for_a_long_pause_is_not_tried_again() -> None:
    """An asker waits."""
    model = ScriptedModel([BackendFailed("busy", sent=False, failure=Failure.RATE_LIMITED, retry_after=10.5), "x"])

    with pytest.raises(BackendFailed):
        await MeteredModel(model, budget(100)).complete(PROMPT)
    assert len(model.prompts) == 1


async def test_the_second_attempt_is_under_the_cap_too() -> None:
    """A lost first attempt may have used it up."""
    model = ScriptedModel([BackendFailed("oh")])

    with pytest.raises(SpendCapReached):
        await MeteredModel(model, budget(59)).complete(PROMPT)
    assert len(model.prompts) == 1


async def test_a_question_makes_at_most_five_calls() -> None:
    """The sixth is not sent, in tasks of their own neither; the next question begins anew."""
    model = ScriptedModel(["x"] * 6)
    metered = MeteredModel(model, budget(1000))
    with sitting():
        await asyncio.gather(*(metered.complete(PROMPT) for _ in range(CALLS)))
        with pytest.raises(BackendFailed, match="a question may make no sixth model call") as caught:
            await metered.complete(PROMPT)
    with sitting():
        await metered.complete(PROMPT)

    assert (caught.value.failure, caught.value.sent) == (Failure.EXHAUSTED, False)
    assert len(model.prompts) == 6


async def test_a_question_has_one_repair() -> None:
    """A second reply that cannot be read is not asked for again."""
    model = ScriptedModel(["x"] * 2)
    metered = MeteredModel(model, budget(1000))
    with sitting():
        await metered.complete(attrs.evolve(PROMPT, repair=True))
        with pytest.raises(BackendFailed, match="a question may make no second repair of a reply"):
            await metered.complete(attrs.evolve(PROMPT, repair=True, purpose=Purpose.READING))

    assert len(model.prompts) == 1


async def test_a_sitting_keeps_what_was_said() -> None:
    """Each reply with the hash of its prompt and what was booked; what is asked outside is nobody's."""
    metered = MeteredModel(ScriptedModel(["one two", "three", "four"]), budget(1000))
    with sitting() as held:
        await metered.complete(PROMPT)
        await metered.complete(attrs.evolve(PROMPT, user="other"))
    await metered.complete(PROMPT)

    assert [(turn.completion.text, turn.cost) for turn in held.turns] == [("one two", 12), ("three", 10)]
    assert held.turns[0].prompt_hash == PROMPT.hash != held.turns[1].prompt_hash


async def test_what_costs_nothing_needs_no_ledger() -> None:
    """A model of one's own answers when the budget is overdrawn, and no call of it is entered."""

    class Free(Own):
        def price(self, completion):
            return Micros(0)

    ledger = Slow({DAY: 11}, step="reserve")
    ledger.may.set()
    purse = Budget(ledger, StoppedClock(), Micros(10), BudgetPeriod.DAY, "p1")

    assert (await MeteredModel(Free(["x"]), purse).complete(PROMPT)).text == "x"
    assert not ledger.begun.is_set()


async def test_a_bill_for_what_was_free_is_booked_and_logged() -> None:
    """Whatever is left of the budget; a question's turn tells it."""
    purse = Budget(MemoryLedger({DAY: 11}), StoppedClock(), Micros(10), BudgetPeriod.DAY, "p1")
    with structlog.testing.capture_logs() as logs, sitting() as held:
        await MeteredModel(Own(["one two"]), purse).complete(PROMPT)

    assert logs == [{"event": "spend.exceeded_reservation", "log_level": "warning", "reserved": 0, "cost": 12}]
    assert await purse.ledger.spent(DAY) == 11 + 12
    assert [turn.cost for turn in held.turns] == [12]


async def test_a_bill_that_is_no_amount_for_what_was_free_is_logged() -> None:
    """Nothing is booked: nobody knows what."""

    class Odd(Own):
        def price(self, completion):
            return Micros(-1)

    purse = budget(100)
    with structlog.testing.capture_logs() as logs:
        await MeteredModel(Odd(["x"]), purse).complete(PROMPT)

    assert logs == [{"event": "spend.unpriced", "log_level": "error", "cost": "-1", "booked": 0}]
    assert await purse.ledger.spent(DAY) == 0


async def test_an_error_that_does_not_tell_leaves_it_spent() -> None:
    """A backend that breaks may have sent its request."""
    purse = budget(100)

    with pytest.raises(AttributeError):
        await MeteredModel(ScriptedModel([AttributeError("odd")]), purse).complete(PROMPT)
    assert await purse.ledger.spent(DAY) == 30


async def test_a_request_whose_asker_is_gone_stays_spent() -> None:
    """It was sent; what it costs nobody hears."""
    sent = asyncio.Event()

    class Silent(ScriptedModel):
        async def complete(self, prompt):
            sent.set()
            await asyncio.Event().wait()

    purse = budget(100)
    task = asyncio.create_task(MeteredModel(Silent([]), purse).complete(PROMPT))
    await sent.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
    assert await purse.ledger.spent(DAY) == 30


@pytest.mark.parametrize(
    ("step", "reply", "prompts", "spent"),
    [
        ("reserve", "x", 0, 0),
        ("settle", "x", 1, 11),
        ("release", BackendFailed("no route", sent=False, failure=Failure.UNREACHABLE), 1, 0),
    ],
)
async def test_an_asker_who_goes_leaves_the_books_right(step: str, reply: str | Exception, prompts: int, spent: int) -> None:
    """Nothing is sent after it: what was reserved is given back, a bill is booked, and what never left is released."""
    ledger, model = Slow(step=step), ScriptedModel([reply])
    await cancelled(MeteredModel(model, Budget(ledger, StoppedClock(), Micros(100), BudgetPeriod.DAY, "p1")).complete(PROMPT), ledger)

    assert len(model.prompts) == prompts
    assert await ledger.spent(DAY) == spent
    assert (await ledger.periods(1))[0].reserved == 0


async def test_an_asker_who_goes_before_a_free_bill_is_booked_leaves_it_booked() -> None:
    """As any other."""
    ledger = Slow(step="settle")
    await cancelled(MeteredModel(Own(["x"]), Budget(ledger, StoppedClock(), Micros(100), BudgetPeriod.DAY, "p1")).complete(PROMPT), ledger)

    assert await ledger.spent(DAY) == 11


async def test_an_asker_who_goes_does_not_take_the_alarm_along() -> None:
    """The cap was noted as told: nobody else would sound it."""
    ledger, alarm = Slow({DAY: 80}, step="trip"), ScriptedAlarm()
    purse = Budget(ledger, StoppedClock(), Micros(100), BudgetPeriod.DAY, "p1", [alarm])
    await cancelled(MeteredModel(ScriptedModel([]), purse).complete(PROMPT), ledger)
    await purse.close()

    assert len(alarm.events) == 1


@pytest.mark.parametrize("step", ["reserve", "settle"])
async def test_what_fails_after_its_asker_has_gone_is_told_with_the_cancellation(step: str) -> None:
    """It is not lost, and the cancellation goes on."""
    ledger = Slow(step=step, fault=StoreFailed("the disk is full"))
    purse = Budget(ledger, StoppedClock(), Micros(100), BudgetPeriod.DAY, "p1")
    ended = await cancelled(MeteredModel(ScriptedModel(["x"]), purse).complete(PROMPT), ledger)

    assert repr(ended.__cause__) == "StoreFailed('the disk is full')"


def test_closing_waits_fifteen_seconds_for_an_alarm() -> None:
    """It is cut off then, and logged; the others were heard."""
    deaf, second = Deaf("deaf"), ScriptedAlarm("second")
    purse = budget(30, deaf, second)

    async def full() -> None:
        await purse.reserve(Micros(1))
        with pytest.raises(SpendCapReached):
            await purse.reserve(Micros(30))
        await purse.close()

    with structlog.testing.capture_logs() as logs:
        seconds = waited(full())

    assert seconds == pytest.approx(15, abs=0.01)
    assert logs == [{"event": "alarm.abandoned", "log_level": "error", "alarm": "deaf", "seconds": 15.0}]
    assert (deaf.ended, len(second.events)) == (True, 1)


def test_closing_waits_for_no_alarm_that_was_not_sounded() -> None:
    """At once, and again."""

    async def twice() -> None:
        purse = budget(30, Deaf())
        await purse.close()
        await purse.close()

    assert waited(twice()) == 0


async def test_a_bill_that_cannot_be_booked_loses_no_reply() -> None:
    """The worst case stays booked, and the operator is told."""

    class Locked(MemoryLedger):
        async def settle(self, reservation, cost):
            raise StoreFailed("another process holds the database")

    purse = Budget(Locked(), StoppedClock(), Micros(100), BudgetPeriod.DAY, "p1")
    with structlog.testing.capture_logs() as logs:
        completion = await MeteredModel(ScriptedModel(["one two"]), purse).complete(PROMPT)

    assert completion.text == "one two"
    assert await purse.ledger.spent(DAY) == 30
    assert logs == [{"event": "spend.unsettled", "log_level": "error", "cost": 12, "booked": 30, "error": "another process holds the database"}]
