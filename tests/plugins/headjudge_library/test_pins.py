"""Pins find their rules again after a renumbering."""

import gzip
from importlib import resources
from pathlib import Path

import pytest

from headjudge import Concept, Rule, Section
from headjudge_library.lists import PINS, PRACTICE, read_concepts, texts_of
from headjudge_library.pins import Pins, our_concepts, read_pins, with_hashes, write_pins

RULES = Path(__file__).resolve().parents[4] / "shared" / "data" / "rules"
RELEASE = """
The Game of Kites

Contents
1. The Sky
100. Flying

Glossary

Credits

1. The Sky

100. Flying

100.1. A kite flies
while it is held. See rule 100.2.
Example: Ann holds a kite.
It flies.

100.1a A kite that is let go drifts.

100.2 A kite drifts downwind.

2. The Ground

Glossary

Wind
It blows.
"""
TITLE = (Section("100", "Flying", "The Sky"),)
HELD = Rule("100.1", "A kite flies while it is held. See rule 100.2.", "100", "Flying")
GONE = Rule("100.1a", "A kite that is let go drifts.", "100", "Flying")
WIND = Rule("100.2", "A kite drifts downwind.", "100", "Flying")


def moved(rule: Rule, number: str, text: str | None = None) -> Rule:
    """Return *rule* under another number."""
    return Rule(number, text or rule.text, "100", rule.heading)


@pytest.fixture
def concept() -> Concept:
    """A concept with a pin on each rule of the release."""
    bare = Concept("flying", ("up",), "flies", ("100.1a", "100.1"), ("100.2",))
    held = read_pins(write_pins([bare], RELEASE))
    return Concept("flying", ("up",), "flies", bare.rules, bare.also, tuple((number, *hashes) for number, hashes in held.items()))


def test_pins_of_their_own_release_stay(concept):
    """What the tool reads in a rules text is what the loaded rules say."""
    pins = Pins.of(TITLE, (HELD, GONE, WIND))

    assert pins.hashes == {number: (text, above) for number, text, above in concept.hashes}
    assert pins.resolve(concept).rules == ("100.1a", "100.1")
    assert pins.lost(concept) == ()


def test_renumbered_rules_are_followed(concept):
    """A text that stands elsewhere now is found there, though the numbers in it changed too."""
    held = moved(HELD, "100.4", "A kite flies while it is held. See rule 100.5.")
    pins = Pins.of(TITLE, (held, moved(GONE, "100.4b"), moved(WIND, "100.1a")))

    target = pins.resolve(concept)

    assert target.rules == ("100.4b", "100.4")
    assert target.also == ("100.1a",)


def test_reworded_rule_stays_where_it_stands(concept):
    """A rule with new words under the same parent is still meant."""
    pins = Pins.of(TITLE, (HELD, moved(GONE, "100.1a", "A kite that is let go flies off."), WIND))

    assert pins.resolve(concept).rules == ("100.1a", "100.1")


def test_stranger_under_an_old_number_is_not_meant(concept):
    """A number whose text and parent are others leads nowhere, and the loss is told."""
    pins = Pins.of(TITLE, (moved(HELD, "100.1", "Ants are small."), moved(GONE, "100.1a", "An ant has six legs.")))

    assert pins.resolve(concept).rules == ("100.1",)
    assert pins.lost(concept) == ("100.1a", "100.2")


def test_pin_without_hash_needs_its_number():
    """A list without hashes holds to numbers."""
    bare = Concept("flying", (), "", ("100.1", "100.9"))

    assert Pins.of(TITLE, (HELD,)).resolve(bare).rules == ("100.1",)


def test_twins_are_told_apart_by_their_parents(concept):
    """Of two rules with one text the one under the same parent is meant."""
    other = Rule("100.3", "A ball is thrown.", "100", "Flying")
    pins = Pins.of(TITLE, (other, moved(GONE, "100.3a"), moved(HELD, "100.4"), moved(GONE, "100.4a")))

    assert pins.resolve(concept).rules == ("100.4a", "100.4")


def test_pins_of_an_absent_rule_are_refused():
    """A concept that names no rule is a mistake in the list."""
    with pytest.raises(ValueError, match=r"100\.7"):
        write_pins([Concept("flying", (), "", ("100.7",))], RELEASE)


def test_every_pin_of_our_list_is_held():
    """`pins.txt` is as new as the concepts; when it is not, `python -m headjudge_library.pins RULES` makes it."""
    held = read_pins(PINS.read_text(encoding="utf-8"))

    assert {number for concept in our_concepts() for number in (*concept.rules, *concept.also)} == held.keys()


def test_practice_concepts_name_rules_that_exist():
    """The concepts of the practice rulebook are numbered as its rules are."""
    release = (resources.files("headjudge.testing") / "rulebook" / "rules.txt").read_text(encoding="utf-8-sig")
    concepts = read_concepts(texts_of(PRACTICE))

    held = read_pins(write_pins(concepts, release))

    assert held.keys() == {number for concept in concepts for number in (*concept.rules, *concept.also)}


def rules_of(release: str) -> str:
    """The rules text of *release*."""
    path = RULES / f"MagicCompRules_{release}.txt.gz"
    if not path.is_file():
        pytest.skip("the rules text lies beside the checkout only where the project is developed")
    return gzip.decompress(path.read_bytes()).decode("utf-8-sig")


@pytest.mark.real_data
def test_pins_are_those_of_their_release():
    """The hashes in `pins.txt` are of the release that the concepts are numbered for."""
    assert write_pins(our_concepts(), rules_of("20260227")) == PINS.read_text(encoding="utf-8")


@pytest.mark.real_data
@pytest.mark.parametrize("release", ["20250404", "20250606", "20251114", "20260116"])
def test_pins_lead_into_other_releases(release):
    """In releases of the year before at most three pins in a hundred lead nowhere: rules that were made since."""
    held = read_pins(PINS.read_text(encoding="utf-8"))
    pins = Pins.of_text(rules_of(release))

    lost = {number for concept in our_concepts() for number in pins.lost(with_hashes(concept, held))}

    assert len(lost) <= 0.03 * len(held)
