"""Whether a name that stands in a text is meant as a card: a wrong card costs more than a missing one."""

from collections.abc import Sequence
from typing import Final

from headjudge_names.lexicon import Lexicon
from headjudge_names.mentions import Mention, longest_first, mentioned, places
from headjudge_names.vocabulary import Vocabulary
from headjudge_names.words import Word

__all__ = ["mentions"]

LEAST_UNUSUAL: Final = 6
"""Letters from which on a rare word in lower case is taken for the card of that name."""
LEAST_SHORT: Final = 4
"""The same for what players call a legend."""
LEAST: Final = 3
"""The same for a nickname, and for any name in capitals."""


def mentions(text: Sequence[Word], lexicon: Lexicon) -> list[Mention]:
    """Return the names in *text* that are meant as cards, the longest where they overlap, in the order of the text."""
    vocabulary = lexicon.vocabulary
    named = list(mentioned(text, lexicon))
    sure = longest_first(mention for mention in named if not mention.phrase.ordinary and _sure(mention, text, vocabulary))
    taken = places(mention for mention in sure if mention.count > 1)
    ordinary = [mention for mention in named if mention.phrase.ordinary and taken.isdisjoint(places([mention]))]
    shown = [mention for mention in ordinary if _shown(mention, text, vocabulary)]
    beside = [mention for mention in ordinary if (sure or shown) and _allowed(mention, text, vocabulary)]
    return longest_first([*sure, *shown, *(mention for mention in beside if mention not in shown)])


def _sure(mention: Mention, text: Sequence[Word], vocabulary: Vocabulary) -> bool:
    """Whether a name that is no everyday word is meant."""
    return _several_words(mention, vocabulary) if " " in mention.key else _one_word(mention, text[mention.first], vocabulary)


def _several_words(mention: Mention, vocabulary: Vocabulary) -> bool:
    if mention.key in vocabulary.terms:
        return False
    # A nickname or a name without its article, made of plain words, is a phrase as likely as a card.
    loose = not mention.phrase.exact and all(map(vocabulary.says, mention.key.split()))
    return mention.proper or not (loose or mention.key in vocabulary.idioms)


def _one_word(mention: Mention, word: Word, vocabulary: Vocabulary) -> bool:
    forms = {word.bare, word.key, mention.key}
    exact = mention.phrase.exact
    if len(mention.key) < LEAST or not forms.isdisjoint(vocabulary.rules) or (exact and not forms.isdisjoint(vocabulary.titles)):
        return False
    if mention.key in vocabulary.people and not exact:
        return False
    if _capital(word):
        return True
    least = LEAST if mention.phrase.alias else LEAST_UNUSUAL if exact else LEAST_SHORT
    return forms.isdisjoint(vocabulary.spoken) and len(mention.key) >= least


def _shown(mention: Mention, text: Sequence[Word], vocabulary: Vocabulary) -> bool:
    """Whether the text shows that a nickname that is an everyday word is a card's."""
    word, cues = text[mention.first], vocabulary.cues
    if mention.key in vocabulary.people:
        return not _peopled(mention, text, vocabulary) and cues.say_card(text, mention.first, mention.last)
    if _capital(word):
        return True
    if vocabulary.says(mention.key) or word.bare in vocabulary.rules:
        return cues.say_nothing_else(text, mention.first, mention.last)
    return cues.say_card(text, mention.first, mention.last)


def _allowed(mention: Mention, text: Sequence[Word], vocabulary: Vocabulary) -> bool:
    """Whether such a nickname can be a card's, now that others are named beside it."""
    word = text[mention.first]
    if mention.key in vocabulary.people or vocabulary.says(mention.key) or word.bare in vocabulary.rules:
        return False
    return vocabulary.cues.allow_card(text, mention.first, mention.last)


def _capital(word: Word) -> bool:
    """Whether *word* has a capital that says something."""
    return word.capital and not word.opens


def _peopled(mention: Mention, text: Sequence[Word], vocabulary: Vocabulary) -> bool:
    """Whether other people stand in *text* beside one who is called as a card is."""
    return text[mention.first].capital and any(word.capital and word.bare in vocabulary.people and word.bare != mention.key for word in text)
