"""From a question to a reading."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import Exchange, Pin, Question, Sightings, Span, fold
from headjudge.steps.extract import completed, look, merged
from headjudge.testing import MemoryCorpus, ScriptedDetector, ScriptedExtractor

EMPTY = MemoryCorpus.of(())


async def read(question, corpus, extractor, detectors):
    """The reading as the judge makes it."""
    seen = await look(question, corpus, detectors)
    return completed(await extractor.extract(question, corpus, seen), seen)


async def test_brackets_come_first_then_the_extractor_then_the_detectors() -> None:
    """Nothing that anyone saw is lost, and nothing comes twice."""
    question = Question("Does [[Drowning Bell]] stop Pewter Hound, Ashes and Orla?")
    detectors = (ScriptedDetector(("Ashes", "Orla"), ("humming",)), ScriptedDetector(("Pewter Hound",), ("humming", "stoking")))
    reading = await read(question, EMPTY, ScriptedExtractor((Span("Orla"),), ("tidying",)), detectors)

    assert reading.spans == (Span("Drowning Bell", bracketed=True), Span("Orla"), Span("Ashes"), Span("Pewter Hound"))
    assert reading.concepts == ("tidying", "humming", "stoking")


async def test_pins_are_bracketed_names() -> None:
    """A pin's name is looked for as if it had been written in brackets, and its span no more."""
    question = Question("Does the bell stop it?", (Pin("the bell", "Drowning Bell"),))
    reading = await read(question, EMPTY, ScriptedExtractor(), (ScriptedDetector(("the bell",)),))

    assert reading.spans == (Span("Drowning Bell", bracketed=True),)


async def test_detectors_do_not_see_what_is_in_brackets() -> None:
    """It is left to the core; what is outside is at the same place as in the question."""
    seen = []

    class Watching(ScriptedDetector):
        async def detect(self, text, corpus):
            seen.append(text)
            return await super().detect(text, corpus)

    await read(Question("Is [[Ashes]] a card?"), EMPTY, ScriptedExtractor(), (Watching(),))

    assert seen == ["Is           a card?"]


async def test_what_the_detectors_see_is_not_added_to_a_declined_question() -> None:
    """It has no cards to look up."""
    reading = await read(Question("Ashes?"), EMPTY, ScriptedExtractor(declined="No."), (ScriptedDetector(("Ashes",)),))

    assert (reading.declined, reading.spans) == ("No.", ())


async def test_the_extractor_is_shown_what_the_detectors_saw() -> None:
    """All of it, in the order of the detectors."""
    extractor = ScriptedExtractor()
    detectors = (ScriptedDetector(("Ashes",), ("burning",)), ScriptedDetector(("Orla",), ("burning",), corrections={"buern": "burn"}))
    await read(Question("Does Orla buern Ashes?"), EMPTY, extractor, detectors)

    assert extractor.shown == [Sightings((Span("Ashes"), Span("Orla")), ("burning",), (("buern", "burn"),))]


async def test_misspelt_words_are_looked_at_again_as_they_are_meant() -> None:
    """Every detector sees the corrected text, whichever found the slip; only concepts are taken from it."""

    class Reader(ScriptedDetector):
        async def detect(self, text, corpus):
            return Sightings(concepts=("trampling",), spans=(Span("Nobody"),)) if "trample" in text else Sightings()

    reading = await read(Question("Does it trampel?"), EMPTY, ScriptedExtractor(), (Reader(), ScriptedDetector(corrections={"trampel": "trample"})))

    assert (reading.concepts, reading.spans, reading.corrections) == (("trampling",), (), (("trampel", "trample"),))
    assert reading.question.text == "Does it trampel?"


async def test_without_slips_each_detector_looks_once() -> None:
    """The second look is for corrected text alone."""
    looks = []

    class Watching(ScriptedDetector):
        async def detect(self, text, corpus):
            looks.append(text)
            return await super().detect(text, corpus)

    await read(Question("Is it here?"), EMPTY, ScriptedExtractor(), (Watching(),))

    assert looks == ["Is it here?"]


@pytest.mark.parametrize(
    ("text", "spans", "kept"),
    [
        ("Is Orla, Ash Regent here?", ("Orla", "Orla, Ash Regent"), ("Orla, Ash Regent",)),
        ("Does Orla see Orla, Ash Regent?", ("Orla", "Orla, Ash Regent"), ("Orla", "Orla, Ash Regent")),
        ("Does Ash burn to Ashes?", ("Ash", "Ashes"), ("Ash", "Ashes")),
        ("Orla, ORLA, orla!", ("Orla", "ORLA", "orla!"), ("Orla",)),
        ("?!", ("?!", ""), ()),
    ],
)
def test_a_name_that_stands_only_inside_a_longer_one_goes(text: str, spans: tuple[str, ...], kept: tuple[str, ...]) -> None:
    """One that stands by itself as well stays; so does the first writing of a name; what folds to nothing is no name."""
    assert tuple(span.text for span in merged(map(Span, spans), text)) == kept


async def test_a_span_that_is_not_in_the_question_is_not_heard() -> None:
    """Who reads “Jace Beleren” into “Jace” would make a guess of what must be asked."""
    detectors = (ScriptedDetector(("Orla",)),)
    reading = await read(Question("Is Orla here?"), EMPTY, ScriptedExtractor((Span("Orla, Ash Regent"), Span("Ashes", bracketed=True))), detectors)

    assert reading.spans == (Span("Orla"),)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("And then?", (Span("Ashes", bracketed=True),)),
        ("And Orla?", (Span("Ashes", bracketed=True), Span("Orla"))),
        ("And ashes twice?", (Span("Ashes", bracketed=True),)),
    ],
)
async def test_cards_of_the_history_are_carried(text: str, spans: tuple[Span, ...]) -> None:
    """An extractor may take a question to go on about any of them; a card that no exchange was about is not carried."""
    question = Question(text, history=(Exchange("Is Ashes a deed?", "Yes.", ("Ashes",)), Exchange("Why?", "So it is.")))
    extractor = ScriptedExtractor((Span("Ashes", bracketed=True), Span("Drowning Bell", bracketed=True)))

    assert (await read(question, EMPTY, extractor, (ScriptedDetector(("Orla", "ashes")),))).spans == spans


async def test_a_short_name_of_a_carried_card_is_that_card() -> None:
    """It would be a choice again."""
    question = Question("And if Orla dies?", history=(Exchange("Who is she?", "A regent.", ("Orla, Ash Regent",)),))
    spans = (await read(question, EMPTY, ScriptedExtractor((Span("Orla, Ash Regent", bracketed=True),)), (ScriptedDetector(("Orla",)),))).spans

    assert spans == (Span("Orla, Ash Regent", bracketed=True),)


def test_a_bracketed_name_stays_inside_a_longer_one() -> None:
    """Who brackets a name means it."""
    spans = (Span("Orla", bracketed=True), Span("Orla, Ash Regent"))

    assert merged(spans, "[[Orla]] and Orla, Ash Regent") == spans


@given(st.lists(st.builds(Span, st.text(max_size=12), st.booleans()), max_size=8))
def test_merging_keeps_the_order_and_repeats_nothing(spans: list[Span]) -> None:
    """What is kept was given, each name once, and merging again changes nothing."""
    text = " ".join(span.text for span in spans)
    kept = merged(spans, text)

    assert merged(kept, text) == kept
    assert len({fold(span.text) for span in kept}) == len(kept)
    assert [spans.index(span) for span in kept] == sorted(spans.index(span) for span in kept)
