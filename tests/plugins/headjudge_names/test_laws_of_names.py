"""What holds for every name and every text."""

import asyncio

import hypothesis.strategies as st
import pytest
from hypothesis import assume, given

from headjudge import fold
from headjudge.testing import MemoryCorpus
from headjudge_names.detector import detect
from headjudge_names.harvest import gather, reap
from headjudge_names.lexicon import Lexicon, compile_lexicon
from headjudge_names.readings import readings
from headjudge_names.resolvers import near_cards
from headjudge_names.trigrams import Trigrams

LONG = 9
LETTERS = st.sampled_from("abcdefghijklmnopqrstuvwxyz")


@pytest.fixture(scope="module")
def ready(corpus: MemoryCorpus) -> Lexicon:
    """The lexicon of the small corpus, compiled once."""
    return asyncio.run(_compiled(corpus))


async def _compiled(corpus: MemoryCorpus) -> Lexicon:
    return compile_lexicon(reap(await gather(corpus)), await corpus.aliases())


@given(
    pick=st.integers(0, 10_000),
    place=st.integers(0, 10_000),
    letter=LETTERS,
    kept=st.integers(0, 1),
    skipped=st.integers(0, 1),
)
def test_one_wrong_letter_in_a_long_name_is_seen_through(ready, pick, place, letter, kept, skipped):
    """Another letter, one too many or one too few: its card is found, alone or among those offered."""
    long = sorted(key for key in ready.exact if len(key) >= LONG)
    name = long[pick % len(long)]
    at = 1 + place % (len(name) - 2)
    written = fold(name[:at] + letter * kept + name[at + skipped :])
    assume(written.count("//") == name.count("//"))  # a letter between the slashes parts three faces

    assert set(ready.exact[name]) <= set(near_cards(written, ready))


def test_every_name_is_read_as_itself_first(ready):
    """The name as it stands is the first reading of it."""
    assert [name for name in ready.exact if readings(name)[0] != name] == []


@given(st.text(max_size=200))
def test_sightings_are_stretches_that_do_not_overlap(ready, text):
    """Whatever the text, places lie within it, in order, one behind the other, and hold something."""
    seen = detect(text, ready)

    edges = [edge for place in seen for edge in (place.start, place.end)]
    assert edges == sorted(edges)
    assert all(text[place.start : place.end].strip() and place.end <= len(text) for place in seen)


@given(st.text(max_size=60))
def test_readings_are_folded(text):
    """Each reading is as the corpus folds names, and none is blank."""
    assert all(form and fold(form) == form for form in readings(text))


@given(st.lists(st.text("abc d", min_size=1, max_size=8), min_size=1, max_size=20, unique=True))
def test_a_key_shares_all_its_trigrams_with_itself(keys):
    """Counting over all keys at once counts each as if it were alone."""
    index = Trigrams(keys)

    for place, key in enumerate(keys):
        shared, size = index.shared(key)
        assert shared[place] == size == index.sizes[place]
