"""Passages and briefs."""

from headjudge import Brief, Inquiry, Kind, Passage, Question, Reading, Reference, text_hash

RULE = Passage(Reference(Kind.RULE, "702.19b"), "702.19b", "Größe zählt.")
RULING = Passage(Reference(Kind.RULING, "abc"), "Ruling, Card", "Yes.")
BRIEF = Brief(
    Inquiry(Reading(Question("?"))), (RULE, RULING, Passage(Reference(Kind.RULE, "702.19"), "702.19", "Trample")), 1, "practice", "20090601"
)


def test_a_passage_knows_its_group_size_and_hash() -> None:
    """A rule's group is its parent; size is in bytes of UTF-8."""
    assert (RULE.group, RULING.group) == ("702.19", "abc")
    assert RULE.size == 15
    assert RULE.hash == text_hash("Größe zählt.")


def test_a_brief_finds_what_was_packed() -> None:
    """By reference; what was not packed is None."""
    assert BRIEF.find(Reference(Kind.RULING, "abc")) == RULING
    assert BRIEF.find(Reference(Kind.RULE, "abc")) is None


def test_a_brief_lists_groups_once_and_adds_up_bytes() -> None:
    """Groups are those of rules alone, in the order shown."""
    assert BRIEF.groups == ("702.19",)
    assert BRIEF.size == 15 + 4 + 7
    assert str(RULE.reference) == "rule:702.19b"
