"""The Comprehensive Rules as the publisher's plain text: from bytes to release, sections, rules and glossary."""

import datetime
import re
from collections.abc import Sequence
from typing import Final

import attrs

from headjudge import GlossaryEntry, Release, RowOf, Rule, Section, SourceFailed
from headjudge_sources.glossary import read_glossary
from headjudge_sources.rules_body import read_body

__all__ = ["RulesText", "read_rules"]

_LINE_END: Final = re.compile(r"\r*\n|\r")  # LF, CRLF, lone CR, and \r\r\n, sometimes two kinds in one file
_CONTENTS_SECTION: Final = re.compile(r"(\d{3})\.\s+\S")
_CONTENTS_CHAPTER: Final = re.compile(r"(\d{1,2})\.\s+\S")
_EFFECTIVE: Final = re.compile(r"effective as of (\w+)\s+(\d{1,2}),\s+(\d{4})")
# Not strptime: its month names follow the locale of the process.
_MONTHS: Final = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
EMPTY: Final = 20
"""One section in so many may be a bare heading, as 600 has been for years."""
CURE: Final = "run `judge refresh` again later; if it stays so, the text has changed its form and Headjudge needs an update"


@attrs.frozen
class RulesText:
    """A release of the rules, read."""

    release: Release
    sections: tuple[Section, ...]
    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...]

    @property
    def rows(self) -> tuple[RowOf, ...]:
        """All of it in the order of a rules shelf: the release first."""
        return (self.release, *self.sections, *self.rules, *self.glossary)


@attrs.frozen
class _Parts:
    """The lines of each part. "Glossary" and "Credits" stand twice: at the end of the contents, and as headings."""

    header: Sequence[str]
    contents: Sequence[str]
    body: Sequence[str]
    glossary: Sequence[str]


def read_rules(raw: bytes, place: str) -> RulesText:
    """Return the release that *raw* holds; *place* names it in errors.

    Raises:
        SourceFailed: it is no rules text, or not the whole of it.
    """
    parts = _parts([line.strip() for line in _LINE_END.split(_decoded(raw, place))], place)
    announced = [found[1] for line in parts.contents if (found := _CONTENTS_SECTION.match(line))]
    sections, rules = read_body(parts.body, {line for line in parts.contents if _CONTENTS_CHAPTER.match(line)}, place)
    glossary = read_glossary(parts.glossary)
    _check_whole(announced, sections, rules, glossary, place)
    return RulesText(Release(_effective(parts.header, place)), sections, rules, glossary)


def _decoded(raw: bytes, place: str) -> str:
    """UTF-8 with or without a byte-order mark; older releases are cp1252."""
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise SourceFailed(f"{place} is neither UTF-8 nor Windows-1252 text; {CURE}.")


def _parts(lines: Sequence[str], place: str) -> _Parts:
    contents = _heading(lines, "Contents", 0, place)
    listed = _heading(lines, "Credits", _heading(lines, "Glossary", contents, place), place)
    glossary = _heading(lines, "Glossary", listed, place)
    # The last one: "Credits" may be a term of the glossary.
    end = max(_heading(lines, "Credits", glossary, place), len(lines) - 1 - lines[::-1].index("Credits"))
    return _Parts(lines[:contents], lines[contents + 1 : listed], lines[listed + 1 : glossary], lines[glossary + 1 : end])


def _heading(lines: Sequence[str], heading: str, after: int, place: str) -> int:
    try:
        return lines.index(heading, after)
    except ValueError:
        what = "is no rules text" if heading == "Contents" else "is not whole"
        raise SourceFailed(f"{place} {what} (the heading {heading!r} is missing); {CURE}.") from None


def _effective(header: Sequence[str], place: str) -> datetime.date:
    found = _EFFECTIVE.search("\n".join(header))
    if found is None or found[1] not in _MONTHS:
        raise SourceFailed(f"{place} does not say from which day on it is effective; {CURE}.")
    try:
        return datetime.date(int(found[3]), _MONTHS.index(found[1]) + 1, int(found[2]))
    except ValueError as error:
        raise SourceFailed(f"{place} is effective as of a day that does not exist, {found[0][16:]}; {CURE}.") from error


def _check_whole(announced: Sequence[str], sections: Sequence[Section], rules: Sequence[Rule], glossary: Sequence[GlossaryEntry], place: str) -> None:
    """Refuse half a text: every section of the contents must be there, nearly all with rules, and glossary entries."""
    if not announced:
        raise SourceFailed(f"{place} lists no sections in its contents; {CURE}.")
    if missing := sorted(set(announced) - {section.number for section in sections}):
        raise SourceFailed(f"{place} is not whole (sections {', '.join(missing[:5])} of its contents are missing); {CURE}.")
    empty = sorted(set(announced) - {rule.section for rule in rules})
    if len(empty) * EMPTY > len(announced):
        raise SourceFailed(f"{place} is not whole (sections {', '.join(empty[:5])} have no rules); {CURE}.")
    if not glossary:
        raise SourceFailed(f"{place} has an empty glossary; {CURE}.")
