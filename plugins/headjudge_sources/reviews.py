"""What an operator should know of our lists beside the cards and rules that were loaded."""

from collections.abc import Iterable, Sequence
from typing import Final

from headjudge import Alias, Corpus, NameKind, fold

__all__ = ["review_aliases", "review_categories", "review_notes", "shortened"]

SHOWN: Final = 10


async def review_aliases(corpus: Corpus) -> Sequence[str]:
    """Return a sentence for each nickname whose card is absent, and for each that is refused because a card has that name."""
    absent, refused = [], []
    for alias in await corpus.aliases():
        absent += [
            f"the nickname {alias.nickname!r} means {card!r}, which is no card here; correct the name." for card in await _absent(alias.cards, corpus)
        ]
        refused += await _refusals(alias, corpus)
    return shortened([*refused, *absent])


async def _refusals(alias: Alias, corpus: Corpus) -> list[str]:
    own = [name for name in await corpus.named(fold(alias.nickname)) if name.kind in (NameKind.CARD, NameKind.FACE)]
    return [f"the nickname {alias.nickname!r} is refused because {own[0].card!r} has that very name; take it out."] if own else []


async def _absent(cards: Iterable[str], corpus: Corpus) -> list[str]:
    """Those of *cards* that are no card's or face's name."""
    return [card for card in cards if not any(name.kind in (NameKind.CARD, NameKind.FACE) for name in await corpus.named(fold(card)))]


async def review_notes(corpus: Corpus) -> Sequence[str]:
    """Return a sentence for each note on an absent card, and for each rule of a note that does not exist."""
    remarks = []
    for note in await corpus.notes():
        remarks += [f"the note on {note.card!r} is on no card here; correct the name." for _ in await _absent([note.card], corpus)]
        missing = [rule for rule in note.rules if await corpus.rule(rule) is None]
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
