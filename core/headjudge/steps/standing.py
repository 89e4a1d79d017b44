"""Whether a prior call may be shown: rated, not rated down, and every text that it rests on still says the same."""

from headjudge.domain.answers import CardLink, Citation
from headjudge.domain.calls import Call, retrievable
from headjudge.domain.passages import Kind
from headjudge.domain.rules import text_hash
from headjudge.roles import Calls, Corpus

__all__ = ["holds", "unchanged"]


async def holds(call: Call, corpus: Corpus, calls: Calls) -> bool:
    """Return whether *call* may be shown for other questions over *corpus*."""
    return retrievable(call) and await unchanged(call, corpus, calls)


async def unchanged(call: Call, corpus: Corpus, calls: Calls) -> bool:
    """Return whether every text that *call* rests on says the same in *corpus*."""
    if call.answer.corpus != corpus.name:
        return False
    for citation in call.answer.citations:
        if text_hash(await _source(citation, corpus, calls)) != citation.source_hash:
            return False
    return all([await _unchanged(card, corpus) for card in call.answer.cards])


async def _source(citation: Citation, corpus: Corpus, calls: Calls) -> str:
    """The text at a citation's reference now; empty when it is gone."""
    key = citation.reference.key
    match citation.reference.kind:
        case Kind.RULE:
            rule = await corpus.rule(key)
            return rule.full_text if rule else ""
        case Kind.RULING:
            ruling = await corpus.ruling(key)
            return ruling.text if ruling else ""
        case Kind.ORACLE:
            card = await corpus.card(key)
            return card.text if card else ""
        case _:
            call = await calls.call(int(key)) if key.isdecimal() else None  # it cites older calls alone, so this ends
            return call.answer.text if call and await holds(call, corpus, calls) else ""


async def _unchanged(link: CardLink, corpus: Corpus) -> bool:
    card = await corpus.card(link.oracle_id)
    return card is not None and card.hash == link.text_hash
