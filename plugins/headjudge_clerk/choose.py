"""Which rules, lines of Oracle text and rulings bear on an inquiry, and which of their sentences."""

from collections import Counter
from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from headjudge import Brief, Kind, Passage
from headjudge_clerk.abilities import chosen_lines
from headjudge_clerk.cuts import LONGEST, Cuts, Extract, body, quotes_something
from headjudge_clerk.definitions import Definition, read_definition
from headjudge_clerk.sentences import sentences
from headjudge_clerk.weights import Weights
from headjudge_clerk.words import content

__all__ = ["Choice"]

RULES: Final = 3
CLOSE: Final = 0.5
"""Share of the first rule's weight from which on another is shown beside it."""
NAMED: Final = 0.3
"""The same for a rule whose title the asker named, when no other of that title is shown."""
OF_GROUP: Final = 2
"""Most rules of one group, unless the group defines what is asked."""
CARDS: Final = 4
"""Of so many named cards each is heard."""
RULINGS_OF_CARD: Final = 2
RULINGS: Final = 3
MATCH: Final = 0.3
"""Share of the question's weight that a ruling has to meet."""
MATCHES: Final = 3
"""Words of the question that a ruling has to hold; an example, which speaks of other cards, has to hold more."""
WORDING: Final = 0.3
"""What the wording of a rule counts beside its place among the legs' findings."""
TITLE: Final = 0.1
"""What it counts that a rule is the first of those whose title the asker named."""
DEFINING: Final = 3.0
"""What the first sentence of a rule that defines a term counts more than its others."""
SAID: Final = 0.5
"""What a word of the question counts that a rule shown before holds already."""
CLEARER: Final = 1.25
"""How much better than its rule an example has to match to be shown."""


class Choice:
    """The passages of one brief, weighed against its inquiry. Ask for the parts in the order in which they are shown: none repeats another."""

    def __init__(self, brief: Brief) -> None:
        self._brief = brief
        self._weights = Weights.of(brief)
        self._cuts = Cuts(brief, self._weights)

    def calls(self) -> tuple[Extract, ...]:
        """Return what rated prior calls decided, best first; at most one."""
        packed = self._packed(Kind.CALL)
        return tuple(Extract(passage, text) for passage in packed[:1] if (text := self._kept(passage, passage.text)))

    def rules(self) -> tuple[Extract, ...]:
        """Return the rules that decide, best first: none is a bare title, none is far behind the first."""
        definition = read_definition(self._brief)
        shown = self._defining(definition) if definition else []
        candidates = [passage for passage in self._candidates() if definition is None or definition.about(passage)]
        self._add_deciding(shown, candidates, OF_GROUP if definition is None else RULES)
        return tuple(shown + self._examples(shown))

    def lines(self) -> tuple[Extract, ...]:
        """Return the abilities of the named cards that match, card by card: each card is heard."""
        passages = {passage.card: passage for passage in self._packed(Kind.ORACLE)}
        found: list[Extract] = []
        for place, card in enumerate(self._brief.inquiry.cards):
            if (passage := passages.get(card.oracle_id)) is None:
                continue
            for line_place, line in enumerate(chosen_lines(card, self._brief.inquiry, self._weights)):
                text = line.text if len(line.text) <= LONGEST else self._cuts.cut(passage, line.text)
                found.append(Extract(passage, text or line.text, line.face.name, rank=0 if place < CARDS and line_place == 0 else 1))
        return tuple(found)

    def rulings(self) -> tuple[Extract, ...]:
        """Return the rulings that speak of what is asked, best first."""
        overlap, whole = self._weights.overlap, self._weights.whole
        weighed = sorted(((overlap(passage.text), passage) for passage in self._packed(Kind.RULING)), key=lambda pair: -pair[0])
        shown: list[Extract] = []
        of_card: Counter[str | None] = Counter()
        for weight, passage in weighed:
            if len(shown) == RULINGS or weight < MATCH * whole:
                break
            meets = len(self._weights.held(passage.text)) >= MATCHES
            if meets and of_card[passage.card] < RULINGS_OF_CARD and (text := self._kept(passage, passage.text)):
                shown.append(Extract(passage, text, passage.heading, rank=2))
                of_card[passage.card] += 1
        return tuple(shown)

    def _packed(self, kind: Kind) -> Sequence[Passage]:
        return [passage for passage in self._brief.passages if passage.reference.kind is kind]

    def _kept(self, passage: Passage, text: str) -> str:
        """What is quoted of *text*, and noted to be; empty when nothing can be."""
        if words := self._cuts.cut(passage, text):
            self._cuts.keep(passage, words)
        return words

    def _candidates(self) -> Sequence[Passage]:
        """The rules that some leg found and of which something can be quoted."""
        return [passage for passage in self._packed(Kind.RULE) if passage.score > 0 and quotes_something(passage.text)]

    def _defining(self, definition: Definition) -> list[Extract]:
        """The rule that says most surely what the term means: the first where several do."""
        surest = min(self._packed(Kind.RULE), key=lambda passage: (-definition.points(passage), _place(passage)))
        text = self._cuts.cut(surest, body(surest.text), DEFINING)
        self._cuts.keep(surest, text)
        return [Extract(surest, text)] if text else []

    def _add_deciding(self, shown: list[Extract], candidates: Sequence[Passage], of_group: int) -> None:
        """Add to *shown* the *candidates* that weigh most beside what is shown already."""
        left = [passage for passage in candidates if all(passage is not extract.passage for extract in shown)]
        best = max((passage.score for passage in left), default=0.0)
        first = 0.0
        while left and len(shown) < RULES:
            unheard, said = self._unheard(left, shown), self._said(shown)
            weighed = [(self._weight(passage, best, said, shown), passage.score, passage) for passage in unheard or left]
            weight, _, passage = max(weighed, key=itemgetter(0, 1))
            first = first or weight
            if weight < (NAMED if unheard else CLOSE) * first:
                return
            left.remove(passage)
            if sum(passage.group == other.passage.group for other in shown) < of_group and (text := self._kept(passage, body(passage.text))):
                shown.append(Extract(passage, text, rank=len(shown)))

    def _unheard(self, left: Sequence[Passage], shown: Sequence[Extract]) -> Sequence[Passage]:
        """When a last rule is to be shown and the question goes on with another: those of a title that was named and is not shown yet."""
        if len(shown) < RULES - 1 or not self._brief.inquiry.reading.paraphrases:
            return ()
        return [passage for passage in left if self._is_named(passage, shown)]

    def _said(self, shown: Sequence[Extract]) -> frozenset[str]:
        """What of the question stands in the rules *shown*."""
        return frozenset[str]().union(*(self._weights.held(extract.passage.text) for extract in shown))

    def _weight(self, passage: Passage, best: float, said: frozenset[str], shown: Sequence[Extract]) -> float:
        """How likely a rule is to decide: what the legs found, and how much of the question stands in it that was not *said* yet."""
        held = self._weights.held_under(passage.heading, passage.text)
        told = self._weights.sum(held) if held.isdisjoint(said) else self._weights.sum(held - said) + SAID * self._weights.sum(held & said)
        return passage.score / best + WORDING * told / self._weights.whole + TITLE * self._is_named(passage, shown)

    def _is_named(self, passage: Passage, shown: Sequence[Extract]) -> bool:
        """Whether the asker named the title under which *passage* stands, and none of its rules is shown yet."""
        title = content(passage.heading.partition(": ")[2])
        return bool(title) and title <= self._weights.asked and all(passage.heading != extract.passage.heading for extract in shown)

    def _examples(self, shown: Sequence[Extract]) -> list[Extract]:
        """The one example of the rules *shown* that matches best, where it matches clearly better than its rule."""
        overlap = self._weights.overlap_asked
        clearer = [
            (overlap(example), extract, example)
            for extract in shown
            for example in extract.passage.text.split("\nExample: ")[1:]
            if overlap(example) >= CLEARER * overlap(extract.text) and len(self._weights.asked & self._weights.held(example)) > MATCHES
        ]
        best = max(clearer, key=lambda found: found[0], default=None)
        text = _opening(best[2]) if best else ""
        return [Extract(best[1].passage, text, rank=1, example=True)] if best and text else []


def _opening(example: str) -> str:
    """The first sentences of *example*, as many as have room."""
    text = ""
    for piece in sentences(example):
        if len(text + piece.rstrip()) > LONGEST:
            break
        text += piece
    return text.strip()


def _place(passage: Passage) -> tuple[int, int, str]:
    """Where a rule stands in the rules."""
    section, _, number = passage.group.partition(".")
    return int(section), int(number), passage.reference.key
