"""A verdict on its way out: drafts and the objections to them, citations, and every kind of reply."""

from enum import Enum

import attrs

from headjudge.domain.passages import Reference
from headjudge.domain.questions import RulesSource

__all__ = [
    "Ambiguous",
    "Answer",
    "Busy",
    "CardLink",
    "Choice",
    "Citation",
    "Confidence",
    "Declined",
    "Doubt",
    "Draft",
    "Lack",
    "LookUp",
    "NotFound",
    "Objection",
    "Quote",
    "Reason",
    "Reply",
    "Undecided",
]


class Confidence(Enum):
    """How sure a verdict is, as the contract names it."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@attrs.frozen
class Quote:
    """Words that a draft claims to stand at a reference. Nobody has checked them yet."""

    reference: Reference
    text: str


@attrs.frozen
class Draft:
    """A verdict that has not passed the laws."""

    answer: str
    quotes: tuple[Quote, ...]
    confidence: Confidence = Confidence.LOW


@attrs.frozen
class LookUp:
    """A synthesizer's one request for more material, instead of a draft."""

    rules: tuple[str, ...] = ()
    """Numbers of rules it wants to read."""
    search: str = ""
    """Words to search the rules for."""


class Lack(Enum):
    """Why a synthesizer gives no verdict."""

    FACTS = "facts"
    """The question leaves open what the answer turns on, and no answer by cases is possible."""
    RULES = "rules"
    """The material does not settle it."""
    WILL = "will"
    """The model, or its provider's filter, would not answer."""


@attrs.frozen
class Undecided:
    """A synthesizer's reply when it gives no verdict. It holds no words of its own: nobody could check them."""

    lack: Lack


@attrs.frozen
class Objection:
    """Why a draft may not be shown, as a sentence that its author can act on."""

    text: str
    rules: tuple[str, ...] = ()
    """Rules to show the author for the redraft."""


@attrs.frozen
class Doubt:
    """What a validator is not sure of: it does not stop an answer, it lowers its confidence, and it is stored with the call."""

    text: str


@attrs.frozen
class Citation:
    """Words that were found in their source, and where. Only `headjudge.laws.confirm` makes one."""

    reference: Reference
    label: str
    quote: str
    """The source's own characters."""
    release: str
    source_hash: str
    """`text_hash` of the whole text at the reference."""
    card: str | None = None
    """Oracle id of the card it belongs to."""


@attrs.frozen
class CardLink:
    """A card that an answer is about, with what is needed to know it again."""

    name: str
    url: str
    oracle_id: str
    text_hash: str
    span: str = ""
    """How the asker wrote it."""


@attrs.frozen
class Answer:
    """A verdict whose every quote was found in its source."""

    text: str
    confidence: Confidence
    source: RulesSource
    release: str
    corpus: str
    generation: int
    citations: tuple[Citation, ...]
    cards: tuple[CardLink, ...] = ()
    call: int | None = None
    """Number of the stored call; None when nothing was stored."""
    repeats: bool = False
    """It is that call's verdict, found again: nothing was judged anew."""

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """What it quotes, as a draft claims it: so that the laws can be run on it again."""
        return tuple(Quote(citation.reference, citation.quote) for citation in self.citations)


@attrs.frozen
class Choice:
    """An ambiguous name and the cards it can mean."""

    query: str
    choices: tuple[str, ...]
    """Full card names, at most five."""
    truncated: bool = False
    """There were more than are listed."""


@attrs.frozen
class Ambiguous:
    """Names that match several cards; the asker chooses."""

    spans: tuple[Choice, ...]


@attrs.frozen
class NotFound:
    """Names that match no card."""

    names: tuple[str, ...]


class Reason(Enum):
    """Why a question got no verdict."""

    LIMITS = "limits"
    """It breaks a limit of the contract."""
    SCOPE = "scope"
    """It is no rules question."""
    UNANSWERED = "unanswered"
    """No draft passed the laws."""
    SPEND_CAP = "spend cap"
    BACKEND = "backend"


@attrs.frozen
class Declined:
    """No verdict; the message says why, to the asker."""

    message: str
    reason: Reason


@attrs.frozen
class Busy:
    """Every judge slot is taken."""

    message: str


Reply = Answer | Ambiguous | NotFound | Declined | Busy
