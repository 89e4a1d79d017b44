"""How a reader takes an answer."""

import pytest

from headjudge.appearance import as_read, numbers_named, overrides, words_quoted


@pytest.mark.parametrize(
    ("answer", "numbers"),
    [
        ("Rules 702.19b and 100.1.", ("702.19b", "100.1")),
        ("exactly 100 cards, 2.5 each, 1000.5 in all", ()),
        ("107.3i. Next", ("107.3i",)),
        ("702.19 a creature", ("702.19",)),
        ("702.19 and I say so", ("702.19",)),
        ("702.19 X is 3", ("702.19",)),
        ("702.19’s", ("702.19",)),
        ("exactly 100. 2nd, it dies", ()),
        ("**702.19b**, then", ("702.19b",)),
        ("702.19b–d", ("702.19b", "702.19d")),
        ("702.19(b)", ("702.19", "702.19b")),
        ("702.19b or c", ("702.19b", "702.19c")),
        ("²702.19b", ("702.19b",)),
        ("7O2.l9b", ("702.19b",)),
    ],
)
def test_the_numbers_an_answer_names(answer: str, numbers: tuple[str, ...]) -> None:
    """What stands beside a number does not hide it, and what is no number is none."""
    assert set(numbers_named(answer)) == set(numbers)


@pytest.mark.parametrize(
    ("answer", "quoted"),
    [
        ("It says “all of it” here.", ["all of it"]),
        ('It says “all of it" here.', ["all of it"]),
        ('"one of them" is not "all of it"', ["one of them", "all of it"]),
        ("‘the opponents’ creatures die’", ["the opponents’ creatures die"]),
        ("‘the opponents’ creatures’ die", ["the opponents’ creatures"]),
        ("‘Tireless’ and that’s the opponents’ loss", ["Tireless"]),
        ("‘players’ creatures win the games’ is so", ["players’ creatures win the games"]),
        ("It gains “You may ‘look at it.’” And that’s the opponents’ loss", ["You may ‘look at it.’", "look at it."]),
        ("‘what each player has’ is the players’ own", ["what each player has"]),
        ("The opponents’ creatures don’t see the players’ hands.", []),
        ("the 'all of it' rule", ["all of it"]),
        ("see `all of it` there", ["all of it"]),
        ("«all of it», „none of it“", ["all of it", "none of it"]),
        ("<q>all of it</q>", ["all of it"]),
        ("It says:\n\n> all of it\nand more\n\nSo it dies.", ["all of it\nand more"]),
        ("> **702.19b** all of it — rule 702.19b", ["all of it"]),
        ("4 > 3 and 3 > 2", []),
    ],
)
def test_the_words_an_answer_quotes(answer: str, quoted: list[str]) -> None:
    """In marks of any kind, or in a block quote; an apostrophe quotes nothing, and seldom closes."""
    assert [words.strip() for words in words_quoted(answer)] == quoted


def test_what_is_not_seen_is_not_read() -> None:
    """Letters are plain and small, and dots are dots."""
    assert as_read("ＣＲ 7\u200b02\u20e3·１９\u00adＢ") == "cr 702.19b"


def test_text_that_is_turned_round_is_found() -> None:
    """Whoever overrides the direction shows something else than is written."""
    assert overrides("see \u202eb91.207") == "\u202e"
    assert overrides("שלום") is None


@pytest.mark.parametrize("filler", [" ", "\t", ".", "\u00a0", "-", "7"])
def test_a_long_run_of_nothing_is_read_at_once(filler: str) -> None:
    """In a block quote too: nobody can stop the judge with blanks. A label at its end is still found."""
    run = filler * 4000

    assert words_quoted(f"> It{run}can") == (f"It{run}can",)
    labelled = words_quoted(f"> Lamps burn{run}. (702.19b)")[0]
    assert (labelled.startswith("Lamps burn"), "702" in labelled) == (True, False)
