"""Whatever is typed: the right cards or none, and nothing breaks."""

import pytest

from headjudge import Alias, Card, Face, Span
from headjudge.testing import MemoryCorpus
from headjudge_names.detector import NameDetector, detect
from headjudge_names.lexicon import Lexicons
from headjudge_names.resolvers import AliasResolver
from headjudge_names.spelling import corrections

ODD = {
    "a thousand emoji": "😀" * 1000,
    "emoji joined": "👩‍👩‍👧‍👦 " * 120,
    "one long word": "a" * 1000,
    "many unknown words": " ".join(f"qx{chr(97 + number % 26)}z" for number in range(200)),
    "many short words": "ab " * 333,
    "combining marks": "B" + "\u0301" * 200 + "lood" + "\u0489" * 200 + " Moon",
    "right to left": "\u202eבוד moon של\u202c אדום",
    "zero width": "\u200b\u200c\u200d\ufeff" * 100,
    "signs alone": "?!…—«»/\\|[]{}()<>'\"“”" * 20,
    "slashes": "/ // /// a//b /c/ //",
    "brackets": "[[[[ [a [b] ]]]] ]] [[",
    "apostrophes": "''' ' s's 's s' ’s",
    "a lone surrogate": "Blood \ud800 Moon",
    "full width": "Ｂｌｏｏｄ　Ｍｏｏｎ？" * 20,
    "line ends": "\n\r\t\u2028" * 100,
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
async def test_any_text_is_read(lexicon, text):
    """What is seen stands in it, and nothing that is no word is corrected."""
    seen = detect(text, lexicon)

    assert all(0 <= place.start < place.end <= len(text) for place in seen)
    assert corrections(text, lexicon) == ()


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
async def test_any_span_is_resolved(resolve, text):
    """To the card that it spells, or to none."""
    assert set(await resolve(text[:200])) <= {"Blood Moon"}


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("does \u200eBlood Moon\u200e stop it", ("Blood Moon",)),
        ("does Ｂｌｏｏｄ Ｍｏｏｎ stop it", ("Ｂｌｏｏｄ Ｍｏｏｎ",)),
        ("does “blood moon” stop it", ("blood moon",)),
        ("😀blood moon😀 stops it", ("blood moon",)),
        ("***Blood Moon***, _blood moon_", ("Blood Moon", "blood moon")),
    ],
)
async def test_a_name_among_odd_signs_is_seen(detect, text, spans):
    """Signs of direction, wide letters, quotes, emoji, emphasis."""
    assert await detect(text) == spans


async def test_a_zero_width_space_in_a_name_does_not_count(resolve):
    """Text that was copied has them."""
    assert await resolve("Blo\u200bod Mo\u00adon") == ("Blood Moon",)


async def test_a_card_of_signs_alone_has_no_folded_name(tmp_path):
    """It is never seen and never meant; the others are."""
    cards = [Card(str(number), name, (Face(name, "", "Thing", ""),), "normal") for number, name in enumerate(("_____", "???", "Grim Bell"))]
    lexicons, corpus = Lexicons(tmp_path), MemoryCorpus.of(cards)

    assert [span.text for span in (await NameDetector(lexicons).detect("what do _____ and ??? do to grim bell", corpus)).spans] == ["grim bell"]


async def test_nicknames_of_nothing_do_no_harm(corpus, tmp_path):
    """Signs alone, absent cards, a card's own name and a nickname listed twice."""
    odd = (
        Alias("?!", ("Blood Moon",)),
        Alias("lune", ("Nobody",)),
        Alias("blood moon", ("Humility",)),
        Alias("lune", ("Blood Moon",)),
        Alias("", ("Opt",)),
    )
    resolver, listed = AliasResolver(Lexicons(tmp_path)), corpus.with_rows(*odd)

    found = {text: await resolver.resolve(Span(text), listed) for text in ("?!", "", "blood moon", "lune")}
    assert [card.name for card in await listed.cards(found["lune"])] == ["Blood Moon"]
    assert (found["?!"], found[""], found["blood moon"]) == ([], [], [])
