"""Codes by which servers tell what is wrong: all of their own words that we pass on."""

import re
from typing import Any, Final

__all__ = ["code_of"]

LONGEST: Final = 40
CODE: Final = re.compile("[a-z]+([_.-][a-z]+)*")
HUMP: Final = re.compile("(?<=[a-z])(?=[A-Z])")
VOCABULARY: Final = """
    above access account api argument authentication bad balance billing blocked busy capacity completion content context credit denied deployment
    engine error exceed exceeded exception exhausted expired failed failure filter filtered forbidden format found hard input insufficient internal
    invalid json key large length limit limited long many max maximum message messages method missing model moderation not output overloaded
    param parameter parameters path payload payment permission permissions policy precondition prompt quota rate reached region request requests
    required resource response schema server service size state status string supported syntax temperature temporarily timeout token tokens too
    tool type unauthorized unavailable unexpected unknown unprocessable unsupported upstream usage user validation value violation
"""
WORDS: Final = frozenset(VOCABULARY.split())
"""What such codes are made of. A server's own words may echo the question or the key; a code of these words cannot."""


def code_of(response: Any) -> str:
    """Return the code in the body of *response*, an httpx response, as ``words_like_these``; empty where there is none, or has another word."""
    try:
        body = response.json()
    except (ValueError, RuntimeError):  # no JSON, or a body that was never read
        return ""
    error = body.get("error", body) if isinstance(body, dict) else None
    named = (_known(error.get(field)) for field in ("code", "type", "status")) if isinstance(error, dict) else ()
    return next(filter(None, named), "")


def _known(code: object) -> str:
    plain = HUMP.sub("_", code).lower() if isinstance(code, str) and len(code) <= LONGEST else ""
    return plain if CODE.fullmatch(plain) and WORDS.issuperset(re.split("[_.-]", plain)) else ""
