"""The law of citation: what no draft may break and no plugin can loosen."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from headjudge.domain.answers import Answer, CardLink, Citation, Draft, Objection, Quote
from headjudge.domain.names import fold_typography
from headjudge.domain.passages import CITABLE, Brief, Kind, Passage
from headjudge.domain.questions import Inquiry, control_character
from headjudge.domain.rules import rule_numbers

__all__ = ["confirm", "objections"]

LEAST_WORDS: Final = 3
"""A shorter quote is trivial, unless it is the whole of its source."""
_WORD = re.compile(r"[+-]?\w+/[+-]?\w+|\w+(?:['’-]\w+)*")
_APOSTROPHES: Final = frozenset("'’")
_JOINTS: Final = frozenset("-‐‑−+/") | _APOSTROPHES
"""What holds a word or a number together: “can’t”, “non-Human”, “-3/-3”. A long dash parts words."""
_QUOTATION = re.compile(r"“([^”]*)”|\"([^\"]*)\"")
_MARKS = str.maketrans(dict.fromkeys('‘’“”"', "'"))
_DOTS = str.maketrans(dict.fromkeys("․·。｡・", "."))
_UNSEEN: Final = frozenset("ᅟᅠㅤﾠ⠀")
"""Characters that show nothing, though Unicode counts them as letters or symbols."""
_SPLIT = re.compile(r"(?<=\d{3}\.)\s+(?=\d{1,3}[a-z]{1,2}\b)")


def objections(draft: Draft, brief: Brief) -> tuple[Objection, ...]:
    """Return everything in *draft* that breaks the law, given what *brief* holds; empty when it may be shown."""
    return (*_silence(draft), *_misquotes(draft, brief), *_uncited_rules(draft), *_loose_quotations(draft, brief))


def _silence(draft: Draft) -> Iterator[Objection]:
    if not draft.answer.strip():
        yield Objection("The answer is blank; write the verdict.")
    if (bad := control_character(draft.answer)) is not None:
        yield Objection(f"The answer holds the control character U+{ord(bad):04X}; write it without.")
    if not draft.quotes:
        yield Objection("The answer cites nothing; cite at least one rule, ruling, Oracle text or rated prior call with a verbatim quote.")


def _misquotes(draft: Draft, brief: Brief) -> Iterator[Objection]:
    for quote in draft.quotes:
        if objection := _misquote(quote, brief.find(quote.reference)):
            yield objection


def _misquote(quote: Quote, passage: Passage | None) -> Objection | None:
    if quote.reference.kind not in CITABLE:
        return Objection(f"{quote.reference} may not be cited; cite a rule, a ruling, Oracle text or a rated prior call.")
    wanted = (quote.reference.key,) if quote.reference.kind is Kind.RULE else ()
    if passage is None:
        return Objection(f"{quote.reference} is not among the sources shown; cite only those.", wanted)
    if _where(quote, passage) is None:
        return Objection(f"The quote “{quote.text[:200]}” does not stand in {passage.label}, which reads: “{passage.text[:600]}”.", wanted)
    if len(_WORD.findall(quote.text)) < LEAST_WORDS and quote.text.strip() != passage.text.strip():
        return Objection(f"The quote “{quote.text}” from {passage.label} is too short; quote at least {LEAST_WORDS} words.", wanted)
    return None


def _where(quote: Quote, passage: Passage) -> slice | None:
    """Where *quote* stands in *passage*, on whole words, after folding typographic variants one for one."""
    words, source = fold_typography(quote.text).strip(), fold_typography(passage.text)
    start = source.find(words) if words else -1
    while start >= 0:
        end = start + len(words)
        if _whole(passage.text, start) and _whole(passage.text, end):
            return slice(start, end)
        start = source.find(words, start + 1)
    return None


def _whole(source: str, edge: int) -> bool:
    """Whether cutting *source* at *edge* cuts no word: “able to attack” does not stand in “unable to attack”, nor “can” in “can't”."""
    before, after = source[max(edge - 2, 0) : edge], source[edge : edge + 2]
    if not before or not after:
        return True
    if before[-1].isalnum() and after[0].isalnum():
        return False
    if before[-1] in _JOINTS and after[0].isalnum():  # “non-|Human”, “-|3/-3”
        return before[-1] in _APOSTROPHES and not before[:1].isalnum()  # an opening quotation mark is no joint
    joined = after[0] in _JOINTS and (after[0] == "/" or after[1:].isalnum())
    return not (before[-1].isalnum() and joined)


def _uncited_rules(draft: Draft) -> Iterator[Objection]:
    cited = {quote.reference.key for quote in draft.quotes if quote.reference.kind is Kind.RULE}
    for number in rule_numbers(_as_read(draft.answer)):
        if number not in cited:
            yield Objection(f"The answer names rule {number}, which it does not cite; cite it with a quote or do not name it.", (number,))


def _as_read(text: str) -> str:
    """*text* as a reader takes it: plain letters in lower case, without what is not seen. Nothing of that may hide a number."""
    seen = (c for c in text if unicodedata.category(c) not in ("Cf", "Mn") and c not in _UNSEEN)
    plain = unicodedata.normalize("NFKC", "".join(seen).translate(_DOTS)).translate(_DOTS).casefold()
    return _SPLIT.sub("", plain.replace("а", "a").replace("с", "c").replace("е", "e"))  # Cyrillic letters that look Latin


def _loose_quotations(draft: Draft, brief: Brief) -> Iterator[Objection]:
    """What the answer itself puts in quotation marks is read as somebody's words: it must be those of a source shown, or the asker's."""
    sources = [_unmarked(text) for text in (brief.inquiry.text, *(passage.text for passage in brief.passages))]
    for match in _QUOTATION.finditer(draft.answer):
        quotation = match[1] or match[2] or ""
        if len(_WORD.findall(quotation)) >= LEAST_WORDS and not any(_unmarked(quotation).strip() in source for source in sources):
            cure = "quote verbatim or leave the marks out"
            yield Objection(f"The answer puts “{quotation[:200]}” in quotation marks, which stands in no source shown; {cure}.")


def _unmarked(text: str) -> str:
    """*text* with one kind of quotation mark: those inside a quotation are written single."""
    return fold_typography(text).translate(_MARKS)


def confirm(draft: Draft, brief: Brief) -> Answer:
    """Return *draft* as an answer whose quotes are the sources' own characters.

    Raises:
        ValueError: *draft* breaks the law; ask `objections` first.
    """
    if broken := objections(draft, brief):
        raise ValueError(broken[0].text)
    return Answer(
        text=draft.answer.strip(),
        confidence=draft.confidence,
        source=brief.inquiry.reading.source,
        release=brief.release,
        corpus=brief.corpus,
        generation=brief.generation,
        citations=tuple(dict.fromkeys(_citation(quote, brief) for quote in draft.quotes)),
        cards=_cards(brief.inquiry),
    )


def _cards(inquiry: Inquiry) -> tuple[CardLink, ...]:
    spans = {name: span for span, name in reversed(inquiry.meant)}
    return tuple(CardLink(card.name, card.url, card.oracle_id, card.hash, spans.get(card.name, "")) for card in inquiry.cards)


def _citation(quote: Quote, brief: Brief) -> Citation:
    passage = brief.find(quote.reference)
    where = _where(quote, passage) if passage else None
    if passage is None or where is None:
        raise ValueError(f"{quote.reference} was not confirmed")
    return Citation(quote.reference, passage.label, passage.text[where], brief.release, passage.hash, passage.card)
