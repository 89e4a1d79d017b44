"""What extractors, detectors, resolvers, synthesizers and validators promise."""

from collections.abc import Sequence
from typing import Final

import attrs
import pytest

from headjudge import laws
from headjudge.domain.answers import Draft, LookUp, Objection, Quote
from headjudge.domain.names import Span
from headjudge.domain.passages import Brief
from headjudge.domain.questions import Question, Sightings, bracketed, corrected
from headjudge.domain.rules import Rule
from headjudge.roles import Corpus, Detector, Extractor, Resolver, Rung, Shelf, Synthesizer, Validator
from headjudge.testing.contracts.plants import CARD, CONCEPT, MISSPELT, QUESTION, REFERENCE, ROWS, TWINS, planted_brief
from headjudge.testing.corpus import MemoryCorpus

__all__ = ["DetectorContract", "ExtractorContract", "ResolverContract", "SynthesizerContract", "ValidatorContract"]


class _OverThePlant:
    """Gives the practice rulebook with the planted fact."""

    @pytest.fixture
    def corpus(self, headjudge_corpus: MemoryCorpus) -> MemoryCorpus:
        """The practice rulebook with a keyword of its own planted into every shelf."""
        return headjudge_corpus.with_rows(*ROWS)


@pytest.mark.asyncio
class ExtractorContract(_OverThePlant):
    """Every promise of `Extractor`. A subclass gives the fixture `extractor`."""

    @pytest.fixture
    def extractor(self) -> Extractor:
        """The extractor under test."""
        raise NotImplementedError("give the fixture `extractor`")

    async def test_it_plays_the_role(self, extractor: Extractor) -> None:
        """It has all that an `Extractor` must have, and a name."""
        assert isinstance(extractor, Extractor)
        assert extractor.name.strip()

    async def test_the_planted_word_is_read(self, extractor: Extractor, corpus: Corpus) -> None:
        """A rules question is not declined, and what it is about stands in the reading."""
        reading = await extractor.extract(QUESTION, corpus, Sightings())

        read = (*reading.concepts, *reading.paraphrases, *reading.categories, *(span.text for span in reading.spans))
        assert reading.declined is None
        assert {"plants"} & set(reading.categories) or "gloamwick" in " ".join(read).casefold()

    async def test_the_question_is_kept(self, extractor: Extractor, corpus: Corpus) -> None:
        """The reading holds the very question that was asked."""
        assert (await extractor.extract(QUESTION, corpus, Sightings())).question == QUESTION

    async def test_spans_are_written_as_in_the_question(self, extractor: Extractor, corpus: Corpus) -> None:
        """Every span that stands outside brackets is a stretch of the question."""
        question = Question(f"Does {TWINS[0].name} hum when [[{CARD.name}]] is tallowed?")
        reading = await extractor.extract(question, corpus, Sightings((Span(TWINS[0].name),)))

        assert [span.text for span in reading.spans if span.text not in question.text] == []

    @pytest.mark.parametrize("text", ["?", "[[", "]] [[ ]]", "ａ" * 1000, "\t\n\r", "🜏 " * 100])
    async def test_odd_text_is_read_all_the_same(self, extractor: Extractor, corpus: Corpus, text: str) -> None:
        """Whatever passes the limits gives a reading."""
        assert (await extractor.extract(Question(text), corpus, Sightings())).question.text == text


@pytest.mark.asyncio
class DetectorContract(_OverThePlant):
    """Every promise of `Detector`. A subclass gives the fixture `detector`."""

    @pytest.fixture
    def detector(self) -> Detector:
        """The detector under test."""
        raise NotImplementedError("give the fixture `detector`")

    async def test_it_plays_the_role(self, detector: Detector) -> None:
        """It has all that a `Detector` must have, and a name."""
        assert isinstance(detector, Detector)
        assert detector.name.strip()

    async def test_the_plant_is_seen(self, detector: Detector, corpus: Corpus) -> None:
        """The card's full name in running text is seen as a span, the planted wording as a concept, or the planted word where it is misspelt."""
        text, written, meant = MISSPELT
        seen, misspelt = await detector.detect(QUESTION.text, corpus), await detector.detect(text, corpus)

        named = CARD.name in {span.text for span in seen.spans}
        assert named or CONCEPT.vocabulary in seen.concepts or (written, meant) in misspelt.corrections

    async def test_spans_are_stretches_of_the_text_in_its_order(self, detector: Detector, corpus: Corpus) -> None:
        """Each span is found in the text behind the one before."""
        text = f"If {TWINS[0].name} hums, does {CARD.name} hum at every lantern?"
        places: list[int] = []
        for span in (await detector.detect(text, corpus)).spans:
            places.append(text.index(span.text, places[-1] + 1 if places else 0))

        assert places == sorted(places)

    async def test_spans_have_no_brackets(self, detector: Detector, corpus: Corpus) -> None:
        """``[[…]]`` is left to the core: nothing that is seen counts as bracketed."""
        seen = await detector.detect(QUESTION.text, corpus)

        assert [span for span in seen.spans if span.bracketed or bracketed(span.text)] == []

    async def test_misspelt_words_stand_in_the_text(self, detector: Detector, corpus: Corpus) -> None:
        """Each is a stretch of the text and means another word; once they are put right, nothing is left to correct."""
        text, _, _ = MISSPELT
        found = (await detector.detect(text, corpus)).corrections

        assert [written for written, meant in found if written not in text or written == meant] == []
        assert (await detector.detect(corrected(text, found), corpus)).corrections == ()

    @pytest.mark.parametrize("text", ["", " ", "?!", "[[", "🜏" * 500])
    async def test_nothing_is_seen_in_nothing(self, detector: Detector, corpus: Corpus, text: str) -> None:
        """Text without words holds neither names nor concepts nor misspelt words."""
        assert await detector.detect(text, corpus) == Sightings()


_MEANT: Final = {
    Rung.ALIAS: "tallowqueen",
    Rung.PRINTED: "The Hummer of Old Tallowgate",
    Rung.SHORT: "Zephyrine",
    Rung.FUZZY: "Zephyrine, Talow Hummer",
}
_TIED: Final = {Rung.ALIAS: "reedking", Rung.PRINTED: "Old Reedthorn", Rung.SHORT: "Obrechtide", Rung.FUZZY: "Obrechtied"}


@pytest.mark.asyncio
class ResolverContract(_OverThePlant):
    """Every promise of `Resolver`. A subclass gives the fixture `resolver`, and may change `meant` and `tied`."""

    @pytest.fixture
    def resolver(self) -> Resolver:
        """The resolver under test."""
        raise NotImplementedError("give the fixture `resolver`")

    @pytest.fixture
    def meant(self, resolver: Resolver) -> Span:
        """A name that means the planted card alone on the resolver's rung."""
        return Span(_MEANT[resolver.rung])

    @pytest.fixture
    def tied(self, resolver: Resolver) -> Span:
        """A name that means the two planted twins on the resolver's rung."""
        return Span(_TIED[resolver.rung])

    async def test_it_plays_the_role(self, resolver: Resolver) -> None:
        """It has all that a `Resolver` must have, a name and a rung."""
        assert isinstance(resolver, Resolver)
        assert resolver.name.strip()
        assert isinstance(resolver.rung, Rung)

    async def test_the_planted_card_is_found_alone(self, resolver: Resolver, corpus: Corpus, meant: Span) -> None:
        """A name that fits one card gives that card and no other."""
        assert list(await resolver.resolve(meant, corpus)) == [CARD.oracle_id]

    async def test_a_tie_gives_every_card(self, resolver: Resolver, corpus: Corpus, tied: Span) -> None:
        """A name that fits several cards gives each of them once: the core makes a choice of it."""
        assert sorted(await resolver.resolve(tied, corpus)) == [twin.oracle_id for twin in TWINS]

    @pytest.mark.parametrize("text", ["Qvxwzk Jjrrpt Vvbnmk", "", " ", "?!", "…", "0" * 200])
    async def test_what_means_nothing_asks_the_next_rung(self, resolver: Resolver, corpus: Corpus, text: str) -> None:
        """A name that fits no card gives none; it is never guessed."""
        assert list(await resolver.resolve(Span(text), corpus)) == []

    async def test_an_empty_corpus_knows_no_card(self, resolver: Resolver, meant: Span) -> None:
        """Without cards nothing is found and nothing fails."""
        assert list(await resolver.resolve(meant, MemoryCorpus.of(()))) == []


@pytest.mark.asyncio
class SynthesizerContract:
    """Every promise of `Synthesizer`. A subclass gives the fixture `synthesizer`."""

    @pytest.fixture
    def synthesizer(self) -> Synthesizer:
        """The synthesizer under test."""
        raise NotImplementedError("give the fixture `synthesizer`")

    @pytest.fixture
    def brief(self, headjudge_corpus: MemoryCorpus) -> Brief:
        """The planted rule, the first rules of the practice rulebook, the planted card and its ruling."""
        return planted_brief([row for row in headjudge_corpus.shelved[Shelf.RULES] if isinstance(row, Rule)][:8])

    async def drafted(self, synthesizer: Synthesizer, brief: Brief, objections: Sequence[Objection] = ()) -> Draft:
        """Return the draft; a look-up is granted once."""
        reply = await synthesizer.synthesize(brief, objections)
        if isinstance(reply, LookUp):
            reply = await synthesizer.synthesize(brief, objections)
        assert isinstance(reply, Draft)
        return reply

    async def test_it_plays_the_role(self, synthesizer: Synthesizer) -> None:
        """It has all that a `Synthesizer` must have, and a name."""
        assert isinstance(synthesizer, Synthesizer)
        assert synthesizer.name.strip()

    async def test_the_planted_rule_is_cited(self, synthesizer: Synthesizer, brief: Brief) -> None:
        """The rule that decides the question is quoted."""
        draft = await self.drafted(synthesizer, brief)

        assert REFERENCE in [quote.reference for quote in draft.quotes]

    async def test_a_draft_passes_the_laws(self, synthesizer: Synthesizer, brief: Brief) -> None:
        """Every quote stands in its source, and every rule that the answer names is cited."""
        assert laws.objections(await self.drafted(synthesizer, brief), brief) == ()

    async def test_a_redraft_passes_the_laws(self, synthesizer: Synthesizer, brief: Brief) -> None:
        """A draft after objections obeys the same laws."""
        objections = [Objection("The answer names rule 100.1, which it does not cite; cite it with a quote or do not name it.", ("100.1",))]

        assert laws.objections(await self.drafted(synthesizer, brief, objections), brief) == ()

    async def test_an_empty_brief_breaks_nothing(self, synthesizer: Synthesizer, brief: Brief) -> None:
        """With nothing found there is a draft, which the laws refuse: nothing can be cited."""
        empty = attrs.evolve(brief, passages=())

        assert laws.objections(await self.drafted(synthesizer, empty), empty) != ()


class ValidatorContract:
    """Every promise of `Validator`. A subclass gives the fixtures `validator` and `guilty`."""

    @pytest.fixture
    def validator(self) -> Validator:
        """The validator under test."""
        raise NotImplementedError("give the fixture `validator`")

    @pytest.fixture
    def guilty(self, brief: Brief) -> Draft:
        """A draft from `brief` that passes the laws and that the validator must object to."""
        raise NotImplementedError("give the fixture `guilty`")

    @pytest.fixture
    def brief(self) -> Brief:
        """What the drafts were written from."""
        return planted_brief(())

    @pytest.fixture
    def innocent(self) -> Draft:
        """A draft from `brief` that nobody objects to."""
        passage = planted_brief(()).passages[0]
        return Draft("Yes, you hum at every lantern.", (Quote(passage.reference, passage.text),))

    def test_it_plays_the_role(self, validator: Validator) -> None:
        """It has all that a `Validator` must have, and a name."""
        assert isinstance(validator, Validator)
        assert validator.name.strip()

    def test_the_planted_fault_is_found(self, validator: Validator, guilty: Draft, brief: Brief) -> None:
        """What is wrong with the planted draft is said in words."""
        found = tuple(validator.validate(guilty, brief))

        assert found
        assert all(objection.text.strip() for objection in found)

    def test_a_sound_draft_passes(self, validator: Validator, innocent: Draft, brief: Brief) -> None:
        """Nothing is said against a draft without fault."""
        assert tuple(validator.validate(innocent, brief)) == ()

    def test_it_is_pure(self, validator: Validator, guilty: Draft, brief: Brief) -> None:
        """Asked twice, it says the same."""
        assert tuple(validator.validate(guilty, brief)) == tuple(validator.validate(guilty, brief))
