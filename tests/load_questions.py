"""Thousands of questions as players ask them, all different: our own sentences, filled with names that the caller gives."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

__all__ = ["questions"]

OF_CARDS: Final = (
    "My opponent controls {card} and I want to attack with a creature that has {keyword}. Does anything stop me?",
    "I cast {card} and my opponent responds by destroying the creature I was aiming at. What happens to my spell?",
    "If {card} and {other} are both on the battlefield, which of the two effects is applied first?",
    "Does {card} still do anything if it loses all its abilities before its trigger resolves?",
    "Can I counter {card} once it is already resolving, or is it too late by then?",
    "i have {card} out and my opp copies it, does the copy trigger too when it enters",
    "opp plays {card} while i control {other}, who gets to decide the order of the triggers?",
    "If I sacrifice {card} in response to its own ability, does the ability still resolve?",
    "Is {card} put into the graveyard at once when its toughness becomes zero, or does somebody get priority first?",
    "My {card} was exiled with {other} and came back. Does it have summoning sickness again?",
    "How does {card} work together with {keyword}?",
    "When {card} becomes a copy of {other}, does it keep the counters that were on it?",
    "With {card} in play, what happens if two creatures with {keyword} deal combat damage at the same time?",
    "Can I activate the ability of {card} during my opponent's end step and again in my own upkeep?",
    "Does {card} see {other} leave the battlefield if both are destroyed by the same spell?",
    "If a player takes control of {card} until end of turn, who controls the abilities that are still on the stack?",
    "My commander is {card}. If it would be put into my hand from the battlefield, may I move it to the command zone instead?",
    "we had an argument about {card}: does a token count for it, or only real cards?",
    "{card} gives my creature {keyword} after blockers were declared. Does that change anything about this combat?",
    "Does the damage from {card} count as combat damage, and can it be prevented?",
    "If {card} is equipped and then changes controllers, what happens to the Equipment?",
    "When I cast {card} without paying its mana cost, what is its mana value and do I still pay additional costs?",
    "Opponent's {card} would make me discard a card, but my hand is empty. Does {other} still trigger?",
    "Can {card} target a permanent with {keyword}, and what if it gains that only in response?",
    "Say {card} has no legal target when it would go on the stack. Is it countered or simply never put there?",
)
OF_RULES: Final = (
    "What does {keyword} do?",
    "How does {keyword} work when the creature with it is dealt damage by several sources at once?",
    "If a creature has {keyword} twice, does the second one do anything?",
    "Can a creature with {keyword} be blocked by one that has {second}?",
    "My attacker has both {keyword} and {second}. Which of the two matters first in combat?",
    "does {keyword} use the stack or does it just happen",
    "A spell gives my creature {keyword} until end of turn. What if the creature loses its abilities later that turn?",
    "When exactly do I have to choose whether to use {keyword}, on casting or on resolution?",
    "If I copy a spell that was cast with {keyword}, is the copy treated as if it had {second} as well?",
    "Does a token that is a copy of a permanent with {keyword} have {keyword} too?",
    "Is {keyword} a static ability, a triggered ability or something else?",
    "my opponent says {keyword} can be responded to, i say it cant. who is right?",
    "How do {keyword} and {second} work together on a face-down creature?",
    "Can I pay for {keyword} with mana that may only be spent on creature spells?",
    "If the source of {keyword} leaves the battlefield in response, does it still do something?",
    "Two players each control a permanent with {keyword}. In which order are they handled?",
    "Does removing {keyword} from a creature after it was declared as an attacker take it out of combat?",
    "What is the difference between {keyword} and {second}?",
)
SCENES: Final = (
    "It is my opponent's turn and I have priority in the beginning of combat.",
    "I control a creature with two +1/+1 counters and a -1/-1 counter on it.",
    "There are three spells on the stack and mine is in the middle.",
    "We are playing Commander with four players.",
    "My planeswalker has three loyalty and is being attacked.",
    "A replacement effect and a prevention effect both apply to the same damage.",
    "I drew two cards with a loot effect and have not discarded yet.",
    "Both of us are at one life.",
    "My token was exiled and would come back at the end of the turn.",
    "An Aura is attached to a land that became a creature this turn.",
    "My creature was turned face down after it had attacked.",
    "One player has left the game in the middle of a combat phase.",
    "I have seven cards in hand and an effect without a maximum hand size just ended.",
    "A double-faced permanent was transformed during the declare blockers step.",
    "I control two legendary permanents with the same name.",
    "My library has one card left in it.",
    "A copy of my spell was put onto the stack.",
    "Two continuous effects both set the power of my creature.",
    "The creature that I enchanted changed its controller.",
    "A modal spell was cast with two of its modes.",
)
ASKED: Final = (
    "When are state-based actions checked here?",
    "Who chooses the order of the triggered abilities?",
    "Does the active player get priority first?",
    "May I still cast an instant before damage is dealt?",
    "Which layer does this apply in, and does the timestamp matter?",
    "What happens to the targets that are no longer legal?",
    "Is mana that I do not spend lost at the end of the step?",
    "Can the ability be activated again in the same turn?",
    "What does the owner get back and what does the controller keep?",
    "How is the damage assigned among several blockers?",
    "Do I choose before or after my opponent has responded?",
    "Is that put into the graveyard as a state-based action or as a cost?",
    "What counts as the mana value of it?",
    "Does it come back as a new object without memory of what it was?",
    "What if {keyword} is given to it at this point?",
    "Would {keyword} have changed the outcome?",
    "Do {keyword} and {second} both still apply?",
)
BRACKETED: Final = 0.4
"""Share of the card names that are written in brackets."""


def questions(cards: Sequence[str], keywords: Sequence[str], count: int, seed: int) -> list[str]:
    """Return *count* different questions, the same for the same *seed*; every second one names a card.

    Raises:
        ValueError: the names are too few for so many different questions.
    """
    chance = random.Random(seed)
    named, unnamed = _of_cards(cards, keywords, chance), _of_rules(keywords, chance)
    asked: dict[str, None] = {}
    for number in range(count):
        asked[_unheard(unnamed if number % 2 else named, asked)] = None
    return list(asked)


def _unheard(source: Iterator[str], asked: dict[str, None]) -> str:
    """The next question of *source* that was not *asked*; it gives up when a thousand in a row were."""
    found = next((text for text, _ in zip(source, range(1000), strict=False) if text not in asked), None)
    if found is None:
        raise ValueError(f"these names make no more than {len(asked)} different questions; give more cards or keywords")
    return found


def _of_cards(cards: Sequence[str], keywords: Sequence[str], chance: random.Random) -> Iterator[str]:
    while True:
        card, other = (f"[[{name}]]" if chance.random() < BRACKETED else name for name in chance.sample(cards, 2))
        yield chance.choice(OF_CARDS).format(card=card, other=other, keyword=chance.choice(keywords))


def _of_rules(keywords: Sequence[str], chance: random.Random) -> Iterator[str]:
    while True:
        keyword, second = chance.sample(keywords, 2)
        scene, asking, alone = chance.choice(SCENES), chance.choice(ASKED), chance.choice(OF_RULES)
        text = alone if chance.random() < 0.5 else f"{scene} {asking}" if chance.random() < 0.5 else f"{scene} {alone}"
        yield text.format(keyword=keyword, second=second)
