"""Retrieval when its indexes are taken away, and over corpora and questions that nobody would expect."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from headjudge import Answer, Declined, NotFound, Question, Rule
from headjudge.testing import MemoryCorpus

QUESTION = "Can a dim card be played with hearthcall?"
ODD = (
    "🪁" * 1000,
    "\u202e" + "kite " * 100,
    "a\u0301" * 400,
    "\u200b" * 900 + "kite",
    "?" * 1000,
    "hearthcall " * 90,
    "[[" * 300,
    f"[[{'x' * 200}]] and a kite",
)
"""Emoji, right to left, combining, of no width, marks, one word, brackets, a long span."""


async def test_index_that_is_deleted_while_running_is_not_missed(headjudge_house, tmp_path: Path) -> None:
    """What was opened stays open: the next answer is the same."""
    async with headjudge_house() as house:
        before = await house.desk.hear(Question(QUESTION))
        for folder in house.settings.data_dir.iterdir():
            if folder.is_dir():
                shutil.rmtree(folder)

        after = await house.desk.hear(Question(f"{QUESTION} "))

    assert isinstance(before, Answer)
    assert isinstance(after, Answer)
    assert [citation.quote for citation in after.citations] == [citation.quote for citation in before.citations]


def test_index_that_was_spoilt_is_built_anew(judge) -> None:
    """By the next process, which answers as if nothing had been."""
    sound = judge("ask", QUESTION, "--json")
    spoilt = [
        path for path in judge.folder.rglob("*") if path.is_file() and path.parent.parent != judge.folder.parent and path.parent != judge.folder
    ]
    for path in spoilt:
        path.write_bytes(path.read_bytes()[::-1] + b"\0")

    ran = judge("ask", QUESTION, "--json")

    assert spoilt
    assert (sound.code, ran.code) == (0, 0)
    assert ran.body["answer"] == sound.body["answer"]


def test_two_processes_that_build_at_once_both_answer(judge) -> None:
    """One builds, the other waits; neither sees half an index."""
    for folder in judge.folder.iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)

    with ThreadPoolExecutor() as pool:
        ran = list(pool.map(lambda _: judge("ask", QUESTION, "--json"), range(2)))

    assert [each.code for each in ran] == [0, 0]
    assert ran[0].body["answer"] == ran[1].body["answer"]


async def test_smallest_corpora_can_be_asked(headjudge_house) -> None:
    """No leg stumbles over one rule, which is shown; without any, the asker is told that nothing can be said."""
    question = Question("When does a kite fly?")
    single, empty = MemoryCorpus.of([Rule("100.1", "A kite flies.", "100", "Flying")]), MemoryCorpus.of([])
    async with headjudge_house() as house:
        for corpus in (single, empty):
            await house.judge.ready(corpus)
        brief = await house.judge.prepare(await house.judge.read(question, single), single)
        nothing = await house.judge.prepare(await house.judge.read(question, empty), empty)

    assert [passage.label for passage in brief.passages] == ["100.1"]
    assert isinstance(nothing, Declined)


async def test_odd_questions_are_answered_or_refused(headjudge_house) -> None:
    """With a reply of the contract; none is an error."""
    async with headjudge_house() as house:
        replies = [await house.desk.hear(Question(text)) for text in ODD]

    assert [reply for reply in replies if not isinstance(reply, Answer | Declined | NotFound)] == []
