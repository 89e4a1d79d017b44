"""What is seen in running text, measured."""

import json
from pathlib import Path

import pytest

from headjudge import Card, Face
from headjudge.evaluation.detection import Fate, alarms_summary, false_alarms, naming_questions, read_card_free, see, seen_summary
from headjudge.evaluation.files import QuestionsInvalid
from headjudge.evaluation.generated import Case, Named, NamingQuestion
from headjudge.pipeline import Judge
from headjudge.settings import Settings
from headjudge.steps.retrieve import Retrieval
from headjudge.testing import MemoryCalls, MemoryCorpus, ScriptedDetector, ScriptedExtractor, ScriptedResolver, ScriptedSynthesizer


def card(name: str) -> Card:
    return Card(f"id of {name}", name, (Face(name, "", "Thing", ""),), "normal")


BELL, MOTH, WORM = card("Drowning Bell"), card("Sly Moth"), card("Sly Worm")
CORPUS = MemoryCorpus.of((BELL, MOTH, WORM))
MEANINGS = {"bell": (BELL,), "bells": (BELL,), "moth": (MOTH,), "sly": (MOTH, WORM), "the sly": (MOTH, WORM)}


def judge(*seen: str) -> Judge:
    """Sees these words, and knows what bell, moth and sly mean."""
    retrieval = Retrieval(Settings(), MemoryCalls(), ())
    return Judge(ScriptedExtractor(), (ScriptedDetector(seen),), (ScriptedResolver(MEANINGS),), retrieval, ScriptedSynthesizer([]), ())


def naming(*names: tuple[str, str], text: str = "Does the bell sly moth?", closed: bool = True) -> NamingQuestion:
    named = tuple(Named(written, written, frozenset(cards.split(" | "))) for written, cards in names)
    return NamingQuestion("q", text, named, Case.LOWER, closed=closed)


@pytest.mark.parametrize(
    ("seen", "name", "fate"),
    [
        (("bell",), ("bell", "Drowning Bell"), Fate.RIGHT),
        (("the bell",), ("bell", "Drowning Bell"), Fate.LOST),
        ((), ("bell", "Drowning Bell"), Fate.MISSED),
        (("moth",), ("sly moth", "Sly Worm"), Fate.WRONG),
        (("sly",), ("sly", "Sly Moth | Sly Worm"), Fate.RIGHT),
        (("sly",), ("sly", "Sly Moth"), Fate.OFFERED),
        (("sly",), ("sly", "Drowning Bell"), Fate.LOST),
    ],
)
async def test_what_becomes_of_a_name(seen: tuple[str, ...], name: tuple[str, str], fate: Fate) -> None:
    """Its card or its choice is right; a choice too many, nothing, and another card are told apart."""
    assert (await see(judge(*seen), CORPUS, naming(name))).fates == (fate,)


async def test_a_card_that_is_not_named_is_a_stranger() -> None:
    """In a question whose names are all known; of others only what the span itself became counts."""
    known, open_ended = naming(("bell", "Drowning Bell")), naming(("bell", "Drowning Bell"), closed=False)

    assert (await see(judge("bell", "moth"), CORPUS, known)).strangers == ("Sly Moth",)
    assert (await see(judge("bell", "moth"), CORPUS, open_ended)).strangers == ()


async def test_what_card_free_questions_get_is_told() -> None:
    """Cards, and stretches about which the asker would be asked."""
    alarm = await false_alarms(judge("bell", "sly", "who"), CORPUS, "7", "who is sly at the bell")

    assert (alarm.id, alarm.cards, alarm.asked) == ("7", ("Drowning Bell",), ("who", "sly"))


async def test_figures_are_given_by_case() -> None:
    """And ordinary words in lower case apart; what is not there has no figures."""
    ordinary = NamingQuestion("o", "moth", (Named("moth", "moth", frozenset(["Sly Moth"]), ordinary=True),), Case.LOWER)
    figures = seen_summary([await see(judge("bell"), CORPUS, question) for question in (naming(("bell", "Drowning Bell")), ordinary)])

    assert (figures["all"]["names"], figures["all"]["share"], figures["all"]["missed"]) == (2, 0.5, 1)
    assert set(figures) == {"all", "lower", "ordinary words in lower case"}
    assert figures["ordinary words in lower case"]["share"] == 0.0


async def test_nothing_measured_has_no_share() -> None:
    """A share of nothing is none."""
    assert seen_summary([])["ordinary words in lower case"]["share"] is None
    assert alarms_summary([])["share"] is None


def test_only_what_means_a_card_is_read(tmp_path: Path) -> None:
    """Of a file for `judge eval names`; an owner's ending belongs to no name."""
    lines = [
        {"id": 1, "question": "Bell's?", "span": "Bell's", "expected": {"kind": "card", "name": "Drowning Bell"}},
        {"id": 2, "question": "Sly?", "span": "Sly", "expected": {"kind": "ambiguous", "candidates": ["Sly Moth", "Sly Worm"]}},
        {"id": 3, "question": "Turn?", "span": "Turn", "expected": {"kind": "not_a_card"}},
    ]
    path = tmp_path / "names.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")

    assert [(one.id, one.named[0].written, len(one.named[0].cards)) for one in naming_questions(path)] == [("1", "Bell", 1), ("2", "Sly", 2)]


def test_questions_that_list_cards_are_not_card_free(tmp_path: Path) -> None:
    """They are left out; a line that is none is told."""
    path = tmp_path / "free.jsonl"
    path.write_text('{"id": 1, "question": "Who?"}\n{"id": 2, "question": "Bell?", "cards": ["Drowning Bell"]}\n', encoding="utf-8")

    assert read_card_free(path) == [("1", "Who?")]
    path.write_text('{"id": 1}\n', encoding="utf-8")
    with pytest.raises(QuestionsInvalid, match=r"line 1 of free\.jsonl"):
        read_card_free(path)


def test_our_card_free_questions_are_many_and_name_none() -> None:
    """The file that false alarms are counted over; each question once."""
    questions = read_card_free(Path(__file__).parents[2] / "data" / "card_free.jsonl")

    assert len(questions) >= 150
    assert len({text for _, text in questions}) == len({key for key, _ in questions}) == len(questions)
