"""Names, measured."""

from headjudge.evaluation.names import NameQuestion, NameResult, names_summary


def became(category: str, *, right: bool, wrong_card: bool = False) -> NameResult:
    return NameResult(NameQuestion("1", category, "Bell?", "Bell", "card", frozenset(["Drowning Bell"])), "-", right, wrong_card)


def test_names_are_counted_by_category() -> None:
    """Beside the figures of all, which stay as they were."""
    found = names_summary([became("typo", right=True), became("typo", right=False, wrong_card=True), became("face", right=True)])

    assert found == {
        "n": 3,
        "accuracy": 0.6667,
        "wrong_card": 1,
        "by_category": {
            "face": {"n": 1, "accuracy": 1.0, "wrong_card": 0},
            "typo": {"n": 2, "accuracy": 0.5, "wrong_card": 1},
        },
    }


def test_no_name_has_no_accuracy() -> None:
    """A share of nothing is none."""
    assert names_summary([]) == {"n": 0, "accuracy": None, "wrong_card": 0, "by_category": {}}
