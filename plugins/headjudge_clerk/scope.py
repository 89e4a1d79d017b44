"""What is a rules question, and what is not, by the phrases that tell."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

import attrs
import re2

from headjudge import fold

__all__ = ["Kind", "Phrases", "Scope", "read_scope"]

_BRACKETED = re.compile(r"\[\[.*?\]\]")
_STOP = re.compile(r"[.?!;:\n]+")
_LIST = re.compile(r"@(\w+)")
HINTS: Final = 2
"""How many hints make a question of their kind."""
_IS = re.compile(r"\b(what|how|where|who|when|why)s ")
NOWHERE: Final = r"$.^"
"""Stands in no text."""
_GAP: Final = r"(?:[^ |]+ ){0,8}?"


@attrs.frozen
class Phrases:
    """Phrases in the small language that the head of ``data/scope.toml`` explains."""

    _pattern: re.Pattern[str]
    _quick: Any = attrs.field(eq=False)
    """The same for RE2, which says in a tenth of the time that nothing is found."""

    @classmethod
    def of(cls, phrases: Sequence[str], lists: Mapping[str, str] | None = None) -> "Phrases":
        """Return *phrases* ready to be looked for, their ``@names`` taken from *lists*; none at all are found nowhere."""
        anywhere = "|".join(_compiled(phrase, lists or {}) for phrase in phrases) or NOWHERE
        return cls(re.compile(rf"(?<![^ ])(?:{anywhere})"), re2.compile(rf"(?:^| )(?:{anywhere})"))

    def stand_in(self, question: str, names: Sequence[str] = ()) -> bool:
        """Return whether any phrase stands in a `plain` *question*, and not merely within one of the `plain` *names*."""
        if self._quick.search(question) is None:
            return False
        found = self._pattern.search(question)
        while found is not None and any(f" {found[0]}" in f" {name}" for name in names):
            found = self._pattern.search(question, found.start() + 1)
        return found is not None

    def rest(self, question: str) -> str | None:
        """Return what follows the phrase with which a `plain` *question* begins; None when it begins with none."""
        found = self._pattern.match(question)
        return question[found.end() :] if found else None


def _compiled(phrase: str, lists: Mapping[str, str]) -> str:
    written_out = _LIST.sub(lambda match: lists[match[1]], phrase)
    return "".join(_item(item) for item in written_out.split())


def _item(item: str) -> str:
    if item == "...":
        return _GAP
    words = "|".join(re.escape(word).replace(r"\*", r"[^ |]*") for word in item.removesuffix("?").split("|"))
    return f"(?:(?:{words}) )" + ("?" if item.endswith("?") else "")


def plain(text: str) -> str:
    """Return *text* as phrases are looked for in it: folded, bracketed names taken out, sentences parted by a bar, a blank at the end."""
    without = _BRACKETED.sub(" ", text).replace("$", " dollars ").replace("-", " ")
    folded = " | ".join(part for part in map(fold, _STOP.split(without)) if part) + " "
    return _IS.sub(r"\1 is ", folded)


@attrs.frozen
class Kind:
    """A kind of question that is no rules question."""

    name: str
    sentence: str
    """What the asker is told."""
    cues: Phrases
    hints: tuple[Phrases, ...]
    _telling: Phrases
    """All cues and hints together: most questions have none."""
    unless: Phrases
    of_a_card: Phrases
    """How questions of this kind begin that have only a card's name besides."""
    terms: int | None = None
    """With so many terms of the rules it is a rules question after all; None when none suffice."""

    def covers(self, question: str, terms: int, names: Sequence[str] = ()) -> bool:
        """Return whether the `plain` *question*, which holds so many *terms* of the rules and the `plain` *names* of cards, is of this kind."""
        if self.terms is not None and terms >= self.terms:
            return False
        if not self._telling.stand_in(question):
            return False
        suspected = self.cues.stand_in(question, names) or sum(hint.stand_in(question, names) for hint in self.hints) >= HINTS
        return suspected and not self.unless.stand_in(question)


@attrs.frozen
class Scope:
    """What is declined, and with which sentence."""

    kinds: tuple[Kind, ...]
    other_game: str
    """Name of the kind that naming another game makes a question."""
    games: tuple[tuple[str, Phrases], ...]
    """(name of the corpus, names of its game)."""
    no_terms: str
    """What the asker of a question without a word of the rules is told."""
    commander: Phrases

    def refusal(self, text: str, corpus: str, terms: int, cards: Sequence[str] = ()) -> str | None:
        """Return why *text* is no question for *corpus*; None when it may be one.

        Args:
            text: the question.
            corpus: the corpus's name.
            terms: how many terms of the rules *text* holds.
            cards: names of cards in it, whose words are no cues.
        """
        question, names = plain(text), [plain(card) for card in cards]
        return next((kind.sentence for kind in self.kinds if self._covers(kind, question, corpus, terms, names)), None)

    def refusal_of_name(self, text: str) -> tuple[str, str] | None:
        """Return why *text* is declined if what is left of it is a card's name, and what is left; None when *text* begins otherwise."""
        question = plain(text)
        found = ((kind.sentence, rest.rstrip("| ")) for kind in self.kinds if (rest := kind.of_a_card.rest(question)) is not None)
        return next(found, None)

    def about_commander(self, text: str) -> bool:
        """Return whether *text* asks about Commander."""
        return self.commander.stand_in(plain(text))

    def _covers(self, kind: Kind, question: str, corpus: str, terms: int, names: Sequence[str]) -> bool:
        if kind.name != self.other_game:
            return kind.covers(question, terms, names)
        named = {name for name, game in self.games if game.stand_in(question, names)}
        return corpus not in named and (bool(named) or kind.covers(question, terms, names))


def read_scope() -> Scope:
    """Return the scope that ships with the clerk."""
    data = tomllib.loads((files("headjudge_clerk") / "data" / "scope.toml").read_text("utf-8"))
    return Scope(
        kinds=tuple(_kind(table, data["words"]) for table in data["kind"]),
        other_game="other game",
        games=tuple((table["corpus"], Phrases.of(table["names"])) for table in data["game"]),
        no_terms=data["no_terms"]["sentence"],
        commander=Phrases.of(data["commander"]["cues"]),
    )


def _kind(table: Mapping[str, Any], lists: Mapping[str, str]) -> Kind:
    cues, unless = Phrases.of(table["cues"], lists), Phrases.of(table.get("unless", ()), lists)
    hints = tuple(Phrases.of([hint], lists) for hint in table.get("hints", ()))
    telling = Phrases.of([*table["cues"], *table.get("hints", ())], lists)
    of_a_card = Phrases.of(table.get("of_a_card", ()), lists)
    return Kind(table["name"], table["sentence"], cues, hints, telling, unless, of_a_card, table.get("terms"))
