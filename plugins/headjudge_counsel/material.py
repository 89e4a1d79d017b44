"""The material of a prompt: questions, earlier exchanges and sources, each in its fence."""

from collections.abc import Iterator, Mapping
from typing import Final

from headjudge import Brief, Exchange, Kind, Passage, Question, Reference, RulesSource, handles
from headjudge_counsel.fences import fenced

__all__ = ["GAMES", "game", "write_earlier", "write_question", "write_sources"]

GAMES: Final[Mapping[str, str]] = {"magic": "Magic: The Gathering"}
"""What the game of a corpus is called."""
ANSWERED: Final = 1200
"""Most characters that are repeated of an earlier answer: it tells what is spoken of, no more."""
_NOT_SHOWN: Final = "(Its text did not fit. Say nothing about what it does.)"


def game(corpus: str) -> str:
    """Return what the game of *corpus* is called in a prompt."""
    return GAMES.get(corpus, "a card game")


def write_question(question: Question, source: RulesSource = RulesSource.CR) -> str:
    """Return *question*, the names chosen for it written in."""
    return fenced("question", f"\n{question.pinned_text}\n", about="Commander" if source is RulesSource.COMMANDER else "")


def write_earlier(question: Question) -> str:
    """Return the exchanges before *question*, oldest first, and a blank line; nothing when there are none."""
    exchanges = [_exchange(number, exchange) for number, exchange in enumerate(question.history, 1)]
    return "\n".join(("<earlier>", *exchanges, "</earlier>\n\n")) if exchanges else ""


def _exchange(number: int, exchange: Exchange) -> str:
    answered = exchange.answer if len(exchange.answer) <= ANSWERED else f"{exchange.answer[:ANSWERED]}…"
    cards = "; ".join(exchange.cards)
    return "\n".join((fenced("asked", exchange.question, number=str(number)), fenced("answered", answered, number=str(number), cards=cards)))


def write_sources(brief: Brief) -> str:
    """Return what *brief* holds, one source or lead a line, in its order: rules added at the end leave all before them as it was."""
    named = {passage.reference: handle for handle, passage in handles(brief).items()}
    return "\n".join((*_unshown(brief), *_sources(brief, named)))


def _sources(brief: Brief, named: Mapping[Reference, str]) -> Iterator[str]:
    asked_as = {card: ", ".join(dict.fromkeys(span for span, name in brief.inquiry.meant if name == card)) for _, card in brief.inquiry.meant}
    heading = ""
    for passage in brief.passages:
        match passage.reference.kind:
            case Kind.RULE:
                # Repeated headings would be a tenth of the prompt.
                yield fenced("rule", passage.text, number=passage.reference.key, heading="" if passage.heading == heading else passage.heading)
                heading = passage.heading
            case Kind.ORACLE:
                yield fenced("card", passage.text, id=named[passage.reference], name=passage.heading, asked_as=asked_as.get(passage.heading, ""))
            case Kind.RULING:
                yield fenced("ruling", passage.text, id=named[passage.reference], about=passage.label)
            case Kind.CALL:
                yield fenced("prior", passage.text, id=named[passage.reference])
            case _:
                yield _lead(passage)


def _lead(passage: Passage) -> str:
    """A note or an entry of the glossary, marked as what it is."""
    tag = "note" if passage.reference.kind is Kind.NOTE else "glossary"
    return fenced(tag, passage.text, about=passage.reference.key, use="lead only, may not be cited")


def _unshown(brief: Brief) -> Iterator[str]:
    shown = {passage.card for passage in brief.passages if passage.reference.kind is Kind.ORACLE}
    return (fenced("card", _NOT_SHOWN, name=card.name) for card in brief.inquiry.cards if card.oracle_id not in shown)
