"""The law of names."""

import attrs
import pytest

from headjudge import Ambiguous, Card, Choice, Declined, Face, Inquiry, NotFound, Pin, Question, Reading, Reason, Rung, Span
from headjudge.steps.resolve import meaning, resolve
from headjudge.testing import MemoryCorpus, ScriptedResolver


def card(name: str, *faces: str) -> Card:
    return Card(f"id of {name}", name, tuple(Face(face, "", "Thing", "") for face in faces or (name,)), "normal")


ORLA, REGENT, BELL = card("Orla, the Lamplighter"), card("Orla, Ash Regent"), card("Drowning Bell")
MOTH = card("Moth // Queen", "Moth", "Queen")
OTHER_MOTH = card("Queen // Worm", "Queen", "Worm")
WORM = card("Worm")
CORPUS = MemoryCorpus.of((ORLA, REGENT, BELL, MOTH, OTHER_MOTH, WORM))


async def resolved(*names: str | Span, resolvers: tuple[ScriptedResolver, ...] = ()) -> object:
    spans = tuple(Span(name) if isinstance(name, str) else name for name in names)
    return await resolve(Reading(Question("?"), spans), CORPUS, resolvers)


def exact(name: str) -> Span:
    return Span(name, bracketed=True)


async def test_rungs_are_asked_in_their_order() -> None:
    """Not in the order of registration; a lower rung is asked only when those above know nothing."""
    fuzzy = ScriptedResolver({"orla": (REGENT,)}, Rung.FUZZY)
    short = ScriptedResolver({"orla": (ORLA,)}, Rung.SHORT)
    alias = ScriptedResolver({}, Rung.ALIAS)

    assert await meaning(Span("orla"), CORPUS, (fuzzy, short, alias)) == ORLA
    assert (alias.asked, short.asked, fuzzy.asked) == (["orla"], ["orla"], [])


async def test_a_tie_inside_a_rung_is_a_choice() -> None:
    """Never a fall to the next rung, even where that knows better."""
    short = ScriptedResolver({"orla": (ORLA, REGENT)}, Rung.SHORT)
    fuzzy = ScriptedResolver({"orla": (ORLA,)}, Rung.FUZZY)

    assert await meaning(Span("orla"), CORPUS, (fuzzy, short)) == Choice("orla", ("Orla, the Lamplighter", "Orla, Ash Regent"))


async def test_resolvers_of_one_rung_are_asked_together() -> None:
    """In the order of their names; a card that both know counts once."""
    b = ScriptedResolver({"orla": (REGENT, ORLA)}, Rung.ALIAS, "b")
    a = ScriptedResolver({"orla": (ORLA,)}, Rung.ALIAS, "a")

    assert await meaning(Span("orla"), CORPUS, (b, a)) == Choice("orla", ("Orla, the Lamplighter", "Orla, Ash Regent"))


async def test_an_exact_name_in_brackets_is_that_card() -> None:
    """No resolver is asked."""
    resolver = ScriptedResolver({"drowning bell": (ORLA,)})

    assert await meaning(exact("drowning BELL"), CORPUS, (resolver,)) == BELL
    assert resolver.asked == []


async def test_a_cards_own_name_beats_a_face() -> None:
    """A face's name in brackets is its card's; a face that two cards have is a choice."""
    assert await meaning(exact("Worm"), CORPUS, ()) == WORM
    assert await meaning(exact("Moth"), CORPUS, ()) == MOTH
    assert await meaning(exact("Queen"), CORPUS, ()) == Choice("Queen", ("Moth // Queen", "Queen // Worm"))


async def test_what_is_no_exact_name_in_brackets_is_only_offered() -> None:
    """However sure a rung is: even of one card."""
    resolver = ScriptedResolver({"bell": (BELL,)})

    assert await meaning(exact("bell"), CORPUS, (resolver,)) == Choice("bell", ("Drowning Bell",))
    assert await meaning(exact("nobody"), CORPUS, (resolver,)) is None


@pytest.mark.parametrize(("count", "listed", "truncated"), [(2, 2, False), (5, 5, False), (6, 5, True)])
async def test_at_most_five_are_offered(count: int, listed: int, *, truncated: bool) -> None:
    """The likeliest; that there are more is said."""
    many = tuple(card(f"Wisp {number}") for number in range(count))
    choice = await meaning(Span("wisp"), MemoryCorpus.of(many), (ScriptedResolver({"wisp": many}),))

    assert choice == Choice("wisp", tuple(f"Wisp {number}" for number in range(listed)), truncated=truncated)


async def test_what_stands_on_a_card_is_read_from_the_corpus() -> None:
    """A resolver says by its id which card is meant, and nothing else about it."""
    forged = attrs.evolve(BELL, name="Golden Bell", faces=(Face("Golden Bell", "", "Deed", "You win."),))

    assert await meaning(Span("bell"), CORPUS, (ScriptedResolver({"bell": (forged,)}),)) == BELL


async def test_a_card_that_is_not_in_the_corpus_asks_the_next_rung() -> None:
    """An id that nothing has is no card; another span's card is found all the same."""
    alias = ScriptedResolver({"bell": (card("Absent"),), "moth": (MOTH,)}, Rung.ALIAS)
    fuzzy = ScriptedResolver({"bell": (BELL,)}, Rung.FUZZY)

    inquiry = await resolved("bell", "moth", resolvers=(alias, fuzzy))
    assert isinstance(inquiry, Inquiry)
    assert inquiry.cards == (BELL, MOTH)


async def test_a_pin_that_is_no_card_is_not_found() -> None:
    """It was to be chosen from what was offered; it is not offered again."""
    resolver = ScriptedResolver({"drowning bel": (BELL,)})
    reading = Reading(Question("Is it here?", (Pin("it", "Drowning Bel"),)), (exact("Drowning Bel"),))

    assert await resolve(reading, CORPUS, (resolver,)) == NotFound(("Drowning Bel",))


async def test_every_name_becomes_a_card() -> None:
    """The inquiry has each card once, and what each span means."""
    resolver = ScriptedResolver({"bell": (BELL,), "the bell": (BELL,)})
    inquiry = await resolved("bell", exact("Moth"), "the bell", resolvers=(resolver,))

    assert isinstance(inquiry, Inquiry)
    assert inquiry.cards == (BELL, MOTH)
    assert inquiry.meant == (("bell", "Drowning Bell"), ("Moth", "Moth // Queen"), ("the bell", "Drowning Bell"))


async def test_a_reading_without_names_needs_no_resolver() -> None:
    """It is an inquiry at once."""
    assert await resolved() == Inquiry(Reading(Question("?")))


async def test_every_ambiguous_name_is_asked_at_once() -> None:
    """In the order of the question."""
    resolver = ScriptedResolver({"orla": (ORLA, REGENT), "queen": (MOTH, OTHER_MOTH), "bell": (BELL,)})
    reply = await resolved("orla", "bell", "queen", resolvers=(resolver,))

    assert reply == Ambiguous((Choice("orla", (ORLA.name, REGENT.name)), Choice("queen", (MOTH.name, OTHER_MOTH.name))))


async def test_ambiguous_comes_before_not_found() -> None:
    """What can be chosen is asked first; every unknown name is then told."""
    resolver = ScriptedResolver({"orla": (ORLA, REGENT)})

    assert isinstance(await resolved("nobody", "orla", resolvers=(resolver,)), Ambiguous)
    assert await resolved("nobody", "nothing", resolvers=(resolver,)) == NotFound(("nobody", "nothing"))


@pytest.mark.parametrize(("count", "kind"), [(8, Ambiguous), (9, Declined)])
async def test_only_eight_names_can_be_chosen(count: int, kind: type) -> None:
    """A reply with more could not be answered with pins."""
    names = [f"orla {number}" for number in range(count)]
    reply = await resolved(*names, resolvers=(ScriptedResolver(dict.fromkeys(names, (ORLA, REGENT))),))

    assert isinstance(reply, kind)
    if isinstance(reply, Declined):
        assert reply == Declined("9 names can each mean several cards; write them as [[Full Name]].", Reason.UNANSWERED)


async def test_cards_of_one_name_are_no_choice() -> None:
    """A choice of equal names could not be made: the first of them stands for all."""
    twins = tuple(attrs.evolve(card("Sly Moth"), oracle_id=f"moth {number}") for number in range(3))
    corpus = MemoryCorpus.of(twins)

    assert await meaning(Span("moth"), corpus, (ScriptedResolver({"moth": twins}),)) == twins[0]
    assert await meaning(exact("Sly Moth"), corpus, ()) == twins[0]


async def test_the_cards_of_a_question_are_read_together() -> None:
    """However many names it has."""
    reads = []

    class Watched(MemoryCorpus):
        async def cards(self, oracle_ids):
            reads.append(list(oracle_ids))
            return await super().cards(oracle_ids)

    corpus = Watched.of((ORLA, BELL, MOTH))
    resolver = ScriptedResolver({"orla": (ORLA,), "bell": (BELL,), "moth": (MOTH,)})
    await resolve(Reading(Question("?"), (Span("orla"), Span("bell"), Span("moth"))), corpus, (resolver,))

    assert reads == [[ORLA.oracle_id, BELL.oracle_id, MOTH.oracle_id]]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Does Orla (the regent of ash) burn?", (REGENT,)),
        ("Does Orla burn to ash?", None),
        ("Is Orla the lamplighter or the ash regent?", None),
    ],
)
async def test_the_askers_own_words_may_break_a_tie(text: str, outcome: tuple[Card, ...] | None) -> None:
    """The one candidate whose every word stands in the question is meant; with none or with several it stays a choice."""
    resolver = ScriptedResolver({"orla": (ORLA, REGENT)}, Rung.SHORT)
    found = await resolve(Reading(Question(text), (Span("Orla"),)), CORPUS, (resolver,))

    assert (found.cards if isinstance(found, Inquiry) else None) == outcome


async def test_brackets_are_not_read_with_the_words_around_them() -> None:
    """What stands in them is exactly what is meant."""
    resolver = ScriptedResolver({"orla": (ORLA, REGENT)}, Rung.SHORT)
    found = await resolve(Reading(Question("Is [[Orla]] the ash regent?"), (Span("Orla", bracketed=True),)), CORPUS, (resolver,))

    assert isinstance(found, Ambiguous)
