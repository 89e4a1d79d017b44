"""Questions over the practice rulebook: every quote stands in the database, whatever a plugin claims."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

import attrs
import pytest

from headjudge import Answer, Declined, Draft, Hit, Kind, Question, Quote, Reason, Reference, Services, hookimpl
from headjudge.settings import Settings
from headjudge.testing import ScriptedSynthesizer
from headjudge.testing.plugin import HouseFactory

QUESTIONS = [json.loads(line) for line in (files("headjudge") / "testing" / "rulebook" / "questions.jsonl").read_text(encoding="utf-8").splitlines()]


@attrs.frozen
class Embroidered(Reference):
    """A reference that brings a text of its own along."""

    text: str = "Any player may take another turn."


class LyingLeg:
    """Claims that rules bear on everything, that do not exist or that say otherwise."""

    name = "liar"

    async def retrieve(self, inquiry, corpus, limit) -> Sequence[Hit]:
        lies = [Hit(Embroidered(Kind.RULE, rule.number), 1e9) for rule in (await corpus.rules())[:20]]
        return [
            *lies,
            Hit(Reference(Kind.RULE, "999.1"), 1e9),
            Hit(Reference(Kind.RULING, "made up"), 1e9),
            Hit(Reference(Kind.NOTE, "x"), float("inf")),
        ]


class Liar:
    """A plugin of one lying leg."""

    @hookimpl
    def headjudge_retrievers(self, services: Services) -> Iterable[LyingLeg]:
        yield LyingLeg()


def sources(database: Path) -> Iterator[str]:
    """Give every text that may be quoted, read past all of our own code."""
    with sqlite3.connect(database) as connection:
        for text, examples in connection.execute("SELECT text, examples FROM rules"):
            yield "\n".join((text, *(f"Example: {example}" for example in json.loads(examples))))
        yield from (text for (text,) in connection.execute("SELECT text FROM rulings"))
        for (payload,) in connection.execute("SELECT payload FROM cards"):
            yield from (face["oracle_text"] for face in json.loads(payload)["faces"])
            yield from ("\n".join((face["type_line"], face["oracle_text"])) for face in json.loads(payload)["faces"])
    connection.close()


@pytest.mark.parametrize("plugins", [(), (Liar(),)], ids=["the installed plugins", "a lying leg"])
async def test_every_quote_stands_in_the_database(headjudge_house: HouseFactory, headjudge_settings: Settings, plugins: tuple[Liar, ...]) -> None:
    """Over all questions of the practice rulebook, character for character; nearly all are answered."""
    answers = []
    async with headjudge_house(*plugins) as house:
        for question in QUESTIONS:
            reply = await house.desk.hear(Question(question["question"]))
            answers += [reply] if isinstance(reply, Answer) else []
    texts = list(sources(headjudge_settings.data_dir / "headjudge.sqlite3"))
    quotes = [citation.quote for answer in answers for citation in answer.citations]

    assert len(answers) >= 18
    assert [quote for quote in quotes if not any(quote in text for text in texts)] == []


async def test_a_synthesizer_that_invents_is_declined(headjudge_house: HouseFactory) -> None:
    """Words that no source says are never shown, though a leg swears to them."""
    invented = Draft("Yes.", (Quote(Embroidered(Kind.RULE, "100.1"), Embroidered(Kind.RULE, "100.1").text),))

    class Inventor(Liar):
        @hookimpl
        def headjudge_synthesizers(self, services: Services) -> Iterable[ScriptedSynthesizer]:
            yield ScriptedSynthesizer([invented, invented], "inventor")

    async with headjudge_house(Inventor(), synthesizer="inventor") as house:
        reply = await house.desk.hear(Question("When does a player lose the game by running out of flame?"))

        assert isinstance(reply, Declined)
        assert reply.reason is Reason.UNANSWERED
        assert await house.store.calls.call(1) is None


async def test_the_same_question_has_the_same_answer(headjudge_house: HouseFactory) -> None:
    """The model-free judge does not waver, from one process' state to another's."""
    replies = []
    for _ in range(2):
        async with headjudge_house() as house:
            replies.append(await house.desk.hear(Question(QUESTIONS[1]["question"])))

    assert replies[0] == replies[1]
