"""The gold questions can be relied upon."""

import gzip
import json
import re
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[1] / "data"
FILES = ("gold_open.jsonl", "gold_held.jsonl")
VOICES = {"chat", "newcomer", "careful"}


def questions(name: str) -> list[dict]:
    """The questions of a gold file."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", FILES)
def test_every_question_has_a_whole_key(name):
    """Rules, a verdict, facts and mistakes; ids are its own."""
    asked = questions(name)

    assert all(q["question"] and q["answer"] and q["key_facts"] and q["forbidden_mistakes"] and q["voice"] in VOICES for q in asked)
    assert all(q["must_cite"] and all(q["must_cite"]) for q in asked)
    assert len({q["id"] for q in asked}) == len(asked)


def test_two_thirds_name_cards():
    """In both halves alike, and there are enough of them."""
    naming = [sum(bool(q["cards"]) for q in questions(name)) for name in FILES]

    assert sum(len(questions(name)) for name in FILES) >= 120
    assert naming == [49, 49]


def test_halves_share_no_question():
    """What was tuned on is not scored as unseen."""
    opened, held = ({q["question"].casefold() for q in questions(name)} for name in FILES)

    assert not opened & held


@pytest.mark.real_data
@pytest.mark.parametrize("name", FILES)
def test_keys_name_rules_and_cards_that_exist(name, real_data):
    """In the release that they are numbered for."""
    text = gzip.decompress((real_data / "rules" / "MagicCompRules_20260227.txt.gz").read_bytes()).decode("utf-8-sig")
    numbers = set(re.findall(r"^(\d{3}\.\d+[a-z]*)\.? ", text.replace("\r", "\n"), re.MULTILINE))
    with gzip.open(real_data / "cards" / "oracle_cards.jsonl.gz", "rt", encoding="utf-8") as lines:
        cards = {re.search(r'"name": ?"((?:[^"\\]|\\.)*)"', line)[1] for line in lines}

    asked = questions(name)

    assert {number for q in asked for alternatives in q["must_cite"] for number in alternatives} <= numbers
    assert {card for q in asked for card in q["cards"]} <= {json.loads(f'"{card}"') for card in cards}
