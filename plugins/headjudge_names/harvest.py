"""What the names plugin reads out of a whole corpus: every name, and which words its rules, rulings and cards use as words."""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Final

import attrs

from headjudge import Card, CardName, Corpus, NameKind, fold
from headjudge_names.translated import Translated

__all__ = ["Harvest", "Kind", "Material", "gather", "reap"]

_TOKEN: Final = re.compile(r"[^\W_]+")
_CAPITAL: Final = re.compile(r"(?<=[a-z,] )[A-Z][\w’']+")
_APOSTROPHES: Final = str.maketrans("", "", "'’‘")
_LEGEND: Final = re.compile(r"Legendary.*Creature|Planeswalker")
_TOKEN_KIND: Final = re.compile(r"((?:[A-Z][\w-]+ )+)(?:[a-z]+ )?creature token")
_OWN_KIND: Final = re.compile(r"Legendary|Planeswalker")
_SMALL: Final = frozenset({"the", "of", "and", "to", "in", "for", "from", "a", "an"})
SAID: Final = 2
"""A phrase that is written in lower case this often is one of the rules; once may be a slip (``lightning bolt``)."""
COMMON: Final = 4
"""A word that the rules use less often is no likely spelling of another."""
WRITTEN: Final = 3
"""A phrase that the rules write this often in capitals is their own (a variant, a set), not a card that they mention."""


class Kind(IntEnum):
    """How a name belongs to its card; the stronger the lower."""

    CARD = 0
    FACE = 1
    PRINTED = 2
    SHORT = 3
    LEAD = 4
    """The first words of a legend's name without a comma: ``Lurrus`` of ``Lurrus of the Dream-Den``."""


_KINDS: Final = {NameKind.CARD: Kind.CARD, NameKind.FACE: Kind.FACE, NameKind.PRINTED: Kind.PRINTED, NameKind.SHORT: Kind.SHORT}


@attrs.frozen
class Material:
    """All that is read, as it stands in the corpus."""

    names: Sequence[CardName]
    leads: Sequence[tuple[str, str]]
    """(folded lead, Oracle id)."""
    rules: Sequence[str]
    """Texts of rules, of the glossary, and titles of sections."""
    examples: Sequence[str]
    terms: Sequence[str]
    """Terms of the glossary."""
    rulings: Sequence[str]
    oracle: Sequence[str]
    """The Oracle texts."""
    types: frozenset[str]
    """The words of type lines, folded."""
    kinds: frozenset[str]
    """Those of them that stand on cards which are neither legendary nor planeswalkers."""
    ruled: Mapping[str, int]
    """How many rulings there are on each Oracle id."""
    translations: Sequence[tuple[str, str]] = ()
    """(Oracle id, name) in other languages."""


@attrs.frozen
class Harvest:
    """What is kept of it."""

    ids: tuple[str, ...]
    """Oracle ids; cards are named by their place here."""
    weights: tuple[int, ...]
    """How many rulings each card has: what is asked about much is likelier meant."""
    keys: tuple[str, ...]
    """Folded names, one for each way in which a card has one."""
    ways: tuple[int, ...]
    """`Kind` of each key."""
    owners: tuple[int, ...]
    """Card of each key."""
    rules: frozenset[str]
    """Words that the rules use as words."""
    titles: frozenset[str]
    """Words that the rules write in capitals alone: subtypes, formats."""
    rulings: frozenset[str]
    """Words that the rulings use as words."""
    oracle: frozenset[str]
    """Words that Oracle texts use as words."""
    kinds: frozenset[str]
    """Types that ordinary cards and tokens have: whoever says ``a rhino`` means no legend of that name."""
    common: tuple[str, ...]
    """Words that the rules use often and the terms of the glossary, as they are spelt."""
    counts: tuple[int, ...]
    """How often rules and rulings have each of `common`."""
    terms: frozenset[str]
    """Names of several words that are phrases of the rules: no cards in running text, however they are written."""
    idioms: frozenset[str]
    """Names of several words that rules and rulings use as phrases: cards only when written in capitals."""
    translated: Translated = attrs.field(factory=Translated)


async def gather(corpus: Corpus) -> Material:
    """Return the material of *corpus*."""
    ruled: Counter[str] = Counter()
    rulings, leads, oracle = [], [], []
    types: set[str] = set()
    kinds: set[str] = set()
    async for ruling in corpus.every_ruling():
        rulings.append(ruling.text)
        ruled[ruling.oracle_id] += 1
    async for card in corpus.every_card():
        leads += [(lead, card.oracle_id) for lead in _leads(card)]
        oracle += [face.oracle_text for face in card.faces]
        kinds.update(token for face in card.faces for token in _TOKEN_KIND.findall(face.oracle_text))
        types.update(face.type_line for face in card.faces)
        kinds.update(face.type_line for face in card.faces if not _OWN_KIND.search(face.type_line))
    rules = await corpus.rules()
    glossary = await corpus.glossary()
    texts = [rule.text for rule in rules] + [f"{', '.join(entry.terms)}: {entry.text}" for entry in glossary]
    terms = [term for entry in glossary for term in entry.terms]
    titles = [section.title for section in await corpus.sections()]
    examples = [example for rule in rules for example in rule.examples]
    return Material(
        names=await corpus.names(),
        leads=leads,
        rules=texts + titles,
        examples=examples,
        terms=terms,
        rulings=rulings,
        oracle=oracle,
        types=_words(types),
        kinds=_words(kinds),
        ruled=ruled,
        # One string for each id, not one for each of ten languages.
        translations=[(sys.intern(translation.oracle_id), translation.name) async for translation in corpus.every_translation()],
    )


def _leads(card: Card) -> Iterator[str]:
    """The first words by which players know a legend whose name has no comma after them."""
    for face in card.faces:
        if _LEGEND.search(face.type_line) and "," not in face.name:
            words = fold(face.name).split()
            for count in range(1, len(words)):
                if words[0] not in _SMALL and words[count - 1] not in _SMALL:
                    yield " ".join(words[:count])


def reap(material: Material) -> Harvest:
    """Return what is kept of *material*. Takes seconds over all cards: call it in a thread."""
    written_rules, written_rulings = _lower((*material.rules, *material.examples)), _lower(material.rulings)
    glossary = {term for term in map(fold, material.terms) if term and " " not in term}
    rules, rulings = _from(written_rules, SAID) | glossary, _from(written_rulings, SAID)
    common = sorted(_from(written_rules, COMMON) | glossary)
    titles = (_from(_capitals(material.rules), SAID) | material.types) - rules
    rows = _rows(material, rules | rulings, titles)
    ids = tuple(dict.fromkeys(owner for _, _, owner in rows))
    places = {oracle_id: place for place, oracle_id in enumerate(ids)}
    several = {key for key, _, _ in rows if " " in key and "//" not in key}
    written = _occurrences(material.rules, several, "")
    used = _occurrences((*material.rules, *material.examples), several, "lower")
    said = used + _occurrences(material.rulings, several, "lower")
    return Harvest(
        ids=ids,
        weights=tuple(material.ruled.get(oracle_id, 0) for oracle_id in ids),
        keys=tuple(key for key, _, _ in rows),
        ways=tuple(int(kind) for _, kind, _ in rows),
        owners=tuple(places[owner] for _, _, owner in rows),
        rules=rules,
        titles=titles,
        rulings=rulings,
        oracle=frozenset(_lower(material.oracle)),
        kinds=material.kinds,
        common=tuple(common),
        counts=tuple(written_rules[word] + written_rulings[word] for word in common),
        terms=_from(used, SAID) | _from(written, WRITTEN),
        idioms=_from(said, SAID),
        translated=Translated.of(material.translations, places, frozenset(key for key, _, _ in rows)),
    )


def _rows(material: Material, ordinary: frozenset[str], titles: frozenset[str]) -> list[tuple[str, Kind, str]]:
    """(folded name, kind, Oracle id), each once; a lead of *ordinary* words alone, or that is a type's name, is none."""
    rows = {(fold(name.text), _KINDS[name.kind], name.oracle_id): None for name in material.names}
    named = {(key, owner) for key, _, owner in rows}
    short = {key for key, kind, _ in rows if kind is Kind.SHORT}
    for lead, owner in material.leads:
        if (lead, owner) not in named and not ordinary.issuperset(lead.split()) and (lead in short or lead not in titles):
            rows[lead, Kind.LEAD, owner] = None
    return [row for row in rows if row[0]]


def _from(counts: Counter[str], least: int) -> frozenset[str]:
    return frozenset(phrase for phrase, count in counts.items() if count >= least)


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(word for text in texts for word in fold(text).split())


def _lower(texts: Iterable[str]) -> Counter[str]:
    """How often *texts* have each word in lower case, folded."""
    found: Counter[str] = Counter()
    for text in texts:
        found.update(_TOKEN.findall(text.translate(_APOSTROPHES)))
    return _folded({word: count for word, count in found.items() if word[0].islower()})


def _capitals(texts: Iterable[str]) -> Counter[str]:
    """How often *texts* write each word with a capital within a sentence, folded."""
    found: Counter[str] = Counter()
    for text in texts:
        found.update(_CAPITAL.findall(text))
    return _folded(found)


def _folded(counts: Mapping[str, int]) -> Counter[str]:
    folded: Counter[str] = Counter()
    for word, count in counts.items():
        folded[fold(word)] += count
    return folded


def _occurrences(texts: Iterable[str], phrases: set[str], case: str) -> Counter[str]:
    """How often each of *phrases* stands in *texts*; with *case* ``lower``, only where its last word has no capital."""
    lengths: dict[str, set[int]] = {}
    for phrase in phrases:
        lengths.setdefault(phrase.partition(" ")[0], set()).add(phrase.count(" ") + 1)
    found: Counter[str] = Counter()
    for text in texts:
        tokens = _TOKEN.findall(text.translate(_APOSTROPHES))
        plain = [token.lower() for token in tokens]
        for start, word in enumerate(plain):
            for length in lengths.get(word, ()):
                phrase, last = " ".join(plain[start : start + length]), tokens[min(start + length, len(tokens)) - 1]
                if phrase in phrases and (case != "lower" or last[0].islower()):
                    found[phrase] += 1
    return found
