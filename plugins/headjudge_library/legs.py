"""All the legs of the library, put together."""

from collections.abc import Iterator

from headjudge import Calls, Retriever
from headjudge_library.abilities import Abilities, AbilityBooks, ToldAbilities
from headjudge_library.calls import PriorCalls
from headjudge_library.categories import Categories
from headjudge_library.concepts import ConceptIndexes, Concepts
from headjudge_library.glossary import Glossary
from headjudge_library.keywords import Keywords
from headjudge_library.lists import ABILITIES, PINS, texts_of
from headjudge_library.notes import Notes
from headjudge_library.rulewords import RuleWordsIndexes
from headjudge_library.rulings import Rulings

__all__ = ["every_leg"]


def every_leg(calls: Calls, concepts: ConceptIndexes) -> Iterator[Retriever]:
    """Give each leg; those that weigh words share one index of the rules' words, those that read abilities one book."""
    words, books = RuleWordsIndexes(), AbilityBooks(*texts_of((ABILITIES, PINS)))
    yield Abilities(books, words)
    yield ToldAbilities(books, words)
    yield Categories(words)
    yield Concepts(concepts)
    yield Glossary()
    yield Keywords(words)
    yield Notes()
    yield PriorCalls(calls, words)
    yield Rulings(words)
