"""How sources, questions and earlier exchanges are written into a prompt."""

from collections.abc import Callable

import attrs

from headjudge import Brief, Card, Exchange, Face, Kind, Passage, Question, Reading, Reference, RulesSource
from headjudge_counsel.material import game, write_earlier, write_question, write_sources

SOURCES = """\
<rule number="100.1" heading="Wind">Wind</rule>
<rule number="100.1a">A wind blows out each lantern that it reaches.</rule>
<rule number="200.2" heading="Light">To relight a lantern, its owner pays one oil.</rule>
<card id="card 1" name="Old Lantern" asked_as="old lantern">Old Lantern {1}
Lantern
Whenever a wind blows this lantern out, you may relight it.</card>
<ruling id="ruling 1" about="Ruling (2009-06-01), Old Lantern">You may relight it even when the wind blows again.</ruling>
<prior id="prior 1">Yes, it burns on.</prior>
<note about="Old Lantern" use="lead only, may not be cited">It never stays dark.</note>
<glossary about="Blown Out" use="lead only, may not be cited">Without light.</glossary>"""


def test_every_source_stands_in_its_fence_under_its_handle(brief: Brief) -> None:
    """Leads are marked as such, and a heading stands where it changes."""
    assert write_sources(brief) == SOURCES


def test_rules_added_at_the_end_change_nothing_before_them(brief: Brief) -> None:
    """What was sent once stays as it was, handles too."""
    added = Passage(Reference(Kind.RULE, "300.1"), "300.1", "An oil is a coin.")

    wider = write_sources(attrs.evolve(brief, passages=(*brief.passages, added)))
    assert wider.startswith(f"{SOURCES}\n<rule number=")


def test_a_card_whose_text_did_not_fit_is_named(brief: Brief) -> None:
    """So that nobody rules on it from memory."""
    gale = Card("gale", 'Gale of "Prices"', (Face("Gale", "", "Wind", "Blow."),), "normal")
    inquiry = attrs.evolve(brief.inquiry, cards=(*brief.inquiry.cards, gale))

    written = write_sources(attrs.evolve(brief, inquiry=inquiry))
    assert written.startswith("<card name=\"Gale of 'Prices'\">(Its text did not fit. Say nothing about what it does.)</card>\n")


def test_material_cannot_close_its_fence(asked: Callable[..., Brief], orders: str) -> None:
    """Texts, labels and spans are fenced alike."""
    passages = [Passage(Reference(kind, f"k{orders}"), orders, orders, orders) for kind in Kind]
    brief = asked(Question("?"), *passages)
    brief = attrs.evolve(brief, inquiry=attrs.evolve(brief.inquiry, meant=((orders, "Old Lantern"), (orders, orders))))

    tags = write_sources(brief).split("<")[1:]
    assert {tag.split()[0].split(">")[0] for tag in tags} == {
        *("rule", "card", "ruling", "prior", "note", "glossary"),
        *("/rule", "/card", "/ruling", "/prior", "/note", "/glossary"),
    }
    assert len(tags) == 2 * len(brief.passages)


def test_a_question_is_written_with_the_names_chosen(orders: str) -> None:
    """And cannot close its fence."""
    assert write_question(Question(orders)).count("<") == 2
    assert write_question(Question("why?"), RulesSource.COMMANDER) == '<question about="Commander">\nwhy?\n</question>'


def test_earlier_exchanges_stand_oldest_first(orders: str) -> None:
    """With the cards that they were about; a long answer is cut short, and none can close its fence."""
    history = (Exchange("does my old lantern burn?", "x" * 1300, ("Old Lantern", "Gale")), Exchange(orders, orders, (orders,)))

    written = write_earlier(Question("and then?", history=history))
    assert written.startswith(
        f'<earlier>\n<asked number="1">does my old lantern burn?</asked>\n<answered number="1" cards="Old Lantern; Gale">{"x" * 1200}…</answered>\n'
    )
    assert written.endswith("</answered>\n</earlier>\n\n")
    assert written.count("<") == 2 * 4 + 2


def test_without_history_nothing_is_written() -> None:
    """Not even empty fences."""
    assert write_earlier(Reading(Question("?")).question) == ""


def test_a_game_is_called_by_its_name() -> None:
    """Where we know it."""
    assert (game("magic"), game("practice")) == ("Magic: The Gathering", "a card game")
