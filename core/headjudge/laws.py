"""The law of citation: what no draft may break and no plugin can loosen."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from headjudge.appearance import as_read, numbers_named, overrides, words_quoted
from headjudge.domain.answers import Answer, CardLink, Citation, Draft, Objection, Quote
from headjudge.domain.names import fold_typography
from headjudge.domain.passages import CITABLE, Brief, Kind, Passage
from headjudge.domain.questions import Inquiry, control_character
from headjudge.verbatim import LEAST_WORDS, Shown, folded_once, found, refusal, trivial, where

__all__ = ["confirm", "objections"]

_EDGES: Final = " '.,;:!?()*_~"
"""What may stand at the edges of words in quotation marks, and is none of them: their own marks and the sentence's."""


def objections(draft: Draft, brief: Brief, checking: Callable[[int], None] = lambda _: None) -> tuple[Objection, ...]:
    """Return everything in *draft* that breaks the law, given what *brief* holds; empty when it may be shown.

    *checking* is told the number of each quote, from 1, as it is looked for.
    """
    shown = Shown(brief)
    return (*_silence(draft), *_misquotes(draft, shown, checking), *_uncited_rules(draft), *_loose_quotations(draft, shown))


def _silence(draft: Draft) -> Iterator[Objection]:
    if not any(c.isalnum() for c in as_read(draft.answer)):
        yield Objection("The answer is blank; write the verdict.")
    if (bad := control_character(draft.answer) or overrides(draft.answer)) is not None:
        yield Objection(f"The answer holds the control character U+{ord(bad):04X}; write it without.")
    if not draft.quotes:
        yield Objection("The answer cites nothing; cite at least one rule, ruling, Oracle text or rated prior call with a verbatim quote.")


def _misquotes(draft: Draft, shown: Shown, checking: Callable[[int], None]) -> Iterator[Objection]:
    for number, quote in enumerate(draft.quotes, 1):
        checking(number)
        if objection := _misquote(quote, shown.brief.find(quote.reference), shown):
            yield objection


def _misquote(quote: Quote, passage: Passage | None, shown: Shown) -> Objection | None:
    if quote.reference.kind not in CITABLE:
        return Objection(f"{quote.reference} may not be cited; cite a rule, a ruling, Oracle text or a rated prior call.")
    if passage is None or where(quote.text, passage.text) is None:
        return refusal(quote, passage, shown)
    if trivial(quote.text) and fold_typography(quote.text).strip() != fold_typography(passage.text).strip():
        wanted = (quote.reference.key,) if quote.reference.kind is Kind.RULE else ()
        return Objection(f"The quote “{quote.text}” from {passage.label} is too short; quote at least {LEAST_WORDS} words.", wanted)
    return None


def _uncited_rules(draft: Draft) -> Iterator[Objection]:
    cited = {quote.reference.key for quote in draft.quotes if quote.reference.kind is Kind.RULE}
    for number in numbers_named(draft.answer):
        if number not in cited:
            yield Objection(f"The answer names rule {number}, which it does not cite; cite it with a quote or do not name it.", (number,))


def _loose_quotations(draft: Draft, shown: Shown) -> Iterator[Objection]:
    """What the answer itself quotes is read as somebody's words: it must be those of a source shown, or the asker's."""
    quotations = [(quotation, wordings) for quotation in words_quoted(draft.answer) if not trivial((wordings := _bare(quotation))[0])]
    cited = {quote.reference: passage for quote in draft.quotes if (passage := shown.brief.find(quote.reference))}
    near = [(passage.text, _unmarked(folded_once(passage.text))) for passage in cited.values()]  # where nearly all is quoted from
    for quotation, wordings in quotations:
        if not _stand(wordings, near) and not _stand(wordings, _everything(shown)):
            cure = "quote verbatim or leave the marks out"
            yield Objection(f"The answer puts “{quotation.strip()[:200]}” in quotation marks, which stands in no source shown; {cure}.")


def _stand(wordings: Sequence[str], sources: Iterable[tuple[str, str]]) -> bool:
    """Whether any of *wordings* stands in any of *sources*: texts, and those folded and `_unmarked`."""
    return any(found(words, plain, text) for text, plain in sources for words in wordings)


def _everything(shown: Shown) -> Iterator[tuple[str, str]]:
    """The asker's words and all that was shown, as `_stand` wants them."""
    for text, folded in (*_asked(shown.brief), *((passage.text, folded) for passage, folded in shown.folded)):
        yield text, _unmarked(folded)


def _asked(brief: Brief) -> Iterator[tuple[str, str]]:
    """The asker's words, as written and with their pins, and folded."""
    question = brief.inquiry.reading.question
    for text in dict.fromkeys((question.text, brief.inquiry.text, *(exchange.question for exchange in question.history))):
        yield text, fold_typography(text)


def _bare(quotation: str) -> tuple[str, ...]:
    """*quotation* folded, without the marks at its edges: its stars are Markdown's, or those of a card's power."""
    plain = _unmarked(fold_typography(quotation))
    return tuple(dict.fromkeys(words.strip(_EDGES) for words in (plain.replace("*", ""), plain)))


def _unmarked(folded: str) -> str:
    """*folded* with one kind of quotation mark: those inside a quotation are written single."""
    return folded.replace('"', "'")


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
    place = where(quote.text, passage.text) if passage else None
    if passage is None or place is None:
        raise ValueError(f"{quote.reference} was not confirmed")
    return Citation(quote.reference, passage.label, passage.text[place], brief.release, passage.hash, passage.card)
