"""The leg that knows the rulings on the cards."""

from collections.abc import Sequence
from typing import Final

import attrs
import numpy as np

from headjudge import Corpus, Hit, Inquiry, Kind, Ruling, rule_numbers
from headjudge_library.hits import hits_on, merged, raise_to
from headjudge_library.rulewords import RuleWords, RuleWordsIndexes
from headjudge_library.words import stemmed

__all__ = ["Rulings"]

LEADING: Final = 4
"""How many rulings lead on to rules."""
SOUNDS: Final = 0.6
"""What a rule counts at most that a ruling only sounds like; one that it names counts 1."""
SHOWN: Final = 20
"""How many rulings are found at most."""
LIKE: Final = 20
"""How many rules the rulings can sound like."""


@attrs.frozen
class Rulings:
    """Finds the rulings on the cards that answer the question, and the rules that those name or sound like."""

    words: RuleWordsIndexes
    name: str = "rulings"

    async def prepare(self, corpus: Corpus) -> None:
        await self.words.of(corpus)

    async def retrieve(self, inquiry: Inquiry, corpus: Corpus, limit: int) -> Sequence[Hit]:
        words = await self.words.of(corpus)
        asked = stemmed(" ".join((inquiry.wording, *inquiry.reading.concepts)))
        rulings = [ruling for card in inquiry.cards for ruling in await corpus.rulings(card.oracle_id)]
        share = words.shared(asked)
        ranked = sorted(((share(ruling.text), ruling) for ruling in rulings), key=lambda pair: -pair[0])
        found = hits_on(Kind.RULING, {ruling.key: score for score, ruling in ranked[:SHOWN]}, limit)
        return merged(found, hits_on(Kind.RULE, _rules(ranked[:LEADING], words), limit), limit=limit)


def _rules(ranked: Sequence[tuple[float, Ruling]], words: RuleWords) -> dict[str, float]:
    """What the rules count that *ranked* rulings name or sound like, each by its own share of the best."""
    sounds = np.zeros(len(words.numbers), dtype=np.float32)
    named: dict[str, float] = {}
    for score, ruling in ranked:
        raise_to(named, (number for number in rule_numbers(ruling.text) if number in words.places), score)
        alike = words.like(ruling.text)
        sounds += score * alike / max(float(alike.max(initial=0.0)), 1.0)
    scores = dict(words.best(SOUNDS * sounds, LIKE))
    for number, score in named.items():
        raise_to(scores, (number,), score)
    return scores
