"""What is embedded of the rules."""

from headjudge import Rule
from headjudge_faiss.texts import group_texts, rule_texts


def test_a_rule_stands_under_its_heading_without_numbers() -> None:
    """What a renumbering changes is masked; examples are left out."""
    rule = Rule("702.19b", "See rule 702.2c and section 7, 613.", "702", "Keyword Abilities: Swoop", ("An example.",))

    assert rule_texts([rule]) == {"702.19b": "Keyword Abilities: Swoop. See rule # and section 7, #."}


def test_a_group_is_the_text_of_all_its_rules() -> None:
    """Under the heading of the first, by the parent's number."""
    rules = [Rule("100.1", "A kite.", "100", "Kites"), Rule("100.1a", "It flies.", "100", "Kites"), Rule("100.2", "A gust.", "100", "Gusts")]

    assert group_texts(rules) == {"100.1": "Kites. A kite. It flies.", "100.2": "Gusts. A gust."}
