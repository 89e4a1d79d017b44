"""Whether a name that stands in a text is meant as a card: a wrong card costs more than a missing one."""

from collections.abc import Sequence
from typing import Final

from headjudge_names.lexicon import Lexicon
from headjudge_names.mentions import Mention, longest_first, mentioned, places
from headjudge_names.vocabulary import Vocabulary
from headjudge_names.words import Word

__all__ = ["mentions"]

LETTERS: Final = frozenset("ai")
"""Words of one letter."""
LEAST_UNUSUAL: Final = 4
"""Letters from which on a rare word in lower case is taken for the card of that name."""
LEAST_LONG: Final = 9
"""The same for a name in another language, in a text in that language."""
NOUNS: Final = 0.25
"""Share of capitals from which on a language gives them to all its nouns."""
LEAST: Final = 3
"""The same for what players call a legend, and for any name in capitals."""
LEAST_LISTED: Final = 2
"""The same for a nickname that is no everyday word."""


def mentions(text: Sequence[Word], lexicon: Lexicon) -> list[Mention]:
    """Return the names in *text* that are meant as cards, the longest where they overlap, in the order of the text."""
    vocabulary = lexicon.vocabulary
    own = vocabulary.reads(text)
    named = [mention for mention in mentioned(text, lexicon) if not mention.phrase.foreign or _abroad(mention, text, lexicon, own=own)]
    sure = longest_first(mention for mention in named if not mention.phrase.ordinary and _sure(mention, text, vocabulary))
    taken = places(mention for mention in sure if mention.count > 1)
    ordinary = [mention for mention in named if mention.phrase.ordinary and taken.isdisjoint(places([mention]))]
    shown = [mention for mention in ordinary if _shown(mention, text, vocabulary)]
    beside = [mention for mention in ordinary if (sure or shown) and _allowed(mention, text, vocabulary)]
    certain = [*sure, *shown, *(mention for mention in beside if mention not in shown)]
    return longest_first([*certain, *_paired(named, certain, text, vocabulary)])


def _abroad(mention: Mention, text: Sequence[Word], lexicon: Lexicon, *, own: bool) -> bool:
    """Whether a name in another language is meant.

    In a text in the game's *own* language it stands out; in one in that other language a single word must be long,
    or have a capital that its language gives to names alone.
    """
    if lexicon.translated.uncertain(mention.key) or all(map(lexicon.vocabulary.knows, mention.key.split())):
        return False
    if own or mention.count > 1:
        return True
    capitals = sum(map(_capital, text)) <= NOUNS * len(text)
    return len(mention.key) >= LEAST_LONG or (capitals and _capital(text[mention.first]))


def _paired(named: Sequence[Mention], certain: Sequence[Mention], text: Sequence[Word], vocabulary: Vocabulary) -> list[Mention]:
    """Everyday words among *named* that stand beside one of *certain* as its equal: ``serenity and blood moon``."""
    taken = places(certain)
    free = [mention for mention in named if _possible(mention, text, vocabulary) and taken.isdisjoint(places([mention]))]
    return [mention for mention in free if vocabulary.cues.pair(text, mention.first, mention.last, taken)]


def _sure(mention: Mention, text: Sequence[Word], vocabulary: Vocabulary) -> bool:
    """Whether a name that is no everyday word is meant."""
    if mention.phrase.foreign:
        return True
    if _several_words(mention, vocabulary) if " " in mention.key else _one_word(mention, text[mention.first], vocabulary):
        return True
    return _possible(mention, text, vocabulary) and vocabulary.cues.use_as_name(text, mention.first, mention.last)


def _possible(mention: Mention, text: Sequence[Word], vocabulary: Vocabulary) -> bool:
    """Whether an everyday word, or a phrase of the rulings, can be a name where the words beside it show that.

    A word of the rules needs its capital too.
    """
    if mention.phrase.ordinary or len(mention.key) < LEAST or mention.key in vocabulary.terms:
        return False
    word = text[mention.first]
    if mention.count > 1:
        return mention.key in vocabulary.idioms and mention.phrase.exact
    spoken_of = {word.bare, word.key, mention.key}
    return (spoken_of.isdisjoint(vocabulary.rules) or _capital(word)) and mention.key not in vocabulary.people


def _several_words(mention: Mention, vocabulary: Vocabulary) -> bool:
    if mention.key in vocabulary.terms:
        return False
    # A nickname or a name without its article, made of plain words, is a phrase as likely as a card; a letter by itself is no word.
    loose = not mention.phrase.exact and all(word in LETTERS or (len(word) > 1 and vocabulary.says(word)) for word in mention.key.split())
    return mention.proper or not (loose or mention.key in vocabulary.idioms)


def _one_word(mention: Mention, word: Word, vocabulary: Vocabulary) -> bool:
    forms = {word.bare, word.key, mention.key}
    exact = mention.phrase.exact
    # Who lists a nickname without calling it ordinary has looked at what else it may mean.
    types = vocabulary.titles if exact else frozenset() if mention.phrase.alias else vocabulary.kinds
    least = LEAST_LISTED if mention.phrase.alias else LEAST
    if len(mention.key) < least or not forms.isdisjoint(vocabulary.rules) or not forms.isdisjoint(types):
        return False
    if mention.key in vocabulary.people and not exact:
        return False
    if _capital(word):
        return True
    least = LEAST_UNUSUAL if exact else least
    return forms.isdisjoint(vocabulary.spoken) and len(mention.key) >= least


def _shown(mention: Mention, text: Sequence[Word], vocabulary: Vocabulary) -> bool:
    """Whether the text shows that a nickname that is an everyday word is a card's."""
    word, cues = text[mention.first], vocabulary.cues
    if mention.key not in vocabulary.people and _capital(word) and word.bare not in vocabulary.kinds:
        return True
    used = cues.use_as_name(text, mention.first, mention.last)
    if word.bare in vocabulary.kinds:
        return used
    if mention.key in vocabulary.people:
        return not _peopled(mention, text, vocabulary) and (used or cues.say_card(text, mention.first, mention.last))
    if word.bare in vocabulary.rules:
        return cues.say_nothing_else(text, mention.first, mention.last)
    return used or (cues.say_nothing_else if vocabulary.says(mention.key) else cues.say_card)(text, mention.first, mention.last)


def _allowed(mention: Mention, text: Sequence[Word], vocabulary: Vocabulary) -> bool:
    """Whether such a nickname can be a card's, now that others are named beside it."""
    word, cues = text[mention.first], vocabulary.cues
    if not {word.bare, mention.key}.isdisjoint(vocabulary.kinds) or word.bare in vocabulary.rules:
        return False
    if mention.key in vocabulary.people:
        return not (word.capital or _peopled(mention, text, vocabulary)) and cues.allow_person(text, mention.first, mention.last)
    if vocabulary.says(mention.key):
        return cues.say_card(text, mention.first, mention.last) or cues.ask_for(text, mention.first, mention.last)
    return cues.allow_card(text, mention.first, mention.last)


def _capital(word: Word) -> bool:
    """Whether *word* has a capital that says something."""
    return word.capital and not word.opens


def _peopled(mention: Mention, text: Sequence[Word], vocabulary: Vocabulary) -> bool:
    """Whether other people stand in *text* beside one who is called as a card is."""
    return text[mention.first].capital and any(word.capital and word.bare in vocabulary.people and word.bare != mention.key for word in text)
