"""The leg that reads the cards: what their abilities do, and which rules that calls for."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

import attrs

from headjudge import Corpus, Hit, Inquiry, Kind, PerEdition, Shelf
from headjudge_library.hits import hits_on, raise_to
from headjudge_library.leads import AbilityBook, Lead
from headjudge_library.pins import Pins, read_pins
from headjudge_library.rulewords import RuleWords, RuleWordsIndexes
from headjudge_library.templates import Traits
from headjudge_library.words import stemmed

__all__ = ["Abilities", "AbilityBooks", "ToldAbilities"]

OWN: Final = 0.3
"""What a class counts by itself: any card has several that nobody asks about."""
ASKED: Final = 0.7
"""What a class counts together with a verb of the question."""
MET: Final = 1.0
"""What two classes count that meet on different cards."""
ONE_CARD: Final = 0.5
"""What two abilities of one card count."""
DECLINE: Final = 0.15
"""How fast the rules of one lead fall off: the j-th counts 1 / (1 + 0.15 j)."""
LIKENESS: Final = 0.5
"""Share of what a rule counts that hangs on how much it sounds like the question."""
RELEVANCE: Final = 0.5
"""Share of what a lead counts that hangs on how much of the question its abilities say."""
UNTOLD: Final = 0.2
"""The relevance of what a card is as a whole: it has no text to compare."""

ASKER: Final = -1
"""The trait that verbs of the question itself stand for."""

Spot = tuple[int, int]
"""Which of the traits, and the place of an ability in it."""


@attrs.frozen
class Scene:
    """A question with the traits of its cards, and last those that the question itself describes."""

    spots: Mapping[str, Sequence[Spot]]
    """Class or verb → where it is found."""
    relevance: Mapping[Spot, float]
    """How much of the question each ability says, 0 to 1."""

    def strength(self, lead: Lead) -> float:
        """Return what *lead*, all that it needs being here, counts: 0 when it does not meet."""
        cards = len(lead.kinds) < len(lead.needs)
        met = (spots for spots in product(*(self.spots[need] for need in lead.needs)) if _apart(spots, cards=cards))
        return max((_meeting(spots) * (1 - RELEVANCE + RELEVANCE * self._relevant(spots)) for spots in met), default=0.0)

    def _relevant(self, spots: Sequence[Spot]) -> float:
        return sum(self.relevance.get(spot, UNTOLD) for spot in spots if spot[0] != ASKER) / len(spots)


def _apart(spots: Sequence[Spot], *, cards: bool) -> bool:
    """Whether *spots* are different abilities, or stand on different *cards*."""
    return len({spot[0] for spot in spots} if cards else set(spots)) == len(spots)


def _meeting(spots: Sequence[Spot]) -> float:
    """What it counts that abilities at *spots* meet, by where they are."""
    traits = {trait for trait, _ in spots}
    if ASKER in traits:
        return ASKED
    if len(spots) == 1:
        return OWN
    return MET if len(traits) > 1 else ONE_CARD


class AbilityBooks:
    """The ability book of each edition of the rules."""

    def __init__(self, abilities: str, pins: str) -> None:
        """Take the texts of an ability list and of the pins of its rules; build nothing yet."""
        self._abilities = abilities
        self._held = read_pins(pins)
        self._books = PerEdition(self._build, (Shelf.RULES,))

    async def of(self, corpus: Corpus) -> AbilityBook:
        """Return the book of *corpus*."""
        return await self._books.of(corpus)

    async def _build(self, corpus: Corpus) -> AbilityBook:
        pins = Pins.of(await corpus.sections(), await corpus.rules())
        return await asyncio.to_thread(AbilityBook.of, self._abilities, pins, self._held)


@attrs.frozen
class Abilities:
    """Finds the rules that the cards' abilities call for, by themselves, by what is asked of them, and where two of them meet.

    What the question describes in the templates' words counts as one more card.
    """

    books: AbilityBooks
    words: RuleWordsIndexes
    name: str = "abilities"

    async def prepare(self, corpus: Corpus) -> None:
        await self.books.of(corpus)
        await self.words.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        if not inquiry.cards:
            return ()
        book, words = await self.books.of(corpus), await self.words.of(corpus)
        traits = (*map(book.templates.of_card, inquiry.cards), book.templates.of_question(inquiry.wording))
        return hits_on(Kind.RULE, _scores(traits, inquiry.wording, book, words), limit)


@attrs.frozen
class ToldAbilities:
    """Finds the rules that those abilities call for which the question itself describes, as players do who name no card.

    A leg of its own, for it is far less sure than what is read off cards; where there are cards it is silent.
    """

    books: AbilityBooks
    words: RuleWordsIndexes
    name: str = "told abilities"

    async def prepare(self, corpus: Corpus) -> None:
        await self.books.of(corpus)
        await self.words.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        if inquiry.cards:
            return ()
        book, words = await self.books.of(corpus), await self.words.of(corpus)
        traits = (book.templates.of_question(inquiry.wording),)
        return hits_on(Kind.RULE, _scores(traits, inquiry.wording, book, words), limit)


def _scores(traits: Sequence[Traits], wording: str, book: AbilityBook, words: RuleWords) -> Mapping[str, float]:
    """What the rules count that *traits* lead to for a question of *wording*."""
    scene, likeness = _scene(traits, wording, book, words), words.likeness(wording)
    scores: dict[str, float] = {}
    for lead in book.leads_of(scene.spots.keys()):
        if strength := scene.strength(lead):
            for place, number in enumerate(lead.rules):
                sounds = 1 - LIKENESS + LIKENESS * likeness(number)
                raise_to(scores, (number,), strength * sounds / (1 + DECLINE * place))
    return scores


def _scene(traits: Sequence[Traits], wording: str, book: AbilityBook, words: RuleWords) -> Scene:
    asked = stemmed(wording)
    spots: dict[str, list[Spot]] = defaultdict(list)
    for number, trait in enumerate(traits):
        for name, places in trait.classes.items():
            spots[name] += ((number, place) for place in places)
    for place, verb in enumerate(sorted(book.verbs_of(asked))):  # a place each: two verbs can meet
        spots[verb].append((ASKER, place))
    for verb, classes in book.done_by.items():
        if done := [spot for name in classes for spot in spots.get(name, ())]:
            spots[verb] += done
    told = ((number, place, ability.text) for number, trait in enumerate(traits) for place, ability in enumerate(trait.abilities))
    share = words.shared(asked)
    return Scene(spots, {(number, place): share(text) for number, place, text in told})
