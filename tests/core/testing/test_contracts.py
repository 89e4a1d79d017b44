"""The contracts find empty answers out, and the scripted players keep them."""

import asyncio
import json
from collections.abc import Collection, Sequence

import attrs
import pytest

from headjudge import (
    Alarm,
    BackendFailed,
    Draft,
    Embedder,
    Extractor,
    Hit,
    LookUp,
    ModelBackend,
    Objection,
    Question,
    Quote,
    Resolver,
    Retriever,
    RowOf,
    Rung,
    Shelf,
    Source,
    SourceFailed,
    Span,
    Synthesizer,
)
from headjudge.desk import Desk
from headjudge.doors import Door, body
from headjudge.testing import (
    MemoryCorpus,
    ScriptedAlarm,
    ScriptedDetector,
    ScriptedExtractor,
    ScriptedModel,
    ScriptedResolver,
    ScriptedRetriever,
    ScriptedSource,
    ScriptedSynthesizer,
)
from headjudge.testing.contracts import (
    AlarmContract,
    DetectorContract,
    DoorContract,
    EmbedderContract,
    ExtractorContract,
    FailingSourceContract,
    ModelBackendContract,
    ResolverContract,
    RetrieverContract,
    SourceContract,
    SynthesizerContract,
    ValidatorContract,
)
from headjudge.testing.contracts.plants import CARD, CONCEPT, REFERENCE, ROWS, RULE, TWINS, planted_brief
from headjudge.testing.vectors import ScriptedEmbedder

PLANTED = MemoryCorpus.of(ROWS)


class TestScriptedModel(ModelBackendContract):
    @pytest.fixture
    def model(self) -> ModelBackend:
        return ScriptedModel(["gloamwick"])

    @pytest.fixture
    def failing_model(self) -> ModelBackend:
        return ScriptedModel([BackendFailed("the model did not answer; try again")])


class TestScriptedEmbedder(EmbedderContract):
    @pytest.fixture(params=[8, 64])
    def embedder(self, request: pytest.FixtureRequest) -> Embedder:
        return ScriptedEmbedder(request.param)


class TestScriptedAlarm(AlarmContract):
    @pytest.fixture
    def alarm(self) -> Alarm:
        return ScriptedAlarm()

    def heard(self, alarm: Alarm) -> Sequence[str]:
        assert isinstance(alarm, ScriptedAlarm)
        return [event.text for event in alarm.events]


class TestScriptedSource(SourceContract):
    @pytest.fixture
    def source(self) -> Source:
        return ScriptedSource(Shelf.RULES, [[RULE]])

    @pytest.fixture
    def planted(self) -> RowOf:
        return RULE

    async def test_rows_stand_in_their_order(self, source: Source) -> None:
        """Rules without a release are found out."""
        with pytest.raises(AssertionError):
            await super().test_rows_stand_in_their_order(source)


class TestScriptedFailingSource(FailingSourceContract):
    @pytest.fixture
    def failing_source(self) -> Source:
        return ScriptedSource(Shelf.RULES, [[RULE], SourceFailed("the page broke off; try again")])


class Quoting:
    """Quotes the best passage whole."""

    name = "quoting"

    async def synthesize(self, brief, objections=()):
        return Draft("See the rule.", tuple(Quote(passage.reference, passage.text) for passage in brief.passages[:1]))


class TestQuoting(SynthesizerContract):
    @pytest.fixture
    def synthesizer(self) -> Synthesizer:
        return Quoting()


class TestScriptedExtractor(ExtractorContract):
    @pytest.fixture
    def extractor(self) -> Extractor:
        return ScriptedExtractor(concepts=("gloamwick",))


class TestKnowingResolver(ResolverContract):
    @pytest.fixture
    def resolver(self) -> Resolver:
        class Knowing(ScriptedResolver):
            async def resolve(self, span, corpus):
                return [card.oracle_id for card in await corpus.cards(await super().resolve(span, corpus))]

        return Knowing({"tallowqueen": (CARD,), "reedking": TWINS}, Rung.ALIAS)


class Lengthy:
    """Objects to long answers."""

    name = "lengthy"

    def validate(self, draft, brief):
        return (Objection("Shorten it."),) if len(draft.answer) > 100 else ()


class TestLengthy(ValidatorContract):
    @pytest.fixture
    def validator(self) -> Lengthy:
        return Lengthy()

    @pytest.fixture
    def guilty(self, innocent: Draft) -> Draft:
        return attrs.evolve(innocent, answer="Yes. " * 100)


class Letterbox:
    """A door through which letters come and go."""

    name = "letterbox"
    switches = ("letterbox",)

    def __init__(self) -> None:
        self.letters: asyncio.Queue[str] = asyncio.Queue()
        self.replies: asyncio.Queue[str] = asyncio.Queue()

    def needs(self, switches: Collection[str]) -> Sequence[str]:
        return ()

    async def serve(self, desk: Desk, switches: Collection[str]) -> None:
        while True:
            self.replies.put_nowait(json.dumps(body(await desk.hear(Question(await self.letters.get())), "")))


class TestLetterbox(DoorContract):
    @pytest.fixture
    def door(self) -> Door:
        return Letterbox()

    async def ask(self, door: Door, text: str) -> str:
        assert isinstance(door, Letterbox)
        door.letters.put_nowait(text)
        return await door.replies.get()


@pytest.mark.parametrize(
    "hits",
    [
        (),
        (Hit(attrs.evolve(REFERENCE, key="100.1"), 1.0),),
    ],
)
async def test_a_leg_that_finds_nothing_is_found_out(hits: tuple[Hit, ...]) -> None:
    """An empty answer fails, and so does one that misses the plant."""
    with pytest.raises(AssertionError):
        await RetrieverContract().test_the_planted_fact_is_found(ScriptedRetriever(hits), PLANTED)


@pytest.mark.parametrize(
    ("promise", "hits"),
    [
        ("test_hits_are_references_and_scores", ()),
        ("test_hits_are_references_and_scores", (Hit(REFERENCE, float("nan")),)),
        ("test_the_best_come_first", (Hit(REFERENCE, 1.0), Hit(attrs.evolve(REFERENCE, key="990.1"), 2.0))),
        ("test_each_reference_comes_once", (Hit(REFERENCE, 1.0), Hit(REFERENCE, 1.0))),
        ("test_rules_that_are_found_exist", (Hit(attrs.evolve(REFERENCE, key="999.9"), 1.0),)),
        ("test_another_corpus_is_another_matter", (Hit(REFERENCE, 1.0),)),
    ],
)
async def test_a_leg_that_breaks_a_promise_is_found_out(promise: str, hits: tuple[Hit, ...]) -> None:
    """Each promise has a test that fails without it."""
    leg: Retriever = ScriptedRetriever(hits)

    with pytest.raises(AssertionError):
        await getattr(RetrieverContract(), promise)(leg, PLANTED)


async def test_a_leg_that_gives_too_much_is_found_out() -> None:
    """The limit is a promise."""

    class Greedy(ScriptedRetriever):
        async def retrieve(self, inquiry, corpus, limit):
            return self.hits

    with pytest.raises(AssertionError):
        await RetrieverContract().test_the_limit_holds(Greedy([Hit(REFERENCE, 1.0)] * 9), PLANTED, 2)


async def test_empty_answers_of_the_panel_are_found_out() -> None:
    """Who sees, knows, reads or writes nothing fails."""
    with pytest.raises(AssertionError):
        await DetectorContract().test_the_plant_is_seen(ScriptedDetector(), PLANTED)
    with pytest.raises(AssertionError):
        await ResolverContract().test_the_planted_card_is_found_alone(ScriptedResolver({}), PLANTED, Span(CARD.name))
    with pytest.raises(AssertionError):
        await ExtractorContract().test_the_planted_word_is_read(ScriptedExtractor(), PLANTED)
    with pytest.raises(AssertionError):
        await SynthesizerContract().test_the_planted_rule_is_cited(ScriptedSynthesizer([Draft("", ())]), planted_brief(()))
    with pytest.raises(AssertionError):
        await SynthesizerContract().test_the_planted_rule_is_cited(ScriptedSynthesizer([LookUp(), LookUp()]), planted_brief(()))


async def test_a_detector_that_sees_the_plant_keeps_the_contract() -> None:
    """As a concept, or as a span."""
    await DetectorContract().test_the_plant_is_seen(ScriptedDetector((CARD.name,)), PLANTED)
    await DetectorContract().test_the_plant_is_seen(ScriptedDetector((), (CONCEPT.vocabulary,)), PLANTED)


async def test_an_embedder_that_gives_one_vector_for_all_is_found_out() -> None:
    """Near and far must differ."""

    class Constant(ScriptedEmbedder):
        async def embed(self, texts):
            return await super().embed(["x"] * len(texts))

    with pytest.raises(AssertionError):
        await EmbedderContract().test_the_planted_neighbour_is_near(Constant())
