"""Text of the corpus as HTML."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from headjudge import Card, Face, Rule, Symbol
from headjudge_web.prose import QUOTE_LENGTH, Prose, stretch

FLAME = Symbol("{E}", "one ember spark", "", "<svg/>")
PROSE = Prose("", {"{E}": FLAME})
RULE = Rule("101.2", "Who can’t, can’t.\nNobody else may.", "101", "First Principles", ("A toad can’t fly.",))


def test_markup_in_a_text_stays_text():
    """What a source holds is never read as HTML."""
    (line,) = PROSE.lines("<script>alert('x')</script> & more")

    assert line == "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; more"


def test_a_symbol_is_shown_as_its_picture_with_its_text():
    """A symbol that has a picture is an image whose alternative text is the symbol."""
    (line,) = PROSE.lines("Pay {E}.")

    assert line == 'Pay <img class="symbol" src="/web/symbols/E.svg" alt="{E}" title="one ember spark">.'


def test_a_symbol_without_a_picture_stays_text():
    """Where no picture was kept, the braces are shown."""
    assert PROSE.lines("Pay {Q}.") == ["Pay {Q}."]


def test_rule_and_section_numbers_are_links():
    """A rule's number leads to it, and so does a section's where it is called a rule; other numbers are left alone."""
    (line,) = PROSE.lines("See rule 601.9b and rule 702, not 100 cards or 1.5.")

    assert line == 'See rule <a href="/rules/601.9b">601.9b</a> and rule <a href="/rules/702">702</a>, not 100 cards or 1.5.'


def test_links_begin_with_the_path_under_which_a_proxy_shows_the_service():
    """Behind a prefix, links keep it."""
    assert Prose("/judge").lines("See 601.9.") == ['See <a href="/judge/rules/601.9">601.9</a>.']


def test_a_quote_is_marked_whichever_apostrophes_it_is_typed_with():
    """Quotes are compared as the laws compare them: typographic variants fold one for one."""
    (line,) = PROSE.lines("A toad can’t fly.", "toad can't")

    assert line == "A <mark>toad can’t</mark> fly."


def test_a_quote_that_does_not_stand_there_is_not_marked():
    """Without an exact match, nothing is marked."""
    assert PROSE.lines("A toad can’t fly.", "a toad can fly") == ["A toad can’t fly."]


def test_a_quote_may_run_over_lines_and_into_an_example():
    """Each line has its part of the mark."""
    shown = PROSE.rule(RULE, "Nobody else may. Example: A toad")

    assert [(line.kind, line.html) for line in shown.lines] == [
        ("text", "Who can’t, can’t."),
        ("text", "<mark>Nobody else may.</mark>"),
        ("example", "<mark>Example: A toad</mark> can’t fly."),
    ]


def test_the_lines_of_every_face_are_told_apart():
    """Type line, Oracle text and the numbers in the corner are known by face, whichever of them a card has."""
    front = Face("Moth", "{E}", "Creature", "Turn over.\nDraw.", power="1", toughness="2")
    back = Face("Queen", "", "Creature", "", loyalty=None)

    faces = PROSE.faces(Card("id", "Moth // Queen", (front, back), "transform"), "Draw.")

    assert [[line.kind for line in face.lines] for face in faces] == [["type", "oracle", "oracle", "corner"], ["type"]]
    assert faces[0].lines[2].html == "<mark>Draw.</mark>"
    assert faces[1].name == "Queen"


def test_a_quote_longer_than_any_rule_is_cut():
    """What is looked for is bounded."""
    text = "a" * (2 * QUOTE_LENGTH)

    assert stretch(text, text) == slice(0, QUOTE_LENGTH)


class Reader(HTMLParser):
    """Collects what a browser would show, and the tags."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.tags: set[str] = set()

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.text += dict(attrs).get("alt") or ""


@given(st.text(alphabet=st.sampled_from("ab <>&\"'{}E’'.0123/rule\n")), st.text(alphabet=st.sampled_from("ab <>&’'.0123{E}")))
def test_whatever_a_text_holds_it_is_shown_as_it_is(text: str, quote: str) -> None:
    """No text and no quote gets a tag of its own onto the page, and none loses a character."""
    reader = Reader()

    reader.feed("\n".join(PROSE.lines(text, quote)))
    reader.close()

    assert reader.text == text
    assert reader.tags <= {"a", "img", "mark"}
