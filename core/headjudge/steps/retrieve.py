"""From an inquiry to a brief: every leg is asked at once, what they find is fused and packed."""

import asyncio
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs
import structlog

from headjudge.domain.passages import Brief, Hit, Kind, Reference
from headjudge.domain.questions import Inquiry, Question, Reading
from headjudge.indexes import PerEdition
from headjudge.roles import Calls, Corpus, Prepares, Retriever, Shelf
from headjudge.settings import Settings
from headjudge.steps.fuse import Ranking, Tally, strongest, tally
from headjudge.steps.pack import pack
from headjudge.steps.rulebook import Rulebook, read_rulebook

__all__ = ["Retrieval"]

log: Final = structlog.get_logger()

LIMIT: Final = 60
"""How many hits each leg is asked for."""
ADDED: Final = 16
"""Most rules that a look-up or objections add to a brief by their numbers."""
PARAPHRASES: Final = 3
"""Most paraphrases that are asked for: two did what more did."""
WIDENED: Final = 8
"""Most rules that the words of a look-up add to those."""


@attrs.frozen
class Retrieval:
    """The step that turns an inquiry into a brief."""

    settings: Settings
    calls: Calls
    legs: Sequence[Retriever]
    _rulebook: PerEdition[Rulebook] = attrs.field(factory=lambda: PerEdition(read_rulebook, (Shelf.RULES,)), eq=False)

    async def brief(self, inquiry: Inquiry, corpus: Corpus) -> Brief:
        """Return the brief for *inquiry*: what the legs found, its text read from *corpus*."""
        rulebook = await self._rulebook.of(corpus)
        ranking = await self.rank(inquiry, corpus)
        passages = await pack(ranking, inquiry, corpus, rulebook, self.calls, self.settings.brief_bytes)
        return Brief(inquiry, passages, corpus.generation, corpus.name, corpus.release)

    async def rank(self, inquiry: Inquiry, corpus: Corpus) -> Ranking:
        """Return what the legs found for *inquiry* and for each of its paraphrases, fused."""
        said_anew = _said_anew(inquiry)
        if not said_anew:
            return (await self._tally(inquiry, corpus)).ranking()
        asked, *anew = await asyncio.gather(*(self._tally(each, corpus) for each in (inquiry, *said_anew)))
        return strongest(asked, anew).ranking()

    async def _tally(self, inquiry: Inquiry, corpus: Corpus) -> Tally:
        rulebook = await self._rulebook.of(corpus)
        return tally(await self.ask(inquiry, corpus), self.settings.weight, rulebook.cites)

    async def ask(self, inquiry: Inquiry, corpus: Corpus) -> Mapping[str, Sequence[Hit]]:
        """Return what each leg found. A leg that fails is logged and left out, unless every leg failed."""
        found = await asyncio.gather(*(_asked(leg, inquiry, corpus) for leg in self.legs), return_exceptions=True)
        hits: dict[str, Sequence[Hit]] = {}
        failures = []
        for leg, outcome in zip(self.legs, found, strict=True):
            if isinstance(outcome, Exception):
                # The type alone: an error's words may hold a private question.
                log.error("leg.failed", leg=leg.name, error=type(outcome).__name__)
                failures.append(outcome)
            elif isinstance(outcome, BaseException):
                raise outcome
            else:
                hits[leg.name] = outcome
        if failures and not hits:
            raise failures[0]
        return hits

    async def widen(self, brief: Brief, corpus: Corpus, rules: Iterable[str], search: str = "") -> Brief:
        """Return *brief* with *rules* added, at most `ADDED`, and those that *search* finds; numbers that do not exist are left out."""
        rulebook = await self._rulebook.of(corpus)
        numbers = [number for number in dict.fromkeys(rules) if number in rulebook.rules][:ADDED]
        if search.strip():
            inquiry = Inquiry(Reading(Question(search)))
            numbers += [reference.key for reference, _ in (await self.rank(inquiry, corpus)).of(Kind.RULE)[:WIDENED]]
        shown = {passage.reference for passage in brief.passages}
        added = [passage for passage in map(rulebook.passage, dict.fromkeys(numbers)) if passage.reference not in shown]
        return attrs.evolve(brief, passages=(*brief.passages, *added))

    async def left_out(self, brief: Brief, corpus: Corpus) -> Sequence[str]:
        """Return the numbers of the rules in the groups of *brief* that did not fit into it, in the order of the groups."""
        groups = (await self._rulebook.of(corpus)).groups
        members = (rule.number for group in brief.groups for rule in groups.get(group, ()))
        return [number for number in members if brief.find(Reference(Kind.RULE, number)) is None]

    async def prepare(self, corpus: Corpus) -> None:
        """Build every leg's index for *corpus*."""
        await self._rulebook.of(corpus)
        for leg in self.legs:
            if isinstance(leg, Prepares):
                try:
                    await leg.prepare(corpus)
                except Exception as error:  # noqa: BLE001  # as when it is asked: a leg that fails is left out
                    log.error("leg.failed", leg=leg.name, error=repr(error))


def _said_anew(inquiry: Inquiry) -> Sequence[Inquiry]:
    """The paraphrases as questions of their own, without cards: what those lead to, the question has found."""
    return [Inquiry(Reading(Question(text))) for text in inquiry.reading.paraphrases[:PARAPHRASES] if text.strip()]


async def _asked(leg: Retriever, inquiry: Inquiry, corpus: Corpus) -> Sequence[Hit]:
    """What *leg* found, no more than it was asked for. An infinite score would drown the leg's others, and one that is no number every leg's."""
    hits = await leg.retrieve(inquiry, corpus, LIMIT)
    return [hit for hit in hits[:LIMIT] if 0 < hit.score < math.inf]
