"""The law of citation: what no draft may break and no plugin can loosen."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from headjudge.domain.answers import Answer, CardLink, Citation, Draft, Objection, Quote
from headjudge.domain.names import fold_typography
from headjudge.domain.passages import CITABLE, Brief, Kind, Passage
from headjudge.domain.rules import rule_numbers

__all__ = ["confirm", "objections"]

LEAST_WORDS: Final = 3
"""A shorter quote is trivial, unless it is the whole of its source."""
_WORD = re.compile(r"\w+")
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""Full-width forms and the ASCII characters that they look like."""


def objections(draft: Draft, brief: Brief) -> tuple[Objection, ...]:
    """Return everything in *draft* that breaks the law, given what *brief* holds; empty when it may be shown."""
    return (*_silence(draft), *_misquotes(draft, brief), *_uncited_rules(draft))


def _silence(draft: Draft) -> Iterator[Objection]:
    if not draft.answer.strip():
        yield Objection("The answer is blank; write the verdict.")
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
        if _whole(source, start, words[0]) and _whole(source, end, words[-1]):
            return slice(start, end)
        start = source.find(words, start + 1)
    return None


def _whole(source: str, edge: int, character: str) -> bool:
    """Whether cutting *source* at *edge* cuts no word: “able to attack” does not stand in “unable to attack”."""
    if not character.isalnum() or edge in (0, len(source)):
        return True
    return not (source[edge - 1].isalnum() and source[edge].isalnum())


def _uncited_rules(draft: Draft) -> Iterator[Objection]:
    cited = {quote.reference.key for quote in draft.quotes if quote.reference.kind is Kind.RULE}
    for number in rule_numbers(_as_read(draft.answer)):
        if number not in cited:
            yield Objection(f"The answer names rule {number}, which it does not cite; cite it with a quote or do not name it.", (number,))


def _as_read(text: str) -> str:
    """*text* in lower case and without what a reader does not see: invisible characters must not hide a number."""
    return "".join(character for character in text if unicodedata.category(character) != "Cf").translate(_WIDE).casefold()


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
        cards=tuple(CardLink(card.name, card.url, card.oracle_id, card.hash) for card in brief.inquiry.cards),
    )


def _citation(quote: Quote, brief: Brief) -> Citation:
    passage = brief.find(quote.reference)
    where = _where(quote, passage) if passage else None
    if passage is None or where is None:
        raise ValueError(f"{quote.reference} was not confirmed")
    return Citation(quote.reference, passage.label, passage.text[where], brief.release, passage.hash, passage.card)
