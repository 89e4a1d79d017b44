"""All names of a corpus, ready to be looked up: what each can mean, and which words are more than names."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs

from headjudge import Alias, Corpus, PerEdition, Shelf, fold
from headjudge_names.harvest import Harvest, Kind, gather, reap
from headjudge_names.near import Near, Spellings
from headjudge_names.storage import SHELVES, load, place, save
from headjudge_names.translated import Translated
from headjudge_names.vocabulary import Vocabulary

__all__ = ["Lexicon", "Lexicons", "Phrase", "compile_lexicon"]

ARTICLES: Final = frozenset({"the"})
"""Words that players leave out of a name (``jace mind sculptor``)."""
RECOGNISABLE: Final = 2
"""How many words must be left then."""


@attrs.frozen
class Phrase:
    """What a folded name stands for, on the first rung that knows it."""

    cards: tuple[int, ...]
    """Places in `Lexicon.ids`, the likeliest first."""
    exact: bool = False
    """A card's own name, a face's or a printed one."""
    alias: bool = False
    ordinary: bool = False
    """A nickname that is also an everyday word."""
    foreign: bool = False
    """A name in another language."""


@attrs.frozen
class Lexicon:
    """The names of one corpus. Cards are their places in `ids`."""

    ids: Sequence[str]
    names: Sequence[str]
    """The folded own name of each card."""
    exact: Mapping[str, tuple[int, ...]]
    """The names of cards, of faces, and printed ones, each with the cards of the strongest kind, and behind those of a face or a printing
    the cards whose name before a comma it is."""
    short: Mapping[str, tuple[int, ...]]
    loose: Mapping[str, tuple[int, ...]]
    """Names without their articles."""
    aliases: Mapping[str, tuple[int, ...]]
    ordinary: frozenset[str]
    """The nicknames that are everyday words too."""
    real: frozenset[str]
    """Names of cards and faces: no nickname equals one."""
    longest: Mapping[str, int]
    """First word of a name → words of the longest name that begins with it."""
    near: Near
    translated: Translated
    vocabulary: Vocabulary

    def phrase(self, key: str) -> Phrase | None:
        """Return what the folded name *key* stands for; None when it is no name."""
        if (cards := self.aliases.get(key)) is not None:
            return Phrase(cards, alias=True, ordinary=key in self.ordinary)
        if (cards := self.exact.get(key)) is not None:
            return Phrase(cards, exact=True)
        if cards := self.short.get(key) or self.loose.get(key):
            return Phrase(cards)
        cards = self.translated.cards(key)
        return Phrase(cards, exact=True, foreign=True) if cards else None

    def reach(self, first: str) -> int:
        """Return how many words the longest name has that begins with the word *first*; 0 when none does."""
        return max(self.longest.get(first, 0), self.translated.longest(first))

    def ids_of(self, cards: Iterable[int]) -> list[str]:
        """Return the Oracle ids of *cards*, in order."""
        return [self.ids[card] for card in cards]


class Lexicons:
    """The lexicon for each edition, and the harvests that they are compiled from, kept in a folder."""

    def __init__(self, folder: Path) -> None:
        """Keep harvests in *folder*, which is made when the first is written."""
        self._folder = folder
        self._lexicons = PerEdition(self._compile, (*SHELVES, Shelf.ALIASES))

    async def of(self, corpus: Corpus) -> Lexicon:
        """Return the lexicon of *corpus*."""
        return await self._lexicons.of(corpus)

    async def _compile(self, corpus: Corpus) -> Lexicon:
        return await asyncio.to_thread(compile_lexicon, await self._harvest(corpus), await corpus.aliases())

    async def _harvest(self, corpus: Corpus) -> Harvest:
        path = place(self._folder, corpus)
        if (kept := await asyncio.to_thread(load, path)) is not None:
            return kept
        harvest = await asyncio.to_thread(reap, await gather(corpus))
        await asyncio.to_thread(save, path, harvest)
        return harvest


def compile_lexicon(harvest: Harvest, aliases: Sequence[Alias]) -> Lexicon:
    """Return the lexicon of *harvest* with *aliases*; those that equal a real name, or whose cards are all absent, are left out."""
    by_kind = _by_kind(harvest)
    real = frozenset(by_kind[Kind.CARD]) | frozenset(by_kind[Kind.FACE])
    nicknames = _nicknames(aliases, {key: cards[0] for key, cards in by_kind[Kind.CARD].items()}, real)
    favourites = frozenset(card for _, cards in nicknames.values() for card in cards)

    def likeliest(cards: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(dict.fromkeys(cards), key=lambda card: (card not in favourites, -harvest.weights[card])))

    # “Sheoldred” is a face of one card and what players call two others: who is meant is asked, not guessed.
    exact = {
        key: tuple(dict.fromkeys((*likeliest(cards), *likeliest(by_kind[Kind.SHORT].get(key, ()) if kind is not Kind.CARD else ()))))
        for kind in (Kind.PRINTED, Kind.FACE, Kind.CARD)
        for key, cards in by_kind[kind].items()
    }
    short = {key: likeliest(cards) for key, cards in _joined(by_kind[Kind.SHORT], by_kind[Kind.LEAD]).items()}
    loose = {key: tuple(cards) for key, cards in _loose(by_kind[Kind.CARD]).items() if key not in exact and key not in short}
    near = _near(loose | short | exact)
    return Lexicon(
        ids=harvest.ids,
        names=_own_names(by_kind[Kind.CARD], len(harvest.ids)),
        exact=exact,
        short=short,
        loose=loose,
        aliases={key: cards for key, (_, cards) in nicknames.items()},
        ordinary=frozenset(key for key, (ordinary, _) in nicknames.items() if ordinary),
        real=real,
        longest=_longest((*loose, *short, *exact, *nicknames)),
        near=near,
        translated=harvest.translated,
        vocabulary=Vocabulary.of(harvest, (*near.known, *nicknames)),
    )


def _by_kind(harvest: Harvest) -> Mapping[Kind, dict[str, list[int]]]:
    by_kind: dict[Kind, dict[str, list[int]]] = {kind: {} for kind in Kind}
    tables = [by_kind[kind] for kind in Kind]
    for key, kind, owner in zip(harvest.keys, harvest.ways, harvest.owners, strict=True):
        tables[kind].setdefault(key, []).append(owner)
    return by_kind


def _nicknames(aliases: Iterable[Alias], own: Mapping[str, int], real: frozenset[str]) -> dict[str, tuple[bool, tuple[int, ...]]]:
    """Folded nickname → whether it is ordinary, and its cards in the order of the list."""
    nicknames: dict[str, tuple[bool, tuple[int, ...]]] = {}
    for alias in aliases:
        key = fold(alias.nickname)
        cards = tuple(dict.fromkeys(own[name] for name in map(fold, alias.cards) if name in own))
        if not cards or not key or key in real:
            continue
        nicknames[key] = (alias.ordinary, cards)
        # "o-ring" is as often typed "oring".
        if "-" in alias.nickname and (joined := key.replace(" ", "")) not in real:
            nicknames.setdefault(joined, (alias.ordinary, cards))
    return nicknames


def _joined(one: Mapping[str, list[int]], other: Mapping[str, list[int]]) -> dict[str, list[int]]:
    return {key: one.get(key, []) + other.get(key, []) for key in one.keys() | other.keys()}


def _loose(names: Mapping[str, list[int]]) -> dict[str, list[int]]:
    """Names without their articles, where enough is left to know them by."""
    loose: dict[str, list[int]] = {}
    for key, cards in names.items():
        if "the " in key:
            kept = [word for word in key.split() if word not in ARTICLES]
            if len(kept) >= RECOGNISABLE:
                loose.setdefault(" ".join(kept), []).extend(cards)
    return loose


def _longest(keys: Iterable[str]) -> dict[str, int]:
    longest: dict[str, int] = {}
    for key in keys:
        first, count = key.partition(" ")[0], key.count(" ") + 1
        if longest.get(first, 0) < count:
            longest[first] = count
    return longest


def _near(names: Mapping[str, tuple[int, ...]]) -> Near:
    """Near spellings of all names; nicknames are too short to be near anything."""
    keys = tuple(names)
    return Near(Spellings.of(keys), tuple(names.values()), frozenset(word for key in keys for word in key.split()))


def _own_names(names: Mapping[str, list[int]], count: int) -> tuple[str, ...]:
    own = [""] * count
    for key, cards in names.items():
        for card in cards:
            own[card] = key
    return tuple(own)
