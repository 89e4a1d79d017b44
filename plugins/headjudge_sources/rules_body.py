"""The numbered part of the rules text: chapters, sections, rules, sub-rules and their examples."""

import re
from collections.abc import Collection, Sequence
from typing import Final

import attrs
import structlog

from headjudge import Rule, Section, SourceFailed, group_of

__all__ = ["read_body"]

log: Final = structlog.get_logger()
# The dot after the number is missing now and then (606.5 in 2025 and 2026), and sub-rules have none.
_RULE: Final = re.compile(r"(?P<number>(?P<section>\d{3})\.(?P<rank>\d{1,3})(?P<letters>[a-z]{0,2}))\.?\s+(?P<text>\S.*)")
_SECTION: Final = re.compile(r"(?P<number>\d{3})\.\s+(?P<title>\S.*)")
_EXAMPLE: Final = re.compile(r"Example:\s*(?P<text>\S.*)")
_TITLE_LENGTH: Final = 60
_SENTENCE_ENDS: Final = (".", ":", ";", "”", '"', "?")
"""What a sentence ends with and a keyword's title does not; titles do end with "!" and ")"."""


@attrs.define
class _Draft:
    """A rule whose lines are still coming in."""

    number: str
    section: str
    order: tuple[int, int, int, str]
    text: str
    examples: list[str] = attrs.Factory(list)

    def extend(self, line: str) -> None:
        """Add a further paragraph to what was read last, the rule or its newest example."""
        if self.examples:
            self.examples[-1] += f"\n{line}"
        else:
            self.text += f"\n{line}"


class _Body:
    """Takes the lines in order."""

    def __init__(self, chapters: Collection[str], place: str) -> None:
        self._chapters = chapters
        self._place = place
        self._chapter = ""
        self._last: _Draft | None = None
        self.sections: list[Section] = []
        self.drafts: list[_Draft] = []

    def take(self, line: str) -> None:
        """Put *line* where it belongs."""
        if found := _RULE.fullmatch(line):
            self._begin_rule(found)
        elif found := _SECTION.fullmatch(line):
            self._last = None
            self.sections.append(Section(found["number"], found["title"], self._chapter))
        elif line in self._chapters:  # known from the contents: a rule may hold a numbered list
            self._last = None
            self._chapter = line.partition(".")[2].strip()
        elif line:
            self._continue_rule(line)

    def _begin_rule(self, found: re.Match[str]) -> None:
        section = self.sections[-1].number if self.sections else "none"
        if found["section"] != section:
            raise SourceFailed(
                f"{self._place} is out of order (rule {found['number']} stands in section {section}); run `judge refresh` again later."
            )
        order = (int(section), int(found["rank"]), len(found["letters"]), found["letters"])
        if self.drafts and self.drafts[-1].order >= order:
            before = self.drafts[-1].number
            raise SourceFailed(f"{self._place} is out of order (rule {found['number']} follows {before}); run `judge refresh` again later.")
        self._last = _Draft(found["number"], section, order, found["text"])
        self.drafts.append(self._last)

    def _continue_rule(self, line: str) -> None:
        if self._last is None:
            log.warning("rules_line.skipped", place=self._place, line=line[:80])
        elif found := _EXAMPLE.fullmatch(line):
            self._last.examples.append(found["text"])
        else:
            self._last.extend(line)


def read_body(lines: Sequence[str], chapters: Collection[str], place: str) -> tuple[tuple[Section, ...], tuple[Rule, ...]]:
    """Return the sections and rules of *lines*, which are stripped; *chapters* are the chapter lines of the contents.

    Raises:
        SourceFailed: a rule stands in another's section, or the numbers do not ascend.
    """
    body = _Body(chapters, place)
    for line in lines:
        body.take(line)
    titles = {section.number: section.title for section in body.sections}
    names = {draft.number: draft.text for draft in body.drafts if _is_title(draft)}
    rules = tuple(
        Rule(draft.number, draft.text, draft.section, _heading(draft.number, titles[draft.section], names), tuple(draft.examples))
        for draft in body.drafts
    )
    return tuple(body.sections), rules


def _is_title(draft: _Draft) -> bool:
    """Whether a rule says nothing but a name, as the parent rules of keywords do."""
    return draft.number == group_of(draft.number) and len(draft.text) <= _TITLE_LENGTH and not draft.text.endswith(_SENTENCE_ENDS)


def _heading(number: str, section_title: str, names: dict[str, str]) -> str:
    name = names.get(group_of(number))
    return f"{section_title}: {name}" if name else section_title
