"""The synthesizer that asks a model for a verdict."""

from collections.abc import Sequence
from typing import Final

import attrs

from headjudge import Brief, Draft, Lack, LookUp, Objection, Prompt, Purpose, Undecided, read_verdict, verdict_schema
from headjudge_counsel.asking import Model, ask
from headjudge_counsel.fences import plain
from headjudge_counsel.material import game, write_earlier, write_question, write_sources
from headjudge_counsel.wordings import Wordings, filled, hash_of, written

__all__ = ["CounselSynthesizer"]

SETTLED: Final = ("verdict", "undecided")
"""What a reply can be once objections were raised: no look-up is granted then."""


@attrs.frozen
class CounselSynthesizer:
    """Writes verdicts with a model, from the brief alone. It remembers nothing between calls."""

    model: Model
    wordings: Wordings
    max_tokens: int

    @property
    def name(self) -> str:
        """The name by which the settings choose it."""
        return "counsel"

    @property
    def prompt_hash(self) -> str:
        """A hash of the prompts that it works with."""
        words = self.wordings
        return hash_of((words.verdict, words.verdict_asked, words.redraft, words.repair), verdict_schema())

    async def synthesize(self, brief: Brief, objections: Sequence[Objection] = ()) -> Draft | LookUp | Undecided:
        """Return the model's reply to *brief*, told every one of *objections*.

        Raises:
            SpendCapReached: the next model call could pass the cap.
            BackendFailed: the model did not answer, or in no form that can be read.
        """
        prompt = self._prompt(brief, objections)
        reply = await ask(self.model, prompt, lambda text: read_verdict(text, brief), self.wordings.repair)
        return Undecided(Lack.WILL) if reply is None else reply

    def _prompt(self, brief: Brief, objections: Sequence[Objection]) -> Prompt:
        reading = brief.inquiry.reading
        places = {
            "sources": write_sources(brief),
            "earlier": write_earlier(reading.question),
            "question": write_question(reading.question, reading.source),
            "redraft": self._redraft(objections),
        }
        return Prompt(
            system=filled(self.wordings.verdict, {"game": game(brief.corpus)}),
            user=filled(self.wordings.verdict_asked, places),
            max_tokens=self.max_tokens,
            schema=written(verdict_schema(kinds=SETTLED) if objections else verdict_schema()),
            purpose=Purpose.VERDICT,
        )

    def _redraft(self, objections: Sequence[Objection]) -> str:
        listed = "\n".join(f"- {plain(objection.text)}" for objection in objections)
        return filled(self.wordings.redraft, {"objections": listed}) if objections else ""
