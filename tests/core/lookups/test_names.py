"""Full card names for a part of a name, as it is typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import CardName, NameKind, fold
from headjudge.lookups import Books
from headjudge.lookups.names import NameIndex

WORDS = st.lists(st.sampled_from(["Ash", "Ashen", "of", "Ember", "éa", "the", "//", "Jötun’s", "a-b", "X", "ember,"]), min_size=1, max_size=4)
NAMES = st.builds(
    lambda words, kind, card: CardName(" ".join(words), kind, card, f"Card {card}"),
    WORDS,
    st.sampled_from(NameKind),
    st.sampled_from("ABCDEFG"),
)
PARTS = st.one_of(st.text(max_size=6), st.sampled_from(["as", "ash", "of", "ember", "ea", "of e", "jo", "b", "// e", "A-B"]), WORDS.map(" ".join))


def expected(names: list[CardName], text: str) -> list[str]:
    """What is found for *text*, by looking at each name."""
    part = fold(text)
    known = [(fold(name.text), name.kind is not NameKind.CARD, name.card) for name in names if name.kind is not NameKind.SHORT]
    begin = sorted(name for name in known if name[0].startswith(part))
    hold = sorted(name for name in known if f" {part}" in name[0])
    return list(dict.fromkeys(card for *_, card in begin + hold)) if len(part) >= 2 else []


@given(st.lists(NAMES, max_size=12), PARTS, st.integers(0, 5))
def test_it_finds_what_looking_at_each_name_finds(names: list[CardName], text: str, limit: int) -> None:
    """Names that begin with it, then names that hold it from a word on, each part in alphabetical order, each card once."""
    assert list(NameIndex.of(names).complete(text, limit)) == expected(names, text)[:limit]


@given(st.lists(NAMES, max_size=12), PARTS)
def test_folding_does_not_count(names: list[CardName], text: str) -> None:
    """Case, accents and punctuation of what is typed change nothing."""
    index = NameIndex.of(names)

    assert index.complete(text, 9) == index.complete(fold(text), 9) == index.complete(f" {text.casefold()}! ", 9)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("or", ("Orla, Ash Regent", "Orla, the Lamplighter", "Overgrown Orchard")),
        ("ORLA, T", ("Orla, the Lamplighter",)),
        ("severine", ("Séverine of the Salt Stair",)),
        ("grandmothers", ("Grandmother's Thimble",)),
        ("ash", ("Ashes", "Orla, Ash Regent")),
        ("fen-l", ("Fen-Light Thief",)),
        ("light t", ("Fen-Light Thief",)),
        ("queen of", ("Moth at the Window // Queen of a Thousand Wings",)),
        ("old man", ("Hedgerow Giant",)),
        ("good dog", ("Pewter Hound",)),
        ("the", ("Moth at the Window // Queen of a Thousand Wings", "Orla, the Lamplighter", "Pewter Hound", "Séverine of the Salt Stair")),
        ("lamplight", ("Orla, the Lamplighter",)),
        ("mplight", ()),
        ("[[orl", ("Orla, Ash Regent", "Orla, the Lamplighter")),
        ("o", ()),
        (" o'", ()),
        ("", ()),
        ("\ud800\x00", ()),
    ],
)
async def test_names_of_the_practice_rulebook(books: Books, text: str, names: tuple[str, ...]) -> None:
    """Faces and printed names lead to the card; two characters are needed, folded."""
    assert await books.complete(text, 10) == names


async def test_no_more_than_were_asked_for(books: Books) -> None:
    """The first of them; none where none are."""
    assert await books.complete("or", 1) == ("Orla, Ash Regent",)
    assert await books.complete("or", 0) == await books.complete("or", -1) == ()


def test_a_card_of_that_very_name_comes_first() -> None:
    """Before a card that only has a face of the name."""
    names = [CardName("Bolt", NameKind.FACE, "1", "Arc // Bolt"), CardName("Bolt", NameKind.CARD, "2", "Bolt")]

    assert NameIndex.of(names).complete("bolt", 5) == ("Bolt", "Arc // Bolt")
