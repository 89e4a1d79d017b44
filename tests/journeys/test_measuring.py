"""Measuring and explaining over the practice rulebook, as those who tune retrieval meet them."""

from importlib.resources import files

import pytest

PRACTICE = str(files("headjudge") / "testing" / "rulebook" / "questions.jsonl")


def test_recall_is_measured_with_its_misses(judge) -> None:
    """Figures, intervals and parts, for a trial of legs over one half."""
    ran = judge("eval", "recall", PRACTICE, "--json", "--half", "even", "--without", "concepts", "--placebo", "full text", "--misses")

    assert (ran.code, ran.faults) == (0, [])
    assert (ran.body["without"], ran.body["placebo"], ran.body["half"]) == (["concepts"], ["full text"], "even")
    assert {"must@7", "full@7", "exact", "mrr", "bytes", "p95_ms", "intervals", "by_source", "by_category", "by_cards"} <= ran.body.keys()
    assert ran.body["questions"] == sum(part["questions"] for part in ran.body["by_cards"].values()) == 7
    assert [miss["id"] for miss in ran.body["misses"] if not miss["missed"]] == []


def test_several_files_are_one_measurement(judge, tmp_path) -> None:
    """What is odd about one of them is told, and does not stop the others."""
    other = tmp_path / "other.jsonl"
    other.write_text(
        '{"id": "1", "question": "Who goes first?", "card": [], "source": "other", "expected_rules": ["999.9"]}\n{"id": "2", "question": "?"}\n'
    )
    ran = judge("eval", "recall", PRACTICE, str(other))

    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines() if line.startswith(("practice rulebook", "other"))] == ["practice", "other"]
    assert ran.faults == [
        "other.jsonl: the field 'card' is not read; did you mean 'cards'?",
        "other.jsonl: 1 left out, having no expected rules",
        "expected rules that this release does not have: 999.9; what needs one counts as missed",
    ]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--without", "concept"], "no leg is called 'concept'; the legs are: "),
        (["--without", "notes", "--placebo", "notes"], "the leg 'notes' cannot be left out and be a placebo"),
    ],
)
def test_a_trial_that_cannot_be_is_refused(judge, options: list[str], told: str) -> None:
    """By the name of the leg."""
    ran = judge("eval", "recall", PRACTICE, *options)

    assert (ran.code, ran.out) == (2, "")
    assert told in " ".join(ran.err.split())


def test_a_question_is_explained(judge) -> None:
    """Reading, cards, legs, shares, what was packed, and the time of each stage."""
    ran = judge("explain", "When Drowning Bell leaves, who goes first?", "--card", "Drowning Bell", "--json")

    assert (ran.code, ran.body["outcome"]) == (0, "packed")
    assert ran.body["cards"] == [{"span": "Drowning Bell", "name": "Drowning Bell"}]
    assert {"rulings", "full text"} <= {leg["name"] for leg in ran.body["legs"] if leg["hits"]}
    assert all(sum(group["shares"].values()) == pytest.approx(group["score"], abs=0.01) for group in ran.body["groups"])
    assert {"rule", "oracle"} <= {passage["kind"] for passage in ran.body["packed"]}
    assert ran.body["bytes"] == sum(passage["bytes"] for passage in ran.body["packed"]) > 0
    assert list(ran.body["ms"]) == ["read", "cards", "legs", "fuse", "pack"]


def test_an_explanation_is_read_by_people(judge) -> None:
    """The same, as tables."""
    ran = judge("explain", "Who", "goes", "first?")

    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.split("\n\n")] == ["Question", "Leg", "Group", "Packed", "Milliseconds:"]


def test_a_name_that_is_not_there_ends_an_explanation(judge) -> None:
    """With the exit code of `judge ask`."""
    ran = judge("explain", "Does [[Lost Card]] die?")

    assert ran.code == 1
    assert "Not found: No card is called “Lost Card”." in ran.out


def test_a_card_without_a_name_is_refused(judge) -> None:
    """Signs alone name no card, not even the one whose name is a line to write on."""
    ran = judge("explain", "Who goes first?", "--card", "!!")

    assert (ran.code, ran.faults) == (2, ["--card is given without a name; write one, or leave it out"])
