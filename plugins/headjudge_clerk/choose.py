"""Which rules, lines of Oracle text and rulings bear on an inquiry, and which of their sentences."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs

from headjudge import Brief, Face, Kind, Passage, rule_numbers
from headjudge_clerk.sentences import sentences
from headjudge_clerk.words import Stems, tokens

__all__ = ["Choice", "Extract"]

EXTRACT: Final = 350
"""Most characters of an extract, where its sentences are shorter."""
LONGEST: Final = 520
"""Most characters of one sentence that is quoted whole."""
RULES: Final = 3
CLOSE: Final = 0.5
"""Share of the first rule's weight from which on another is shown beside it."""
LINES: Final = 2
"""Most lines of one face's text."""
RULINGS_OF_CARD: Final = 2
RULINGS: Final = 3
MATCH: Final = 0.3
"""Share of the question's weight that a ruling has to meet."""
MATCHES: Final = 3
"""Words of the question that it has to hold."""
CONCEPT: Final = 0.7
"""What a word of a concept that was detected counts beside one that was asked."""
WORDING: Final = 0.5
"""What the wording of a rule counts beside its place among the legs' findings."""
OPENING: Final = 1.2
"""What the first sentence of a rule counts more than others: it says what the rule is about."""
_LEANING: Final = re.compile(
    r"(?:it|its|this|that|these|those|they|their|such|note|then|first|next|rather|instead|otherwise|however|similarly|also|but|and|or"
    r"|once it|if (?:so|not|it|they|this|that)|in (?:this|that|these|those|such)|for example)\b"
    r"|[^.,]*\b(?:that|those|this) (?:characteristic|choice|ability|player|object|spell|event|effect)",
    re.IGNORECASE,
)
"""How sentences begin that lean on the sentence before."""


@attrs.frozen
class Extract:
    """Words of a passage, to be quoted."""

    passage: Passage
    text: str
    title: str = ""
    """What to call the passage's card or face."""


class Choice:
    """The passages of one brief, weighed against its inquiry."""

    def __init__(self, brief: Brief) -> None:
        self._brief = brief
        self._stems = Stems()
        reading = brief.inquiry.reading
        names = self._stems.of(card.name for card in brief.inquiry.cards)
        asked = self._stems.of((brief.inquiry.text, *reading.paraphrases)) - names
        spoken = self._stems.of(reading.concepts) - names
        self._rarity = self._rarities(passage.text for passage in brief.passages)
        self._wanted = dict.fromkeys(spoken, CONCEPT) | dict.fromkeys(asked, 1.0)

    def calls(self) -> tuple[Extract, ...]:
        """Return what rated prior calls decided, best first; at most one."""
        packed = self._packed(Kind.CALL)
        return tuple(Extract(passage, text) for passage in packed[:1] if (text := self._extract(passage.text)))

    def rules(self) -> tuple[Extract, ...]:
        """Return the rules that decide, best first: none is a bare title, none is far behind the first."""
        best = max((passage.score for passage in self._packed(Kind.RULE)), default=0.0)
        weighed = [(self._weight(passage, best), passage) for passage in self._packed(Kind.RULE)]
        weighed.sort(key=lambda pair: (-pair[0], pair[1].reference.key))
        shown: list[Extract] = []
        for weight, passage in weighed:
            if len(shown) == RULES or weight <= 0 or weight < CLOSE * weighed[0][0]:
                break
            if sum(passage.group == other.passage.group for other in shown) < 2 and (text := self._extract(_body(passage.text))):
                shown.append(Extract(passage, text))
        return tuple(shown)

    def lines(self) -> tuple[Extract, ...]:
        """Return the abilities of the named cards that match, card by card."""
        passages = {passage.card: passage for passage in self._packed(Kind.ORACLE)}
        found: list[Extract] = []
        for card in self._brief.inquiry.cards:
            if (passage := passages.get(card.oracle_id)) is not None:
                found += self._abilities(passage, card.faces)
        return tuple(found)

    def rulings(self) -> tuple[Extract, ...]:
        """Return the rulings that speak of what is asked, best first."""
        whole = sum(self._rarity.get(stem, 0.0) * weight for stem, weight in self._wanted.items())
        weighed = sorted(((self._overlap(passage.text), passage) for passage in self._packed(Kind.RULING)), key=lambda pair: -pair[0])
        shown: list[Extract] = []
        of_card: Counter[str | None] = Counter()
        for weight, passage in weighed:
            if len(shown) == RULINGS or weight < MATCH * whole:
                break
            meets = len(self._stems.content(passage.text) & self._wanted.keys()) >= MATCHES
            if meets and of_card[passage.card] < RULINGS_OF_CARD and (text := self._extract(passage.text)):
                shown.append(Extract(passage, text, passage.heading))
                of_card[passage.card] += 1
        return tuple(shown)

    def _packed(self, kind: Kind) -> Sequence[Passage]:
        return [passage for passage in self._brief.passages if passage.reference.kind is kind]

    def _rarities(self, texts: Iterable[str]) -> Mapping[str, float]:
        """How much each stem tells: a word of one passage tells more than one of all."""
        held = [self._stems.content(text) for text in texts]
        counts = Counter(stem for stems in held for stem in stems)
        return {stem: math.log(1 + len(held) / count) for stem, count in counts.items()}

    def _overlap(self, text: str) -> float:
        """How much of what is asked stands in *text*."""
        return sum(self._rarity.get(stem, 0.0) * self._wanted.get(stem, 0.0) for stem in self._stems.content(text))

    def _weight(self, passage: Passage, best: float) -> float:
        """How likely a rule is to decide: what the legs found, and how much of the question stands in it."""
        pieces = [piece for piece in sentences(_body(passage.text)) if _quotable(piece)]
        if not pieces or passage.score <= 0:
            return 0.0
        whole = sum(self._rarity.get(stem, 0.0) * weight for stem, weight in self._wanted.items()) or 1.0
        return passage.score / best + WORDING * self._overlap(f"{passage.heading} {passage.text}") / whole

    def _abilities(self, passage: Passage, faces: Sequence[Face]) -> Sequence[Extract]:
        """The lines of a card's faces that match best. A lone or short card of which no line matches shows its first."""
        lines = [(face, line, quote) for face in faces for line in face.oracle_text.split("\n") if (quote := _ability(line))]
        weighed = [(self._overlap(_bare(line)), face, quote) for face, line, quote in lines]
        best = max((weight for weight, _, _ in weighed), default=0.0)
        chosen = [(face, quote) for weight, face, quote in weighed if weight > 0 and weight >= CLOSE * best][:LINES]
        if not chosen and (len(self._brief.inquiry.cards) == 1 or len(lines) <= LINES):
            chosen = [(face, quote) for face, _, quote in lines[:1]]
        return [Extract(passage, quote, face.name) for face, quote in chosen]

    def _extract(self, text: str) -> str:
        """All of a short *text*; else the sentence that matches best, with what it leans on, and what follows while there is room."""
        pieces = sentences(text)
        usable = {place for place, piece in enumerate(pieces) if self._allowed(piece)}
        # A sentence that leans on one that cannot be quoted says nothing by itself.
        starts = {place for place in usable if place == 0 or place - 1 in usable or not _LEANING.match(pieces[place])}
        if not starts:
            return ""
        first = last = max(starts, key=lambda place: (self._overlap(pieces[place]) * (OPENING if place == 0 else 1.0), -place))
        while first - 1 in usable and _LEANING.match(pieces[first]) and _length(pieces[first - 1 : last + 1]) <= LONGEST:
            first -= 1
        while first - 1 in starts and _length(pieces[: last + 1]) <= EXTRACT:
            first -= 1
        while last + 1 in usable and _length(pieces[first : last + 2]) <= EXTRACT:
            last += 1
        return "".join(pieces[first : last + 1]).strip()

    def _allowed(self, piece: str) -> bool:
        """Whether a sentence can be quoted: rules that it names would have to be cited, so it names only those that are packed."""
        packed = {passage.reference.key for passage in self._packed(Kind.RULE)}
        return _quotable(piece) and all(number in packed for number in rule_numbers(piece))


def _body(text: str) -> str:
    """A rule without its examples."""
    return text.split("\nExample: ", 1)[0]


def _bare(line: str) -> str:
    """A line of Oracle text without its reminder text."""
    return line.split(" (", 1)[0] if line.endswith(")") else line


def _ability(line: str) -> str:
    """What to quote of a line of Oracle text: without its reminder text where words enough are left; nothing where they never are."""
    return "" if line.startswith("(") else next((text for text in (_bare(line), line) if len(tokens(text)) >= 3), "")


def _quotable(piece: str) -> bool:
    """Whether *piece* is a sentence that says something: no title, no bare reference, no opening of a list."""
    text = piece.strip()
    return len(text) <= LONGEST and not text.startswith("(") and text[-1:] in '.!?”")' and len(tokens(text)) >= 5 and not text.startswith("See rule")


def _length(pieces: Sequence[str]) -> int:
    return len("".join(pieces).strip())
