"""Fusing the legs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import Hit, Kind, Reference
from headjudge.steps.fuse import LENDERS, Tally, fuse, strongest, tally


def rule(number: str) -> Reference:
    """A reference to a rule."""
    return Reference(Kind.RULE, number)


def hits(**scores: float) -> list[Hit]:
    """Hits on rules; ``r100_1a=2.0`` is 100.1a."""
    return [Hit(rule(name[1:].replace("_", ".")), score) for name, score in scores.items()]


def same(_: str) -> float:
    """Every leg weighs the same."""
    return 1.0


def test_scales_of_legs_do_not_count():
    """Each leg's scores are divided by their maximum, then weighted and summed."""
    legs = {"bm25": hits(r100_1=20.0, r100_2=10.0), "pins": hits(r100_2=0.5)}

    ranking = fuse(legs, {"bm25": 0.5, "pins": 2.0}.__getitem__, {})

    assert dict(ranking.references) == pytest.approx({rule("100.2"): 2.25, rule("100.1"): 0.5})
    assert [group for group, _ in ranking.groups] == ["100.2", "100.1"]


def test_group_counts_its_best_rule_of_each_leg():
    """Many weak sub-rules do not outweigh a strong one."""
    legs = {"bm25": hits(r100_1a=1.0, r200_1a=0.6, r200_1b=0.6, r200_1c=0.6), "pins": hits(r100_1b=1.0)}

    ranking = fuse(legs, same, {})

    assert dict(ranking.groups) == pytest.approx({"100.1": 2.0, "200.1": 0.6})


def test_other_kinds_are_ranked_and_no_groups():
    """A ruling is a reference, not a group of rules; a leg's rules are measured by its best rule."""
    ruling = Reference(Kind.RULING, "0" * 12)

    ranking = fuse({"rulings": [Hit(ruling, 4.0), *hits(r100_1=1.0)]}, same, {})

    assert ranking.of(Kind.RULING) == ((ruling, 1.0),)
    assert ranking.of(Kind.RULE) == ((rule("100.1"), 0.25),)
    assert ranking.groups == (("100.1", 1.0),)


def test_group_lends_to_those_it_cites():
    """A tenth of a group's score goes to each group that it names, found by a leg or not; never to itself."""
    ranking = fuse({"pins": hits(r100_1=1.0, r200_1=0.5)}, same, {"100.1": ("200.1", "300.1", "100.1"), "200.1": ("300.1",)})

    assert dict(ranking.groups) == pytest.approx({"100.1": 1.0, "200.1": 0.6, "300.1": 0.15})


def test_only_the_first_groups_lend():
    """What a group far down cites is not pulled in."""
    legs = {"bm25": [Hit(rule(f"100.{n}"), 100.0 - n) for n in range(1, LENDERS + 2)]}

    ranking = fuse(legs, same, {f"100.{LENDERS}": ("200.1",), f"100.{LENDERS + 1}": ("300.1",)})

    assert "200.1" in dict(ranking.groups)
    assert "300.1" not in dict(ranking.groups)


def test_ties_stand_in_the_order_of_their_numbers():
    """A ranking can be repeated."""
    ranking = fuse({"pins": hits(r200_1=1.0, r100_2=1.0, r100_1=1.0)}, same, {})

    assert [group for group, _ in ranking.groups] == ["100.1", "100.2", "200.1"]


def test_repeated_reference_counts_once():
    """A leg that gives a reference twice says it as loudly as the louder of the two."""
    ranking = fuse({"pins": [*hits(r100_1=1.0), *hits(r100_1=2.0), *hits(r100_2=2.0)]}, same, {})

    assert dict(ranking.references) == pytest.approx({rule("100.1"): 1.0, rule("100.2"): 1.0})


def test_worthless_hits_do_not_count():
    """A score of nothing or less is no hit, and a leg of such hits is no leg."""
    ranking = fuse({"pins": hits(r100_1=0.0, r100_2=-1.0), "bm25": []}, same, {})

    assert ranking.references == ()
    assert ranking.groups == ()


NUMBERS = st.sampled_from(["100.1", "100.1a", "100.2", "200.1", "200.1b", "200.1c"])
LEGS = st.dictionaries(
    st.sampled_from(["bm25", "pins", "notes"]), st.lists(st.builds(lambda n, s: Hit(rule(n), s), NUMBERS, st.floats(0.01, 100)), max_size=6)
)


@given(LEGS, st.floats(0.5, 50))
def test_scale_of_a_leg_changes_nothing(legs, factor):
    """A leg that multiplies its scores by anything is ranked the same."""
    scaled = {leg: [Hit(hit.reference, hit.score * factor) for hit in found] for leg, found in legs.items()}

    assert dict(fuse(scaled, same, {}).references) == pytest.approx(dict(fuse(legs, same, {}).references))


@given(LEGS)
def test_order_of_legs_and_hits_changes_nothing(legs):
    """Whoever answers first has no advantage."""
    turned = {leg: found[::-1] for leg, found in reversed(legs.items())}

    assert fuse(turned, same, {"100.1": ("200.1",)}) == fuse(legs, same, {"100.1": ("200.1",)})


@given(LEGS)
def test_ranking_is_in_falling_order_and_whole(legs):
    """Every hit is ranked, best first."""
    ranking = fuse(legs, same, {})

    scores = [score for _, score in ranking.references]
    assert scores == sorted(scores, reverse=True)
    assert {reference for reference, _ in ranking.references} == {hit.reference for found in legs.values() for hit in found}


def counted(**scores: float) -> Tally:
    """A tally of rules, as that of one leg."""
    return tally({"bm25": hits(**scores)}, lambda _: max(scores.values()), {})


def test_question_without_paraphrases_keeps_its_ranking():
    """Nothing is scaled."""
    assert strongest(counted(r100_1=1.0, r200_1=0.5), []) == counted(r100_1=1.0, r200_1=0.5)


def test_best_paraphrase_counts_not_their_mean():
    """A rule that one of them finds is not drowned by those that find other rules."""
    found = strongest(counted(r100_1=0.5), [counted(r200_1=1.0), counted(r100_2=0.4)])

    assert dict(found.groups) == pytest.approx({"200.1": 0.95 + 0.2, "100.1": 0.5, "100.2": 0.95 * 0.4 + 0.2 * 0.4})


def test_what_several_paraphrases_find_rises():
    """Each adds a little."""
    ranking = strongest(counted(r100_1=1.0), [counted(r100_1=0.9, r200_1=1.0), counted(r100_1=0.9)]).ranking()

    assert ranking.groups[0] == ("100.1", pytest.approx(1.0 + 0.2 * 1.8))
