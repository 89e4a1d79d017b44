"""The leg that knows our notes on difficult cards."""

from collections.abc import Mapping, Sequence

import attrs

from headjudge import Corpus, Hit, Inquiry, Kind, Note, PerEdition, Shelf
from headjudge_library.hits import hits_on, merged, raise_to

__all__ = ["Notes"]


async def _build(corpus: Corpus) -> Mapping[str, Note]:
    """Notes by card, without the rules that this release does not have."""
    numbers = {rule.number for rule in await corpus.rules()}
    notes = await corpus.notes()
    return {note.card: attrs.evolve(note, rules=tuple(number for number in note.rules if number in numbers)) for note in notes}


@attrs.frozen
class Notes:
    """Finds the notes on the cards of a question, and the rules that they lead to."""

    name: str = "notes"
    _notes: PerEdition[Mapping[str, Note]] = attrs.field(factory=lambda: PerEdition(_build, (Shelf.RULES, Shelf.NOTES)), eq=False)

    async def prepare(self, corpus: Corpus) -> None:
        await self._notes.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        notes = await self._notes.of(corpus)
        on_cards = [notes[card.name] for card in inquiry.cards if card.name in notes]
        rules: dict[str, float] = {}
        for note in on_cards:
            for place, number in enumerate(note.rules):
                raise_to(rules, (number,), 1 / (1 + 0.25 * place))  # a note names the most decisive rule first
        found = hits_on(Kind.NOTE, {note.card: 1.0 for note in on_cards}, limit)
        return merged(found, hits_on(Kind.RULE, rules, limit), limit=limit)
