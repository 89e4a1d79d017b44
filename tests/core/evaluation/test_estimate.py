"""What a run would cost, told without sending anything."""

from collections.abc import Iterable

import pytest

from headjudge import Completion, Micros, Prompt, hookimpl
from headjudge.evaluation.answers import Known
from headjudge.evaluation.estimate import Estimate, backend_for, estimate_answers, estimate_grades, left_of
from headjudge.evaluation.grading import Grader
from headjudge.metering import MeteredModel
from headjudge.settings import Settings
from headjudge.testing import ScriptedModel

QUESTIONS = tuple(Known(str(number), "s", f"May I draw {number} cards?", answer="Yes.") for number in range(12))


class Pricing(ScriptedModel):
    """A model that remembers what it was asked to price; a token costs a micro-dollar, and any call at worst a thousand."""

    def __init__(self) -> None:
        super().__init__([])
        self.priced: list[Completion] = []
        self.weighed: list[Prompt] = []
        self.closed = False

    def worst_case(self, prompt: Prompt) -> Micros:
        self.weighed.append(prompt)
        return Micros(1000)

    def price(self, completion: Completion) -> Micros:
        self.priced.append(completion)
        return Micros(completion.input_tokens + completion.output_tokens)

    @property
    def total(self) -> int:
        """The tokens of all that was priced."""
        return sum(one.input_tokens + one.output_tokens for one in self.priced)

    async def close(self) -> None:
        self.closed = True


class Plugin:
    """Gives the model."""

    def __init__(self) -> None:
        self.model = Pricing()
        self.asked_for: list[str] = []

    @hookimpl
    def headjudge_models(self, settings: Settings) -> Iterable[Pricing]:
        """Give it, whatever it is to be called."""
        self.asked_for.append(settings.model)
        yield self.model


@pytest.fixture
def plugin() -> Plugin:
    return Plugin()


async def test_answers_are_priced_by_the_prompts_themselves(headjudge_house, plugin: Plugin) -> None:
    """Reading and draft of a few questions, for all of them; at worst five calls each. Nothing is sent or reserved."""
    async with headjudge_house(plugin, model="big", extract_model="small", model_backend="scripted") as house:
        corpus = await house.store.corpora.current()
        estimate = await estimate_answers(house, corpus, QUESTIONS, plugin.model)
        left = await left_of(house.budget)

    assert estimate.worst == 12 * 5 * 1000
    assert [one.model for one in plugin.model.priced] == ["small", "big"] * 4
    assert estimate.likely == 12 * plugin.model.total // 4
    assert {one.output_tokens for one in plugin.model.priced} == {600}
    assert (plugin.model.prompts, left) == ([], 5_000_000)


async def test_nothing_to_ask_costs_nothing(headjudge_house, plugin: Plugin) -> None:
    """A run that is done can be shown again."""
    async with headjudge_house(plugin, model="big", model_backend="scripted") as house:
        assert await estimate_answers(house, await house.store.corpora.current(), (), plugin.model) == Estimate(Micros(0), Micros(0))


async def test_grades_are_priced_by_two_votes_and_three(headjudge_house, plugin: Plugin) -> None:
    """As a rule two agree; at worst there are three."""
    async with headjudge_house(plugin, model="big", model_backend="scripted") as house:
        grader = Grader(MeteredModel(plugin.model, house.budget), "Grade.", 100)
        estimate = estimate_grades(grader, QUESTIONS, plugin.model, "big")

    assert estimate.worst == 12 * 3 * 1000
    assert estimate.likely == 2 * plugin.model.total
    assert {(one.model, one.output_tokens) for one in plugin.model.priced} == {("big", 100)}


async def test_a_backend_is_lent_and_closed(headjudge_house, plugin: Plugin) -> None:
    """That of the settings given, of the kind that they name."""
    async with headjudge_house(plugin, model="big", model_backend="scripted") as house:
        settings = Settings(model="other", model_backend="scripted")
        async with backend_for(house, settings) as backend:
            assert (backend, plugin.model.closed) == (plugin.model, False)

        assert (plugin.asked_for[-1], plugin.model.closed) == ("other", True)


def test_estimates_are_added() -> None:
    """Likely to likely, worst to worst."""
    assert Estimate(Micros(1), Micros(2)) + Estimate(Micros(10), Micros(20)) == Estimate(Micros(11), Micros(22))
