"""Cases: every step, every reply, and what agents get wrong."""

import asyncio
import datetime
import json
from typing import Any

import attrs
import pytest

from headjudge import (
    Awaits,
    Brief,
    By,
    Card,
    Category,
    Doubt,
    Draft,
    Exchange,
    Face,
    GlossaryEntry,
    Hit,
    Kind,
    Objection,
    Pin,
    Question,
    Reference,
    Rule,
)
from headjudge.cases import CaseReply, Docket, written
from headjudge.desk import Desk, Slots
from headjudge.pipeline import Judge
from headjudge.settings import Settings
from headjudge.steps.retrieve import Retrieval
from headjudge.testing import (
    MemoryCorpus,
    OpenMemoryStore,
    ScriptedDetector,
    ScriptedExtractor,
    ScriptedResolver,
    ScriptedRetriever,
    ScriptedSynthesizer,
    StoppedClock,
)

DRAW = Rule("100.1a", "A turn begins with a draw.", "100", "Turns")
SKIP = Rule("100.2", "A player may skip a draw.", "100", "Turns")
DAWN = Rule("101.1", "At dawn every lamp is lit.", "101", "Lamps")
TOAD = Card("toad-1", "Oldest Toad", (Face("Oldest Toad", "{G}", "Creature", "The toad croaks at dawn."),), "normal")
FROG = Card("frog-1", "Newest Frog", (Face("Newest Frog", "{U}", "Creature", "The frog is silent."),), "normal")
CORPUS = MemoryCorpus.of((DRAW, SKIP, DAWN, TOAD, FROG, Category("turns", "Turns and draws", ("100",), ())))
QUESTION = Question("How does a turn begin with toad out?")
QUOTE = {"source": "100.1a", "quote": "begins with a draw"}


def docket(validators: tuple[Any, ...] = (), slots: Slots | None = None, detectors: tuple[ScriptedDetector, ...] = ()) -> Docket:
    store = OpenMemoryStore.holding(CORPUS)
    retrieval = Retrieval(Settings(), store.calls, (ScriptedRetriever((Hit(Reference(Kind.RULE, "100.1a"), 1.0),)),))
    resolver = ScriptedResolver({"toad": (TOAD,), "beast": (TOAD, FROG), "Oldest Toad": (TOAD,)})
    judge = Judge(ScriptedExtractor(), detectors, (resolver,), retrieval, ScriptedSynthesizer(()), validators)
    return Docket(Desk(judge, store, slots or Slots(2, 0.0), StoppedClock()), "mcp", "https://rules.example")


def reading(**fields: Any) -> str:
    return json.dumps({"source": "cr", "cards": ["toad"], "concepts": [], "paraphrases": [], "categories": []} | fields)


def draft(**fields: Any) -> str:
    return json.dumps({"kind": "verdict", "citations": [QUOTE], "answer": "With a draw (100.1a).", "confidence": "high"} | fields)


def number(reply: CaseReply) -> str:
    assert reply.case is not None
    return reply.case.id


async def opened(bench: Docket, question: Question = QUESTION) -> str:
    """The id of a case that waits for its reading."""
    return number(await bench.open(question))


async def read(bench: Docket, question: Question = QUESTION) -> str:
    """The id of a case that waits for its draft, at version 2."""
    case = await opened(bench, question)
    assert (await bench.read(case, 1, reading())).kind == "material"
    return case


async def untouched(bench: Docket, case: str, version: int) -> bool:
    """Whether the case is still at *version*."""
    held = await bench.desk.store.cases.case(case)
    return held is not None and held.version == version


async def test_an_open_case_asks_for_a_reading() -> None:
    """With the question, the instructions, the categories to choose from, and the form."""
    reply = await docket().open(QUESTION)

    assert (reply.kind, reply.question) == ("opened", QUESTION.text)
    assert reply.case is not None
    assert (reply.case.version, reply.case.waits_for, reply.case.drafts_left, reply.case.look_up_left) == (1, "reading", 2, True)
    assert reply.case.expires_at == StoppedClock().now + datetime.timedelta(hours=1)
    assert reply.instructions is not None
    assert "- turns: Turns and draws" in reply.instructions
    assert reply.form is not None
    assert reply.form["properties"]["categories"]["items"]["enum"] == ["turns"]


async def test_a_question_over_the_limits_opens_nothing() -> None:
    """The limits of the contract hold for cases too."""
    bench = docket()

    reply = await bench.open(Question("x" * 1001))

    assert (reply.kind, reply.case) == ("refused", None)
    assert "1001 characters" in reply.message


async def test_a_case_knows_what_was_asked_before() -> None:
    """The session's answered questions are shown, a long answer cut."""
    bench = docket()
    case = await read(bench, Question("How does a turn begin with toad?", thread="mcp:1"))
    await bench.submit(case, 2, draft(answer=f"With a draw (100.1a). {'Indeed. ' * 300}"))

    reply = await bench.open(Question("And with two?", thread="mcp:1"))

    assert reply.earlier is not None
    assert (reply.earlier[0].question, reply.earlier[0].cards) == ("How does a turn begin with toad?", ("Oldest Toad",))
    assert len(reply.earlier[0].answer) == 1201


async def test_a_reading_brings_the_material() -> None:
    """Cards first, each source by the name that a citation repeats, with the form of a draft."""
    bench = docket()

    reply = await bench.read(await opened(bench), 1, reading())

    assert reply.kind == "material"
    assert reply.case is not None
    assert (reply.case.version, reply.case.waits_for, reply.case.look_up_left) == (2, "draft", True)
    assert reply.material is not None
    assert [source.source for source in reply.material.sources] == ["card 1", "100.1a"]
    assert reply.form is not None
    assert reply.form["properties"]["kind"]["enum"] == ["verdict", "undecided"]


async def test_an_ambiguous_name_is_the_askers_choice() -> None:
    """The case is as it was; the same reading with a pin goes on."""
    bench = docket()
    case = await opened(bench, Question("Does the beast croak?"))

    reply = await bench.read(case, 1, reading(cards=["beast"]))
    chosen = await bench.read(case, 1, reading(cards=["beast"]), [Pin("beast", "Oldest Toad")])

    assert reply.kind == "ambiguous"
    assert reply.spans is not None
    assert [(span.query, set(span.choices)) for span in reply.spans] == [("beast", {"Oldest Toad", "Newest Frog"})]
    assert (chosen.kind, chosen.question) == ("material", "Does the [[Oldest Toad]] croak?")


async def test_a_name_of_no_card_is_told() -> None:
    """The case is as it was."""
    bench = docket()
    case = await opened(bench, Question("Does the newt croak?"))

    reply = await bench.read(case, 1, reading(cards=["newt"]))

    assert (reply.kind, reply.names) == ("not_found", ("newt",))
    assert await untouched(bench, case, 1)


async def test_what_is_no_rules_question_ends_the_case() -> None:
    """With the sentence for the asker."""
    bench = docket()

    reply = await bench.read(await opened(bench), 1, reading(source="out_of_scope", cards=[]))

    assert reply.kind == "error"
    assert reply.message.startswith("I only answer rules questions")
    assert reply.case is not None
    assert reply.case.waits_for == "nothing"


async def test_a_span_that_is_not_in_the_question_is_refused() -> None:
    """Every fault of a reading is listed, and nothing is used up."""
    bench = docket()
    case = await opened(bench)

    reply = await bench.read(case, 1, reading(cards=["Storm Crow"], categories=["weather"]))

    assert reply.kind == "refused"
    assert reply.objections is not None
    assert ["cards[0]" in reply.objections[0], "categories[0]" in reply.objections[1]] == [True, True]
    assert await untouched(bench, case, 1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "There is no JSON object"),
        ("{", "cannot be read"),
        ("[]", "There is no JSON object"),
        ('{"cards": ' + "[" * 10_000, "nested too deep"),
        ('{"cards": ["' + "x" * 70_000 + '"]}', "at most 65536 fit"),
        ('{"cards": ["a"], "cards": []}', "twice"),
        (reading(cards=["toad"] * 21), "at most 20 fit"),
        (reading(concepts=["x"] * 21), "at most 20 fit"),
        (reading(cards="toad"), "write a list"),
        (reading(source="law"), "is none of cr"),
    ],
)
async def test_a_faulty_reading_is_refused(text: str, told: str) -> None:
    """Whatever it is: the fault is named, and the case is as it was."""
    bench = docket()
    case = await opened(bench)

    reply = await bench.read(case, 1, text)

    assert reply.kind == "refused"
    assert told in " ".join(reply.objections or ())
    assert await untouched(bench, case, 1)


async def test_pins_over_the_limit_are_refused() -> None:
    """Eight fit a question, in cases too."""
    bench = docket()
    case = await opened(bench)

    reply = await bench.read(case, 1, reading(), [Pin(str(place), "Oldest Toad") for place in range(9)])

    assert (reply.kind, "8" in reply.message) == ("refused", True)
    assert await untouched(bench, case, 1)


async def test_a_look_up_is_granted_once() -> None:
    """It adds the rules, says which were shown already, and there is no second one."""
    bench = docket()
    case = await read(bench)

    reply = await bench.look_up(case, 2, ["101.1", "100.1a"])
    again = await bench.look_up(case, 3, ["100.2"])

    assert reply.material is not None
    assert [source.source for source in reply.material.sources] == ["101.1"]
    assert "100.1a stood among the sources already." in reply.message
    assert reply.case is not None
    assert reply.case.look_up_left is False
    assert again.kind == "refused"
    assert "used up" in again.message
    assert await untouched(bench, case, 3)


async def test_a_look_up_that_adds_nothing_is_not_used_up() -> None:
    """Rules that do not exist are told, and those that were shown already."""
    bench = docket()
    case = await read(bench)

    absent, known = await bench.look_up(case, 2, ["101.1", "999.9"]), await bench.look_up(case, 2, ["100.1a"])

    assert (absent.kind, known.kind) == ("refused", "refused")
    assert "There is no rule 999.9" in absent.message
    assert "stands among the sources already" in known.message
    assert await untouched(bench, case, 2)


async def test_a_look_up_of_nothing_is_refused() -> None:
    """It names a rule or words; what is no number is told."""
    bench = docket()
    case = await read(bench)

    nothing, words = await bench.look_up(case, 2), await bench.look_up(case, 2, ["the rule on draws"])

    assert (nothing.kind, words.kind) == ("refused", "refused")
    assert "at least one rule" in " ".join(nothing.objections or ())
    assert "put words into search" in " ".join(words.objections or ())
    assert await untouched(bench, case, 2)


async def test_an_accepted_draft_is_stored_as_a_case() -> None:
    """Under its door and its thread, by an outside agent, with its material; it is not given again for the same question."""
    bench = docket()
    case = await read(bench, attrs.evolve(QUESTION, thread="mcp:7"))

    reply = await bench.submit(case, 2, draft())

    assert reply.kind == "accepted"
    assert reply.verdict is not None
    assert [(cited.label, cited.quote, cited.url) for cited in reply.verdict.citations] == [
        ("100.1a", "begins with a draw", "https://rules.example/100.1a")
    ]
    call, record = await bench.desk.store.calls.call(1), await bench.desk.store.calls.record(1)
    assert call is not None
    assert record is not None
    assert (call.from_case, call.by, call.question.door, call.question.thread) == (True, By("outside agent"), "mcp", "mcp:7")
    assert [passage.reference.key for passage in record.material] == ["100.1a", "toad-1"]
    assert ("extractor", "outside agent") in record.versions
    assert await bench.desk.store.calls.same(call.question, CORPUS, call.by) == []


async def test_a_rejected_draft_has_one_more_attempt() -> None:
    """Every objection is told, the rules that they name are shown, and the next draft may cite them."""
    bench = docket()
    case = await read(bench)

    reply = await bench.submit(case, 2, draft(citations=[QUOTE, {"source": "101.1", "quote": "every lamp is lit"}]))
    again = await bench.submit(case, 3, draft(citations=[QUOTE, {"source": "101.1", "quote": "every lamp is lit"}]))

    assert reply.kind == "rejected"
    assert reply.objections is not None
    assert any("101.1" in objection for objection in reply.objections)
    assert reply.material is not None
    assert [source.source for source in reply.material.sources] == ["101.1"]
    assert reply.case is not None
    assert reply.case.drafts_left == 1
    assert again.kind == "accepted"
    record = await bench.desk.store.calls.record(1)
    assert record is not None
    assert (record.objections, record.shown) == (reply.objections, (2, 3))


async def test_the_second_rejected_draft_ends_the_case() -> None:
    """No third one is taken, and nothing is stored."""
    bench = docket()
    case = await read(bench)
    wrong = draft(citations=[{"source": "100.1a", "quote": "ends with a draw"}])

    replies = [await bench.submit(case, version, wrong) for version in (2, 3, 4)]

    assert [reply.kind for reply in replies] == ["rejected", "rejected", "refused"]
    assert replies[1].case is not None
    assert replies[1].case.waits_for == "nothing"
    assert await bench.desk.store.calls.call(1) is None


async def test_an_undecided_draft_ends_the_case() -> None:
    """The asker is told our own sentence for what is lacking."""
    bench = docket()
    case = await read(bench)

    reply = await bench.submit(case, 2, draft(kind="undecided", citations=[], answer="", lacking="facts"))

    assert reply.kind == "error"
    assert "leaves open" in reply.message


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (draft(kind="look_up", rules=["100.2"]), "is a step of its own"),
        (draft(answer="x" * 4001), "at most 4000 fit"),
        (draft(working="x" * 66_000), "at most 65536 fit"),
        (draft(citations=[{"source": "card 9", "quote": "croaks at dawn"}]), "is none of the sources shown"),
        (draft(kind="ruling"), "is none of verdict"),
        ("null", "There is no JSON object"),
    ],
)
async def test_a_faulty_draft_is_no_attempt(text: str, told: str) -> None:
    """What has not the form of a draft is refused, and both drafts are left."""
    bench = docket()
    case = await read(bench)

    reply = await bench.submit(case, 2, text)

    assert reply.kind == "refused"
    assert told in " ".join((reply.message, *(reply.objections or ())))
    assert reply.case is not None
    assert (reply.case.drafts_left, reply.case.version) == (2, 2)


async def test_a_lead_is_no_source() -> None:
    """A draft that cites an entry of the glossary which it was shown is told so."""
    bench = docket()
    store = OpenMemoryStore.holding(MemoryCorpus.of((DRAW, GlossaryEntry(("Turn",), "What begins with a draw."), TOAD)))
    hits = tuple(Hit(reference, 1.0) for reference in (Reference(Kind.RULE, "100.1a"), Reference(Kind.GLOSSARY, "Turn")))
    retrieval = Retrieval(Settings(), store.calls, (ScriptedRetriever(hits),))
    bench = attrs.evolve(bench, desk=attrs.evolve(bench.desk, store=store, judge=attrs.evolve(bench.desk.judge, retrieval=retrieval)))
    case = await opened(bench)
    shown = await bench.read(case, 1, reading())

    reply = await bench.submit(case, 2, draft(citations=[{"source": "Turn", "quote": "What begins with a draw"}]))

    assert shown.material is not None
    assert [lead.about for lead in shown.material.leads] == ["Turn"]
    assert reply.kind == "refused"
    assert "may be cited" in " ".join(reply.objections or ())


@attrs.frozen
class Doubtful:
    """Objects to nothing, and is not sure of anything."""

    name: str = "doubtful"

    def validate(self, draft: Draft, brief: Brief) -> list[Doubt | Objection]:
        return [Doubt("Is it so?")]


@attrs.frozen
class Broken:
    """A stranger's validator that fails."""

    name: str = "broken"

    def validate(self, draft: Draft, brief: Brief) -> list[Doubt | Objection]:
        raise ZeroDivisionError


async def test_doubts_lower_the_confidence_and_are_told() -> None:
    """As for any question; the record keeps them."""
    bench = docket((Doubtful(),))

    reply = await bench.submit(await read(bench), 2, draft())

    assert (reply.kind, reply.doubts) == ("accepted", ("Is it so?",))
    assert reply.verdict is not None
    assert reply.verdict.confidence.value == "medium"
    record = await bench.desk.store.calls.record(1)
    assert record is not None
    assert record.doubts == ("Is it so?",)


async def test_a_plugin_that_breaks_leaves_the_case_as_it_was() -> None:
    """The agent is told to try again; no draft is used up."""
    bench = docket((Broken(),))
    case = await read(bench)

    reply = await bench.submit(case, 2, draft())

    assert (reply.kind, "as it was" in reply.message) == ("busy", True)
    assert await untouched(bench, case, 2)


async def test_a_reading_waits_for_a_judge_slot() -> None:
    """With every slot taken it is busy, and the case is as it was."""
    bench = docket(slots=Slots(1, 0.0))
    case = await opened(bench)

    async with bench.desk.slots.taken():
        reply = await bench.read(case, 1, reading())

    assert reply.kind == "busy"
    assert (await bench.read(case, 1, reading())).kind == "material"


async def test_an_unknown_case_is_refused() -> None:
    """By every step, with the cure; an endless id is cut."""
    bench = docket()

    replies = [
        await bench.read("nobody", 1, reading()),
        await bench.look_up("nobody", 1, ["100.2"]),
        await bench.submit("nobody", 1, draft()),
        await bench.status("x" * 10_000),
        await bench.close("nobody"),
    ]

    assert {reply.kind for reply in replies} == {"refused"}
    assert all("There is no case" in reply.message and len(reply.message) < 200 for reply in replies)


async def test_an_expired_case_is_refused() -> None:
    """An hour after its last step, not of its opening; a day later it is forgotten."""
    bench = docket()
    clock = bench.desk.clock
    assert isinstance(clock, StoppedClock)
    case = await opened(bench)
    clock.move(datetime.timedelta(minutes=59))
    assert (await bench.read(case, 1, reading())).kind == "material"
    clock.move(datetime.timedelta(minutes=59))
    assert (await bench.status(case)).kind == "material"

    clock.move(datetime.timedelta(minutes=1))
    expired = await bench.submit(case, 2, draft())
    clock.move(datetime.timedelta(hours=24))
    await bench.open(QUESTION)

    assert (expired.kind, "expired" in expired.message) == ("refused", True)
    assert "There is no case" in (await bench.status(case)).message


async def test_a_step_out_of_turn_is_refused() -> None:
    """A draft for a case that waits for a reading, a second reading, anything for a closed one."""
    bench = docket()
    case = await opened(bench)

    early = [await bench.submit(case, 1, draft()), await bench.look_up(case, 1, ["100.2"])]
    await bench.read(case, 1, reading())
    twice = await bench.read(case, 2, reading())
    await bench.close(case)
    late = await bench.submit(case, 3, draft())
    later = await bench.submit(case, 1, draft())

    assert ["waits for a reading" in reply.message for reply in early] == [True, True]
    assert "waits for a draft" in twice.message
    assert "is closed" in late.message
    assert later.message == late.message


async def test_crossed_submissions_do_not_harm_each_other() -> None:
    """Of two drafts at once for one version one is taken; the other is told the version and uses nothing up."""
    bench = docket()
    case = await read(bench)

    replies = await asyncio.gather(*(bench.submit(case, 2, draft()) for _ in range(8)))

    assert sorted(reply.kind for reply in replies) == ["accepted", *["refused"] * 7]
    assert all("version" in reply.message for reply in replies if reply.kind == "refused")
    assert await bench.desk.store.calls.call(2) is None


async def test_a_step_for_an_older_version_is_refused() -> None:
    """As when the reply to a step was lost: the status shows what it said."""
    bench = docket()
    case = await opened(bench)
    lost = await bench.read(case, 1, reading())

    again = await bench.read(case, 1, reading())
    shown = await bench.status(case)

    assert (again.kind, "at version 2" in again.message) == ("refused", True)
    assert (shown.material, shown.form, shown.instructions) == (lost.material, lost.form, lost.instructions)


async def test_the_status_tells_all_that_a_step_needs() -> None:
    """The form of a reading, the material with the objections, the verdict, or why there is none."""
    bench = docket()
    case = await opened(bench)
    first = await bench.status(case)
    await bench.read(case, 1, reading())
    rejected = await bench.submit(case, 2, draft(answer="With a draw (100.2)."))
    second = await bench.status(case)
    accepted = await bench.submit(case, 3, draft())
    third = await bench.status(case)

    assert (first.kind, first.question, first.form is not None) == ("standing", QUESTION.text, True)
    assert second.objections == rejected.objections
    assert second.material is not None
    assert "100.2" in [source.source for source in second.material.sources]
    assert (third.kind, third.verdict) == ("standing", accepted.verdict)


async def test_material_comes_in_parts() -> None:
    """What does not fit one reply is shown by number; a part that is not there is refused."""
    long = [Rule(f"100.{place}", f"A turn of {place} " + "words and words " * 19, "100", "Turns") for place in range(3, 63)]
    turn = GlossaryEntry(("Turn",), "What begins with a draw. " * 100)
    bench = docket()
    store = OpenMemoryStore.holding(MemoryCorpus.of((DRAW, *long, turn, TOAD)))
    hits = (*(Hit(Reference(Kind.RULE, rule.number), 1.0) for rule in long[:59]), Hit(Reference(Kind.GLOSSARY, "Turn"), 1.0))
    retrieval = Retrieval(Settings(brief_bytes=100_000), store.calls, (ScriptedRetriever(hits),))
    bench = attrs.evolve(bench, desk=attrs.evolve(bench.desk, store=store, judge=attrs.evolve(bench.desk.judge, retrieval=retrieval)))
    case = await opened(bench)

    first = await bench.read(case, 1, reading())
    assert first.material is not None
    parts = [first, *[await bench.status(case, part) for part in range(2, first.material.parts + 1)]]
    beyond = [await bench.status(case, part) for part in (0, -1, first.material.parts + 1)]

    assert first.material.parts > 1
    assert "part 2" in first.message
    held = await bench.desk.store.cases.case(case)
    assert held is not None
    assert held.brief is not None
    materials = [part.material for part in parts if part.material]
    shown = [source.text for material in materials for source in material.sources]
    assert shown == [TOAD.text, *(passage.text for passage in held.brief.passages if passage.reference.kind is Kind.RULE)]
    assert [lead.about for material in materials for lead in material.leads] == ["Turn"]
    assert max(len(json.dumps(written(part))) for part in parts) < 30_000
    assert first.material.left_out == tuple(rule.number for rule in (DRAW, *long) if rule.text not in shown and rule.group in held.brief.groups)
    assert {reply.kind for reply in beyond} == {"refused"}


async def test_sub_rules_that_did_not_fit_are_told() -> None:
    """A sub-rule that is missing among the sources has its number told, once."""
    long = [Rule(f"100.1{letter}", "A turn and a long song. " * 400, "100", "Turns") for letter in "bcd"]
    bench = docket()
    store = OpenMemoryStore.holding(MemoryCorpus.of((DRAW, *long, TOAD)))
    bench = attrs.evolve(bench, desk=attrs.evolve(bench.desk, store=store))

    reply = await bench.read(await opened(bench), 1, reading())

    assert reply.material is not None
    assert reply.material.left_out == ("100.1b", "100.1c", "100.1d")


async def test_more_objections_than_fit_are_counted() -> None:
    """A reply that agents' tools would cut is not given."""
    bench = docket()
    case = await read(bench)
    cited = [{"source": "100.1a", "quote": f"{place} toads sing together {'so loudly ' * 50}"} for place in range(20)]

    reply = await bench.submit(case, 2, draft(citations=cited, answer=" ".join(f"({place}.9)" for place in range(200, 600))))

    assert reply.objections is not None
    assert "more objections; mend these first." in reply.objections[-1]
    assert len(json.dumps(written(reply))) < 30_000


async def test_nothing_that_the_detectors_see_is_lost() -> None:
    """A card that the agent's reading leaves out is found all the same, and the record says what was seen."""
    bench = docket(detectors=(ScriptedDetector(("toad",), ("drawing",)),))
    case = await opened(bench)

    reply = await bench.read(case, 1, reading(cards=[]))
    await bench.submit(case, 2, draft())

    assert reply.material is not None
    assert reply.material.sources[0].title == "Oldest Toad"
    record = await bench.desk.store.calls.record(1)
    assert record is not None
    assert [span.text for span in record.seen.spans] == ["toad"]
    assert record.inquiry.reading.concepts == ("drawing",)


async def test_pins_of_the_opening_hold_for_the_reading() -> None:
    """A pin for the same name that comes later takes its place."""
    bench = docket()
    question = Question("Does the beast croak?", (Pin("beast", "Newest Frog"),))

    kept = await bench.read(await opened(bench, question), 1, reading(cards=["beast"]))
    changed = await bench.read(await opened(bench, question), 1, reading(cards=["beast"]), [Pin("Beast", "Oldest Toad")])

    assert (kept.question, changed.question) == ("Does the [[Newest Frog]] croak?", "Does the [[Oldest Toad]] croak?")


async def test_a_private_question_is_no_case() -> None:
    """What lies in the database between its steps is not private."""
    bench = docket()

    assert "private" in (await bench.open(attrs.evolve(QUESTION, private=True))).message


async def test_a_look_up_waits_for_a_judge_slot() -> None:
    """With every slot taken it is busy, and not used up."""
    bench = docket(slots=Slots(1, 0.0))
    case = await read(bench)

    async with bench.desk.slots.taken():
        reply = await bench.look_up(case, 2, ["101.1"])

    assert reply.kind == "busy"
    assert (await bench.look_up(case, 2, ["101.1"])).kind == "material"


async def test_crossed_look_ups_do_not_harm_each_other() -> None:
    """One is taken; the others are told the version."""
    bench = docket(slots=Slots(8, 0.0))
    case = await read(bench)

    replies = await asyncio.gather(*(bench.look_up(case, 2, ["101.1"]) for _ in range(8)))

    assert sorted(reply.kind for reply in replies) == ["material", *["refused"] * 7]
    assert all("version" in reply.message for reply in replies if reply.kind == "refused")


async def test_closing_beats_a_step_that_is_taken_meanwhile() -> None:
    """Whatever is the newest version then, the case is closed."""
    bench = docket(slots=Slots(8, 0.0))
    case = await read(bench)

    _, closed = await asyncio.gather(bench.look_up(case, 2, ["101.1"]), bench.close(case))

    assert closed.kind == "closed"
    assert (await bench.status(case)).message == "The case was given up."


async def test_a_verdict_outlives_its_rules() -> None:
    """The status of a closed case needs no corpus."""
    bench = docket()
    case = await read(bench)
    accepted = await bench.submit(case, 2, draft())
    emptied = attrs.evolve(OpenMemoryStore.holding(), cases=bench.desk.store.cases)

    reply = await attrs.evolve(bench, desk=attrs.evolve(bench.desk, store=emptied)).status(case)

    assert (reply.kind, reply.verdict) == ("standing", accepted.verdict)


async def test_a_long_session_fits_a_reply() -> None:
    """The newest exchanges are shown, each cut, whatever alphabet they are in."""
    bench = docket()
    for place in range(5):
        case = await read(bench, Question(f"{place} toad {'蛙' * 900}", thread="mcp:3"))
        await bench.submit(case, 2, draft(answer="蛙" * 3900))

    reply = await bench.open(Question("And now?", thread="mcp:3"))

    assert reply.earlier is not None
    assert [earlier.question[0] for earlier in reply.earlier] == ["3", "4"]
    assert len(json.dumps(written(reply), ensure_ascii=False, default=str).encode()) < 30_000


async def test_a_case_can_be_given_up() -> None:
    """Once; a second time nothing changes."""
    bench = docket()
    case = await read(bench)

    replies = [await bench.close(case), await bench.close(case)]

    assert [reply.kind for reply in replies] == ["closed", "closed"]
    assert await untouched(bench, case, 3)
    held = await bench.desk.store.cases.case(case)
    assert held is not None
    assert held.awaits is Awaits.NOTHING


async def test_a_case_holds_its_own_rules() -> None:
    """What is loaded after it was opened does not change its sources."""
    bench = docket()
    case = await opened(bench)
    store = bench.desk.store
    assert isinstance(store, OpenMemoryStore)
    store.corpora.put(MemoryCorpus.of((attrs.evolve(DRAW, text="A turn begins with a song."), TOAD)))

    reply = await bench.read(case, 1, reading())

    assert reply.material is not None
    assert DRAW.text in [source.text for source in reply.material.sources]


async def test_a_case_whose_rules_are_gone_is_refused() -> None:
    """A case cannot outlive the rules that it was opened on."""
    bench = docket()
    case = await opened(bench)
    emptied = attrs.evolve(OpenMemoryStore.holding(), cases=bench.desk.store.cases)

    reply = await attrs.evolve(bench, desk=attrs.evolve(bench.desk, store=emptied)).read(case, 1, reading())

    assert (reply.kind, "loaded anew" in reply.message) == ("refused", True)


async def test_the_history_of_a_session_ends_with_its_newest_answer() -> None:
    """Only answered questions belong to it."""
    bench = docket()
    await bench.close(await opened(bench, Question("Nothing?", thread="mcp:2")))
    case = await read(bench, Question("With toad?", thread="mcp:2"))
    await bench.submit(case, 2, draft())

    assert await bench.desk.store.threads.history("mcp:2", 5) == [Exchange("With toad?", "With a draw (100.1a).", ("Oldest Toad",))]
