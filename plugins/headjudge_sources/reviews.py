"""What an operator should know of our lists beside the cards and rules that were loaded."""

from collections.abc import Mapping, Sequence
from typing import Final

from headjudge import Corpus, NameKind, fold

__all__ = ["review_aliases", "review_categories", "review_notes", "shortened"]

SHOWN: Final = 10


async def review_aliases(corpus: Corpus) -> Sequence[str]:
    """Return a sentence for each nickname whose card is absent, and for each that is refused because a card has that name."""
    own, aliases = await _own_names(corpus), await corpus.aliases()
    refused = [
        f"the nickname {alias.nickname!r} is refused because {card!r} has that very name; take it out."
        for alias in aliases
        if (card := own.get(fold(alias.nickname)))
    ]
    absent = [
        f"the nickname {alias.nickname!r} means {card!r}, which is no card here; correct the name."
        for alias in aliases
        for card in alias.cards
        if fold(card) not in own
    ]
    return shortened([*refused, *absent])


async def _own_names(corpus: Corpus) -> Mapping[str, str]:
    """The cards' and faces' names, folded, and the full name of the card that has each; of one name's cards, the one that it names whole."""
    names = [name for name in await corpus.names() if name.kind in (NameKind.CARD, NameKind.FACE)]
    return {fold(name.text): name.card for name in sorted(names, key=lambda name: name.kind is NameKind.CARD)}


async def review_notes(corpus: Corpus) -> Sequence[str]:
    """Return a sentence for each note on an absent card, and for each rule of a note that does not exist."""
    own, numbers = await _own_names(corpus), {rule.number for rule in await corpus.rules()}
    remarks = []
    for note in await corpus.notes():
        if fold(note.card) not in own:
            remarks.append(f"the note on {note.card!r} is on no card here; correct the name.")
        missing = [rule for rule in note.rules if rule not in numbers]
        remarks += [f"the note on {note.card!r} leads to rule {rule}, which does not exist; correct the number." for rule in missing]
    return shortened(remarks)


async def review_categories(corpus: Corpus) -> Sequence[str]:
    """Return a sentence for each section of a category that does not exist."""
    known = {section.number for section in await corpus.sections()}
    return shortened(
        [
            f"the category {category.name!r} leads to section {section}, which does not exist; correct the number."
            for category in await corpus.categories()
            for section in category.sections
            if section not in known
        ]
    )


def shortened(remarks: Sequence[str]) -> Sequence[str]:
    """Return *remarks*, all of them or the first ten and how many there are beyond."""
    if len(remarks) <= SHOWN + 1:  # "and 1 more" would take the line of the one
        return remarks
    return [*remarks[:SHOWN], f"… and {len(remarks) - SHOWN} more."]
