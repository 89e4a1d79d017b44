"""What model backends, embedders and alarms promise."""

import datetime
from collections.abc import Sequence
from typing import Final

import attrs
import numpy as np
import pytest

from headjudge.domain.prompts import Prompt
from headjudge.errors import BackendFailed
from headjudge.roles import Alarm, Embedder, Event, ModelBackend

__all__ = ["AlarmContract", "EmbedderContract", "ModelBackendContract"]

PROMPT: Final = Prompt("You repeat what you are told, word for word.", "Say exactly this word and nothing else: gloamwick", 64)
LANTERN: Final = "A creature with gloamwick hums at every lantern."
NEAR: Final = "Every lantern: a creature hums at it with gloamwick."
FAR: Final = "Shuffle your deck, then draw six cards."


@pytest.mark.asyncio
class ModelBackendContract:
    """Every promise of `ModelBackend`. A subclass gives the fixtures `model`, which does as it is told, and `failing_model`."""

    @pytest.fixture
    def model(self) -> ModelBackend:
        """The backend under test, before a model that repeats what it is told."""
        raise NotImplementedError("give the fixture `model`")

    @pytest.fixture
    def failing_model(self) -> ModelBackend:
        """The backend before a model that does not answer."""
        raise NotImplementedError("give the fixture `failing_model`")

    async def test_it_plays_the_role(self, model: ModelBackend) -> None:
        """It has all that a `ModelBackend` must have, and a name."""
        assert isinstance(model, ModelBackend)
        assert model.name.strip()

    async def test_the_planted_word_comes_back(self, model: ModelBackend) -> None:
        """What the model says is the completion's text, with the usage it reports."""
        completion = await model.complete(PROMPT)

        assert "gloamwick" in completion.text
        assert completion.input_tokens > 0
        assert 0 < completion.output_tokens <= PROMPT.max_tokens

    async def test_no_price_passes_the_worst_case(self, model: ModelBackend) -> None:
        """What a prompt costs is at most what was said before."""
        assert 0 <= model.price(await model.complete(PROMPT)) <= model.worst_case(PROMPT)

    async def test_the_worst_case_grows_with_the_prompt(self, model: ModelBackend) -> None:
        """A longer prompt, and more tokens allowed, cost no less; a price is a whole number of micro-dollars."""
        worst = model.worst_case(PROMPT)

        assert isinstance(worst, int)
        assert model.worst_case(attrs.evolve(PROMPT, user=PROMPT.user * 100)) >= worst
        assert model.worst_case(attrs.evolve(PROMPT, max_tokens=6400)) >= worst

    async def test_a_failure_is_one_sentence(self, failing_model: ModelBackend) -> None:
        """A model that does not answer is `BackendFailed`, in one line."""
        with pytest.raises(BackendFailed) as caught:
            await failing_model.complete(PROMPT)

        assert str(caught.value).strip()
        assert "\n" not in str(caught.value)


@pytest.mark.asyncio
class EmbedderContract:
    """Every promise of `Embedder`. A subclass gives the fixture `embedder`."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        """The embedder under test."""
        raise NotImplementedError("give the fixture `embedder`")

    async def test_it_plays_the_role(self, embedder: Embedder) -> None:
        """It has all that an `Embedder` must have: a vector space's name and a dimension."""
        assert isinstance(embedder, Embedder)
        assert embedder.name.strip()
        assert embedder.dimension > 1

    async def test_the_planted_neighbour_is_near(self, embedder: Embedder) -> None:
        """A text that says the same is nearer than one that speaks of something else."""
        lantern, near, far = await embedder.embed([LANTERN, NEAR, FAR])

        assert float(lantern @ near) > float(lantern @ far) + 0.1

    @pytest.mark.parametrize("texts", [(), (LANTERN,), (LANTERN, "", "?", FAR * 50)])
    async def test_each_text_has_a_unit_vector(self, embedder: Embedder, texts: Sequence[str]) -> None:
        """There is one float32 vector of length 1 for each text, of the dimension that was named."""
        vectors = await embedder.embed(texts)

        assert vectors.dtype == np.float32
        assert vectors.shape == (len(texts), embedder.dimension)
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)

    async def test_vectors_stand_in_the_order_of_the_texts(self, embedder: Embedder) -> None:
        """A text's vector is the same alone and among others."""
        together = await embedder.embed([FAR, LANTERN, NEAR])
        alone = await embedder.embed([LANTERN])

        assert np.allclose(together[1], alone[0], atol=1e-3)

    async def test_the_worst_case_is_known(self, embedder: Embedder) -> None:
        """What a call can cost is a whole number of micro-dollars, and no less for more texts."""
        assert isinstance(embedder.worst_case([LANTERN]), int)
        assert 0 <= embedder.worst_case([LANTERN]) <= embedder.worst_case([LANTERN, FAR])


@pytest.mark.asyncio
class AlarmContract:
    """Every promise of `Alarm`. A subclass gives the fixture `alarm` and says what was `heard`."""

    @pytest.fixture
    def alarm(self) -> Alarm:
        """The alarm under test."""
        raise NotImplementedError("give the fixture `alarm`")

    def heard(self, alarm: Alarm) -> Sequence[str]:
        """Return what arrived at the operator so far, a text an event."""
        raise NotImplementedError("say how to read what arrived")

    async def test_it_plays_the_role(self, alarm: Alarm) -> None:
        """It has all that an `Alarm` must have, and a name."""
        assert isinstance(alarm, Alarm)
        assert alarm.name.strip()

    async def test_the_planted_event_arrives(self, alarm: Alarm) -> None:
        """The event's sentence reaches the operator, once."""
        sentence = "The spend cap of 5 USD for 2026-03-01 is reached; model calls are refused."

        await alarm.sound(Event("spend_cap", sentence, datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC)))

        assert [sentence in text for text in self.heard(alarm)] == [True]
