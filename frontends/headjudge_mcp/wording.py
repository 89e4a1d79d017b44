"""What agents read, which stands in text files: the server's instructions, the descriptions of the tools, the prompt."""

from importlib.resources import files
from typing import Final

__all__ = ["BY_NUMBER", "CARD", "PROMPT", "TERM", "text"]

BY_NUMBER: Final = "A rule with its sub-rules and examples, a sub-rule, or what a section holds."
CARD: Final = "A card's Oracle text, by its full name or a nickname, percent-encoded."
TERM: Final = "The glossary's entry of a term, percent-encoded."
PROMPT: Final = "How to take a rules question through a case, step by step, so that the verdict's every quote is checked."


def text(name: str) -> str:
    """Return the text *name*: that of a tool or a prompt is called as it is."""
    return (files("headjudge_mcp") / "texts" / f"{name}.txt").read_text(encoding="utf-8").strip()
