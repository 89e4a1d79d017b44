"""Where the sentences of an answer or a quote end."""

import re
from typing import Final

__all__ = ["sentences"]

_END: Final = re.compile(r"([.!?])[”’\"')\]*]*\s+(?=[^a-z\s])|\n+")
_NUMERAL: Final = re.compile(r"^[ \t]*\d{1,2}[.)][ \t]+", re.MULTILINE)
"""“2. ” before a step of a list: it counts nothing."""
_ABBREVIATED: Final = re.compile(r"(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|mr|mrs|dr|st|jr)\.$", re.IGNORECASE)

LONGEST: Final = 6
"""Characters of the longest abbreviation with what stands before it, and one more."""


def sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of *text*, blank ones and the numerals of lists left out; a line’s end ends one."""
    text = _NUMERAL.sub("", text)
    found, start = [], 0
    for match in _END.finditer(text):
        said = match.end(1) if match[1] else match.start()
        if not _ABBREVIATED.search(text[max(start, said - LONGEST) : said]):
            found.append(text[start : match.end()].strip())
            start = match.end()
    return tuple(sentence for sentence in (*found, text[start:].strip()) if sentence)
