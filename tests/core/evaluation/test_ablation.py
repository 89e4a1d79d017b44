"""What each leg is worth."""

import pytest

from headjudge.evaluation.ablation import Figure, ablate

TEXTS = [f"Question {number}?" for number in range(12)]
RIGHT = {text: [f"{101 + number}.1"] for number, text in enumerate(TEXTS)}


@pytest.fixture
def questions(expecting):
    """Twelve questions, each decided by a rule of its own."""
    return [expecting(text, *RIGHT[text], full=tuple(RIGHT[text])) for text in TEXTS]


async def test_a_leg_that_alone_is_right_is_worth_everything(corpus, judging, knowing, questions) -> None:
    """Without it, and with it answering another question, nothing is found."""
    ablation = await ablate(judging(knowing(RIGHT, "right"), knowing({}, "idle")), corpus, questions)

    assert (ablation.questions, ablation.whole["must@7"]) == (12, Figure(1.0, (1.0, 1.0)))
    assert ablation.without["right"]["must@7"] == Figure(-1.0, (-1.0, -1.0))
    assert ablation.placebo["right"]["full@7"] == Figure(-1.0, (-1.0, -1.0))


async def test_an_idle_leg_changes_nothing(corpus, judging, knowing, questions) -> None:
    """Either way."""
    ablation = await ablate(judging(knowing(RIGHT, "right"), knowing({}, "idle")), corpus, questions)

    assert {figure for kind in (ablation.without, ablation.placebo) for figure in kind["idle"].values()} == {Figure(0.0, (0.0, 0.0))}


async def test_a_leg_that_is_in_the_way_is_seen(corpus, judging, knowing, questions) -> None:
    """Without it more is found."""
    noise = {text: [f"{number}.1a" for number in range(113, 121)] for text in TEXTS}
    ablation = await ablate(judging(knowing(RIGHT, "right", 0.1), knowing(noise, "noise")), corpus, questions)

    assert ablation.whole["must@7"].mean == 0.0
    assert ablation.without["noise"]["must@7"] == Figure(1.0, (1.0, 1.0))


async def test_every_leg_is_asked_once_a_question(corpus, judging, knowing, questions) -> None:
    """However many trials there are: a leg may be slow."""
    legs = [knowing(RIGHT, "one"), knowing(RIGHT, "two")]
    await ablate(judging(*legs), corpus, questions)

    assert [leg.asked for leg in legs] == [TEXTS, TEXTS]
