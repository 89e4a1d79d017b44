"""What a model may reply to questions on the practice rulebook, for the server's scripts."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from model_server import Reply, Request, fails

__all__ = [
    "HEARTHCALL",
    "LOOK_UP",
    "MADE_UP",
    "READING",
    "UNANSWERED",
    "UNDECIDED",
    "UNSOUND",
    "UNUSABLE",
    "Line",
    "script",
    "shown",
    "sound",
    "verdict",
]

HEARTHCALL = "Can a dim card be played with hearthcall?"
READING = {
    "source": "cr",
    "cards": [],
    "carried": [],
    "concepts": ["hearthcall"],
    "paraphrases": ["Which cards may be played with hearthcall?", "What is a dim card?"],
    "categories": [],
}
DRAFT = {"working": "", "kind": "verdict", "confidence": "high", "rules": [], "search": "", "lacking": "none"}
UNANSWERED = "The language model did not answer; try again in a moment."
UNUSABLE = "The language model gave no reply that can be used; try again, or ask in other words."
MADE_UP = "hearthcall lets every dim card dance on the roof"
_SHOWN = re.compile(r'<rule number="(\d{3}\.\d+[a-z]*)"[^>]*>([^<]+)</rule>')


def shown(request: Request) -> dict[str, str]:
    """The rules that *request* shows, by number."""
    return dict(_SHOWN.findall(request.user))


def verdict(*cited: tuple[str, str], answer: str = "Yes, it can.") -> dict[str, Any]:
    """A verdict that cites (source, quote) pairs of rules, says the same and names them."""
    said = " ".join(f"{quote} ({source})." for source, quote in cited)
    return DRAFT | {"citations": [{"source": source, "quote": quote} for source, quote in cited], "answer": f"{answer} {said}".strip()}


def sound(request: Request) -> dict[str, Any]:
    """A verdict that quotes the first rule that *request* shows."""
    number, text = next(iter(shown(request).items()))
    return verdict((number, " ".join(text.split()[:8])))


UNSOUND = verdict(("601.9", MADE_UP), answer=f"Yes, {MADE_UP}.")
LOOK_UP = DRAFT | {"kind": "look_up", "citations": [], "answer": "", "rules": ["501.1"]}
UNDECIDED = DRAFT | {"kind": "undecided", "citations": [], "answer": "", "lacking": "rules"}

Line = Reply | Mapping[str, Any] | str | Callable[[Request], Any]


def script(*lines: Line) -> Callable[[Request], Any]:
    """Answer the first request with a reading, and those after it with *lines*, functions called with the request."""
    left: Iterator[Line] = iter((READING, *lines))

    def answered(request: Request) -> Any:
        line = next(left, fails(418, "the script is over"))
        return line(request) if callable(line) else line

    return answered
