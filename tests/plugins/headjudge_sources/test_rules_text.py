"""The rules text becomes release, sections, rules and glossary, whatever its encoding and line ends."""

import datetime
import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from headjudge import Section, SourceFailed
from headjudge_sources.rules_text import RulesText, read_rules

SMALL = """The Rules of Pebbles

These rules are effective as of March 9, 2031.

Contents

1. Play
100. Basics
101. Knacks

2. Scores
200. Counting

Glossary

Credits

1. Play

100. Basics

100.1. Two players play with pebbles.
     A stone is no pebble.

100.2 A pebble is round.
Example: A marble is “round.”
Example: A brick isn’t.
Two bricks aren’t either.

101. Knacks

101.1. Some pebbles can do more.

101.2. Rolling

101.2a A pebble with rolling moves twice:
1. Once at first.

101.2aa It stops then.

101.3. Away We Go!

2. Scores

200. Counting

200.1. Every pebble counts one (see rule 100.1).

Glossary

Pebble
What is played with.
See rule 100, “Basics.”

Rolling, “Rolls,” Rolled (Obsolete)
A knack.


Credits

Found on a beach.
"""


def read(text: str) -> RulesText:
    return read_rules(text.encode(), "the rules text")


def rule(number: str, text: str = SMALL):
    return next(rule for rule in read(text).rules if rule.number == number)


def test_the_release_is_the_day_from_which_the_text_is_effective():
    """The line "effective as of" gives the release."""
    assert read(SMALL).release.date == datetime.date(2031, 3, 9)


def test_the_release_comes_first():
    """The rows of a rules shelf begin with the release."""
    text = read(SMALL)

    assert text.rows[0] == text.release
    assert len(text.rows) == 1 + 3 + 8 + 2


def test_a_section_knows_its_chapter():
    """Sections carry their title and their chapter's title."""
    assert read(SMALL).sections == (Section("100", "Basics", "Play"), Section("101", "Knacks", "Play"), Section("200", "Counting", "Scores"))


def test_the_contents_are_no_rules():
    """Every number is read once, though sections stand in the contents too."""
    assert [rule.number for rule in read(SMALL).rules] == ["100.1", "100.2", "101.1", "101.2", "101.2a", "101.2aa", "101.3", "200.1"]


def test_a_further_paragraph_belongs_to_its_rule():
    """An indented paragraph goes on with the rule above it."""
    assert rule("100.1").text == "Two players play with pebbles.\nA stone is no pebble."


def test_examples_belong_to_the_rule_above_them():
    """Each example is the rule's above it, and a paragraph after an example is the example's."""
    assert rule("100.2").examples == ("A marble is “round.”", "A brick isn’t.\nTwo bricks aren’t either.")
    assert rule("100.1").examples == ()


def test_a_rule_number_may_lack_its_dot():
    """A parent rule without the dot after its number is read like any other."""
    assert rule("100.2").text == "A pebble is round."


def test_a_numbered_list_is_no_chapter():
    """A line "1. …" that the contents do not announce goes on with its rule."""
    assert rule("101.2a").text == "A pebble with rolling moves twice:\n1. Once at first."


def test_a_sub_rule_is_headed_by_its_title():
    """Where the parent rule is a bare title, its sub-rules are headed by section and title."""
    assert rule("101.2a").heading == "Knacks: Rolling"
    assert rule("101.3").heading == "Knacks: Away We Go!"


def test_a_parent_that_is_a_sentence_heads_nothing():
    """A parent rule that says something is no heading."""
    assert rule("100.1").heading == "Basics"


def test_the_glossary_is_read_by_blocks():
    """A glossary entry has its terms and the text of its further lines."""
    pebble, rolling = read(SMALL).glossary

    assert (pebble.terms, pebble.text) == (("Pebble",), "What is played with.\nSee rule 100, “Basics.”")
    assert rolling.terms == ("Rolling", "Rolls", "Rolled")


def test_a_glossary_term_may_be_credits():
    """The last heading "Credits" ends the glossary."""
    text = SMALL.replace("Pebble\nWhat", "Credits\nThanks.\n\nPebble\nWhat")

    assert read(text).glossary[0].terms == ("Credits",)
    assert len(read(text).glossary) == 3


@pytest.mark.parametrize("end", ["\r\n", "\r", "\r\r\n"])
def test_line_ends_do_not_matter(end):
    """CRLF, lone CR and CR CR LF read like LF."""
    assert read(SMALL.replace("\n", end)) == read(SMALL)


@given(st.lists(st.sampled_from(["\n", "\r\n", "\r\r\n"]), min_size=80, max_size=80))
def test_mixed_line_ends_do_not_matter(ends):
    """Every line may end in its own way."""
    mixed = iter(ends * 2)
    text = re.sub("\n", lambda _: next(mixed), SMALL)

    assert read(text) == read(SMALL)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_the_encoding_is_found(encoding):
    """UTF-8 with and without a byte-order mark, and Windows-1252, are read."""
    assert read_rules(SMALL.encode(encoding), "the rules text") == read(SMALL)


def test_bytes_of_no_encoding_are_refused():
    """Bytes that neither encoding knows are refused in one sentence."""
    with pytest.raises(SourceFailed, match="the rules text is neither UTF-8 nor Windows-1252 text; run `judge refresh`"):
        read_rules(SMALL.encode() + b"\x81\x8d", "the rules text")


def test_a_web_page_is_refused():
    """A page where the text is due is no rules text."""
    with pytest.raises(SourceFailed, match="is no rules text"):
        read("<html><body>We will be right back.</body></html>")


@given(st.integers(min_value=0, max_value=SMALL.rindex("Credits") - 1))
def test_a_text_that_breaks_off_is_refused(cut):
    """A text without its end is refused, wherever it breaks off."""
    with pytest.raises(SourceFailed):
        read(SMALL[:cut])


def test_a_missing_section_is_refused():
    """A section that the contents announce and the body lacks means that the text is not whole."""
    start, end = SMALL.rindex("101. Knacks"), SMALL.rindex("2. Scores")

    with pytest.raises(SourceFailed, match=r"sections 101 of its contents are missing"):
        read(SMALL[:start] + SMALL[end:])


def test_sections_without_rules_are_refused():
    """Bare headings mean that the text is not whole."""
    text = re.sub(r"(?m)^101\.\d.*\n", "", SMALL)

    with pytest.raises(SourceFailed, match=r"sections 101 have no rules"):
        read(text)


def test_an_empty_glossary_is_refused():
    """A text whose glossary holds nothing is not whole."""
    start, end = SMALL.index("Pebble\nWhat"), SMALL.rindex("Credits")

    with pytest.raises(SourceFailed, match="empty glossary"):
        read(SMALL[:start] + SMALL[end:])


def test_contents_without_sections_are_refused():
    """A table of contents that lists nothing cannot vouch for the text."""
    start, end = SMALL.index("1. Play"), SMALL.index("Glossary")

    with pytest.raises(SourceFailed, match="lists no sections"):
        read(SMALL[:start] + SMALL[end:])


def test_numbers_ascend():
    """A rule after a higher one means that the text is garbled."""
    with pytest.raises(SourceFailed, match=r"rule 101\.1 follows 101\.2"):
        read(SMALL.replace("101.3. Away We Go!", "101.1. Away We Go!").replace("101.2aa It", "It").replace("101.2a A", "A"))


def test_a_number_stands_once():
    """The same number twice means that the text is garbled."""
    with pytest.raises(SourceFailed, match=r"rule 100\.1 follows 100\.1"):
        read(SMALL.replace("100.2 A", "100.1 A"))


def test_a_rule_stands_in_its_own_section():
    """A rule under another section's heading means that the text is garbled."""
    with pytest.raises(SourceFailed, match=r"rule 200\.1 stands in section 101"):
        read(SMALL.replace("101.3. Away We Go!", "200.1. Away We Go!"))


@pytest.mark.parametrize("line", ["", "These rules are effective as of Brumaire 9, 2031.", "These rules are effective as of tomorrow."])
def test_a_text_without_its_day_is_refused(line):
    """A release cannot be known without the day from which it is effective."""
    with pytest.raises(SourceFailed, match="from which day on it is effective"):
        read(SMALL.replace("These rules are effective as of March 9, 2031.", line))


def test_a_day_that_does_not_exist_is_refused():
    """The 31st of February is no release."""
    with pytest.raises(SourceFailed, match="a day that does not exist, February 31, 2031"):
        read(SMALL.replace("March 9", "February 31"))


def test_a_line_before_any_rule_is_left_out_and_logged():
    """A stray line under a section's heading belongs to no rule; it is logged."""
    text = SMALL.replace("\n200. Counting\n\n200.1", "\n200. Counting\n\nSee below.\n\n200.1")

    with capture_logs() as logs:
        rules = read(text).rules

    assert rules == read(SMALL).rules
    assert [(entry["event"], entry["line"]) for entry in logs] == [("rules_line.skipped", "See below.")]


def test_the_practice_rulebook_is_read_whole():
    """The practice rulebook is laid out like the publisher's text."""
    raw = (files("headjudge") / "testing" / "rulebook" / "rules.txt").read_bytes()
    written = raw.decode("utf-8-sig")

    text = read_rules(raw, "rules.txt")

    assert text.release.key == "20090601"
    assert len(text.rules) == len(re.findall(r"(?m)^\d{3}\.\d+", written))
    assert sum(len(rule.examples) for rule in text.rules) == written.count("\nExample:")
    assert len(text.sections) == 22


RELEASES = {
    "20250404": (145, 3047, 275, 708),
    "20250606": (145, 3059, 275, 711),
    "20251114": (146, 3109, 276, 725),
    "20260116": (146, 3114, 276, 725),
    "20260227": (146, 3120, 276, 726),
}


@pytest.mark.real_data
@pytest.mark.parametrize("release", RELEASES)
def test_real_releases_are_read_to_the_last_example(release, real_file):
    """Five real releases have the sizes that were counted by hand."""
    text = read_rules(real_file(f"rules/MagicCompRules_{release}.txt.gz"), "the rules text")

    examples = sum(len(rule.examples) for rule in text.rules)
    assert text.release.key == release
    assert (len(text.sections), len(text.rules), examples, len(text.glossary)) == RELEASES[release]


@pytest.mark.real_data
def test_real_examples_stand_on_the_right_rules(real_file):
    """Each rule has as many examples as lines between its number and the next begin with "Example:"."""
    raw = real_file("rules/MagicCompRules_20260227.txt.gz")
    body = raw.decode("utf-8-sig").split("\nCredits", 1)[1].split("\nGlossary", 1)[0]
    blocks = re.split(r"(?m)^(\d{3}\.\d+[a-z]*)", body)
    expected = {number: block.count("\nExample:") for number, block in zip(blocks[1::2], blocks[2::2], strict=True)}

    text = read_rules(raw, "the rules text")

    assert {rule.number: len(rule.examples) for rule in text.rules} == expected


@pytest.mark.real_data
def test_real_keywords_head_their_sub_rules(real_file):
    """The sub-rules of a keyword are found by its name."""
    text = read_rules(real_file("rules/MagicCompRules_20260227.txt.gz"), "the rules text")

    headings = {rule.number: rule.heading for rule in text.rules}
    assert headings["702.19b"] == "Keyword Abilities: Trample"
    assert headings["704.5a"] == "State-Based Actions"


@pytest.mark.real_data
@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.8, 0.999])
def test_half_a_real_release_is_refused(share, real_file):
    """A real text that breaks off before its credits is refused."""
    raw = real_file("rules/MagicCompRules_20260227.txt.gz")

    with pytest.raises(SourceFailed):
        read_rules(raw[: int(raw.rindex(b"\nCredits") * share)], "the rules text")
