"""Questions that name cards, made of templates of our own and real names of a corpus: what a detector must see in running text."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final

import attrs

from headjudge.domain.names import CardName, NameKind, fold
from headjudge.roles import Corpus

__all__ = ["SEED", "TEMPLATES", "Case", "Named", "NamingQuestion", "generate", "ordinary_words"]

SEED: Final = 20260227
"""Of the names and templates drawn."""
TEMPLATES: Final = (
    "Can I respond to {0} with {1}?",
    "Does {0} stop {1} from triggering?",
    "If {0} dies while {1} is on the battlefield, who controls it?",
    "What happens when my opponent casts {0} and I have {1} in play?",
    "I attack with {0} and they block with {1}, how is damage dealt?",
    "Is {0} legendary?",
    "How does {0} work with {1} and {2}?",
    "If I copy {0}, do I have to choose new targets?",
    "my opponent has {0} out, can i still activate {1}",
    "{0} and {1} are both on the board, which one happens first?",
    "do i lose life if {0} gets exiled in response to {1}",
    "With {0} in my graveyard, can I cast {1} from my hand?",
    "When does {0} see the creature that was sacrificed to {1}?",
    "Someone cast {0}; I want to use {1} before it resolves. Is that allowed?",
    "So I had {0}, {1} and {2} on board and they wiped it, what comes back?",
    "Say I give {0} hexproof. Can {1} still target it?",
    "{0} vs {1}, who wins?",
    "can you flicker {0} to get rid of {1}",
    "Does the player with {0} have to pay for {1} twice?",
    "what if i exile {0} from the graveyard with {1} on the stack",
    "Quick question about {0}: does it count itself?",
    "Do I draw when {0} enters at the same time as {1}?",
    "is it true that {0} can be cast for free if {1} died this turn",
    "I enchant {0}, then someone gains control of it. Do I keep {1}?",
    "Would {0} still have flying after losing all abilities to {1}?",
    "hey, does {0} untap during my opponents turn if i control {1}",
    "Two players control {0}. Whose trigger goes on the stack first?",
    "can {0} be countered",
    "After {0} resolves, may I play {1} as a land drop?",
    "My commander is {0}. Can I run {1}?",
    "i cast {0} targeting {1} and they sacrifice it, does {0} fizzle",
    "Why would {0} be able to block {1} at all?",
)
"""``{0}``, ``{1}`` and ``{2}`` are names; written by us, not taken from questions."""
PLURAL: Final = 0.06
POSSESSIVE: Final = 0.12
BARE: Final = 0.15
"""Shares of the names that are written as several, as an owner, and without their signs."""
OWNED: Final = ("trigger", "ability", "effect", "copy")
"""What is an owner's."""
FRONT: Final = 0.7
"""Share of the cards of two faces that are named by the first one."""
_SIGNS: Final = re.compile(r"[^\w\s/]+")
_LOWER: Final = re.compile(r"\b[a-z]+(?:['’][a-z]+)?\b")


class Case(Enum):
    """How a question is written."""

    MIXED = "mixed"
    """As somebody typed it."""
    PROPER = "proper"
    """Names with their capitals."""
    LOWER = "lower"
    """All in lower case, as in a chat."""


@attrs.frozen
class Named:
    """A name as it stands in a question, and what it means."""

    written: str
    whole: str
    """With the ending of a plural or an owner."""
    cards: frozenset[str]
    """Full names of the cards that have this name: one, or several to choose from."""
    ordinary: bool = False
    """One word, and the rules, rulings or Oracle texts use it as a word."""


@attrs.frozen
class NamingQuestion:
    """A question and every card that it names."""

    id: str
    text: str
    named: tuple[Named, ...]
    case: Case = Case.MIXED
    closed: bool = True
    """It names no other card than these."""


async def ordinary_words(corpus: Corpus) -> frozenset[str]:
    """Return the words that the rules, rulings and Oracle texts of *corpus* write in lower case, folded."""
    texts = [rule.text for rule in await corpus.rules()]
    texts += [ruling.text async for ruling in corpus.every_ruling()]
    texts += [face.oracle_text async for card in corpus.every_card() for face in card.faces]
    return frozenset(fold(word) for text in texts for word in _LOWER.findall(text))


def generate(names: Sequence[CardName], ordinary: frozenset[str], count: int, seed: int = SEED) -> tuple[NamingQuestion, ...]:
    """Return *count* questions with names out of *names*, each in proper case and in lower case; the same *seed* gives the same."""
    chance = random.Random(seed)
    meanings = _meanings(names)
    cards = [name for name in names if name.kind is NameKind.CARD and fold(name.text)]
    return tuple(question for number in range(count if cards else 0) for question in _pair(number, chance, cards, meanings, ordinary))


def _meanings(names: Iterable[CardName]) -> Mapping[str, frozenset[str]]:
    """Folded name → the full names of the cards that are called so, themselves or by a face."""
    found: dict[str, dict[NameKind, set[str]]] = {}
    for name in names:
        found.setdefault(fold(name.text), {}).setdefault(name.kind, set()).add(name.card)
    kinds = (NameKind.CARD, NameKind.FACE)
    return {key: frozenset(next(by_kind[kind] for kind in kinds if kind in by_kind)) for key, by_kind in found.items() if set(kinds) & set(by_kind)}


def _pair(
    number: int, chance: random.Random, cards: Sequence[CardName], meanings: Mapping[str, frozenset[str]], ordinary: frozenset[str]
) -> Iterator[NamingQuestion]:
    template = chance.choice(TEMPLATES)
    drawn = [_called(chance.choice(cards).text, chance) for _ in range(_places(template))]
    named, phrases = [], []
    for name in drawn:
        written, ending, behind = _written(name, chance)
        named.append(Named(written, f"{written}{ending}", meanings[fold(name)], " " not in fold(name) and fold(name) in ordinary))
        phrases.append(f"{written}{ending}{behind}")
    text = template.format(*phrases)
    yield NamingQuestion(f"generated:{number}", text, tuple(named), Case.PROPER)
    lowered = tuple(attrs.evolve(name, written=name.written.lower(), whole=name.whole.lower()) for name in named)
    yield NamingQuestion(f"generated:{number}:lower", text.lower(), lowered, Case.LOWER)


def _places(template: str) -> int:
    """How many names *template* has room for."""
    return 1 + max(place for place in range(3) if f"{{{place}}}" in template)


def _called(name: str, chance: random.Random) -> str:
    """How players call a card of two faces: mostly by the first."""
    front, slashes, back = name.partition(" // ")
    if not slashes or front == back:
        return front
    return front if chance.random() < FRONT else name


def _written(name: str, chance: random.Random) -> tuple[str, str, str]:
    """*name* as it is typed, now and then with one slash or without its signs; its ending; and what follows an owner."""
    written = name.replace(" // ", chance.choice((" // ", "/", " / ", "//")))
    if chance.random() < BARE:
        written = " ".join(_SIGNS.sub("", written).split())
    kind = chance.random()
    if kind < POSSESSIVE:
        return written, chance.choice(("’s", "'s")), f" {chance.choice(OWNED)}"
    plural = kind < POSSESSIVE + PLURAL and written[-1].isalpha() and written[-1] not in "shxyz" and not {",", "/"} & set(written)
    return written, "s" if plural else "", ""
