"""The extractor that asks a model what a question is about."""

from collections.abc import Sequence

import attrs

from headjudge import Category, Corpus, PerEdition, Prompt, Purpose, Question, Reading, Shelf, Sightings, read_reading, reading_schema
from headjudge_counsel.asking import Model, ask
from headjudge_counsel.material import game, write_earlier, write_question
from headjudge_counsel.wordings import Wordings, filled, hash_of, written

__all__ = ["CounselExtractor"]


@attrs.frozen
class CounselExtractor:
    """Reads questions with a model. What the detectors saw is added by the core, so the model is not told it."""

    model: Model
    wordings: Wordings
    max_tokens: int
    _categories: PerEdition[Sequence[Category]] = attrs.field(factory=lambda: PerEdition(_read_categories, (Shelf.CATEGORIES,)), eq=False)

    @property
    def name(self) -> str:
        """The name by which the settings choose it."""
        return "counsel"

    @property
    def prompt_hash(self) -> str:
        """A hash of the prompts that it works with; the categories, which the corpus brings, are not in it."""
        words = self.wordings
        return hash_of((words.reading, words.reading_asked, words.repair), reading_schema(()))

    async def extract(self, question: Question, corpus: Corpus, seen: Sightings) -> Reading:
        """Return what *question* asks about, as the model reads it.

        Raises:
            SpendCapReached: the next model call could pass the cap.
            BackendFailed: the model did not answer, or in no form that can be read.
        """
        categories = await self._categories.of(corpus)
        names = [category.name for category in categories]
        prompt = self._prompt(question, corpus.name, categories)
        reading = await ask(self.model, prompt, lambda text: read_reading(text, question, names), self.wordings.repair)
        # A filter's refusal says nothing about the question: what the detectors saw carries it to the rules, and the synthesizer asks for itself.
        return Reading(question) if reading is None else reading

    def _prompt(self, question: Question, corpus: str, categories: Sequence[Category]) -> Prompt:
        listed = "\n".join(f"- {category.name}: {category.title}" for category in categories) or "(none: leave it empty)"
        return Prompt(
            system=filled(self.wordings.reading, {"game": game(corpus), "categories": listed}),
            user=filled(self.wordings.reading_asked, {"earlier": write_earlier(question), "question": write_question(question)}),
            max_tokens=self.max_tokens,
            schema=written(reading_schema([category.name for category in categories])),
            purpose=Purpose.READING,
        )


async def _read_categories(corpus: Corpus) -> Sequence[Category]:
    return await corpus.categories()
