"""A process that asks many questions at its desk: ``python asker.py FIRST COUNT``, set up by the environment; prints how they ended."""

import asyncio
import logging
import os
import sys
from collections import Counter

import structlog

from headjudge import Answer, Declined, Question
from headjudge.assemble import house
from headjudge.discovery import discover
from headjudge.settings import Settings


async def ask(first: int, count: int) -> Counter[str]:
    """Ask as many questions, each in words of its own, a few at once."""
    settings = Settings.from_environ(os.environ)
    async with house(settings, discover(settings.plugins_off)) as opened:
        at_once = asyncio.Semaphore(settings.concurrency)

        async def one(number: int) -> str:
            async with at_once:
                reply = await opened.desk.hear(Question(f"Can a dim card be played with hearthcall, player {number}?"))
            if isinstance(reply, Answer):
                return "answered"
            return reply.reason.value if isinstance(reply, Declined) else type(reply).__name__

        return Counter(await asyncio.gather(*(one(number) for number in range(first, first + count))))


if __name__ == "__main__":
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))  # hundreds are refused on purpose
    ended = asyncio.run(ask(int(sys.argv[1]), int(sys.argv[2])))
    print(ended["answered"], ended["spend cap"], sum(ended.values()))
