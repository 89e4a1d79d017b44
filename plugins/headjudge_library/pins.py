"""Pins: the rules that concepts name, held by hashes of their texts so that a renumbering release does not break them.

``data/pins.txt`` has a line for every rule that the concepts name: number, hash of its text, hash of what it stands under
(the parent rule's text; for a parent rule the section's title). No text is kept. After a change of the concepts make it
anew from the text of the release that they are numbered for::

    python -m headjudge_library.pins MagicCompRules_20260227.txt > data/pins.txt
"""

import gzip
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import attrs

from headjudge import Concept, Rule, Section, group_of, masked_hash
from headjudge_library.lists import ABILITIES, MAGIC, read_concepts, read_leads, texts_of

__all__ = ["Pins", "Target", "our_concepts", "read_pins", "with_hashes", "write_pins"]

_SECTION: Final = re.compile(r"(\d{3})\. (.+)")
_RULE: Final = re.compile(r"(\d{3}\.\d+)([a-z]*)\.? (.+)")  # one parent rule of a release lacks its full stop


@attrs.frozen
class Pins:
    """Where the pins of an older list stand in one edition of the rules."""

    hashes: Mapping[str, tuple[str, str]]
    """Number → (hash of its text, hash of what it stands under)."""
    homes: Mapping[str, Sequence[str]]
    """Hash of a text → the numbers that have it."""

    @classmethod
    def of(cls, sections: Sequence[Section], rules: Sequence[Rule]) -> "Pins":
        """Return the pins of *rules*."""
        return cls._of(_hashes({section.number: section.title for section in sections}, {rule.number: rule.text for rule in rules}))

    @classmethod
    def of_text(cls, release: str) -> "Pins":
        """Return the pins of the rules text *release*."""
        return cls._of(_hashes(*_titles_and_texts(release.splitlines())))

    @classmethod
    def _of(cls, hashes: Mapping[str, tuple[str, str]]) -> "Pins":
        homes: dict[str, list[str]] = {}
        for number, (text, _) in hashes.items():
            homes.setdefault(text, []).append(number)
        return cls(hashes, homes)

    def resolve(self, concept: Concept) -> "Target":
        """Return *concept* with the numbers that its rules have here."""
        held = {number: (text, above) for number, text, above in concept.hashes}
        return Target(concept, self._found(concept.rules, held), self._found(concept.also, held))

    def lost(self, concept: Concept) -> tuple[str, ...]:
        """Return the numbers of *concept* that lead to no rule here."""
        held = {number: (text, above) for number, text, above in concept.hashes}
        return tuple(number for number in (*concept.rules, *concept.also) if not self._home(number, held.get(number)))

    def _found(self, numbers: Iterable[str], held: Mapping[str, tuple[str, str]]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(home for number in numbers for home in self._home(number, held.get(number))))

    def _home(self, number: str, held: tuple[str, str] | None) -> Sequence[str]:
        """Where the rule went that was *number*: nowhere else, to where its text stands, or it was reworded in its place."""
        here = self.hashes.get(number)
        if held is None or here == held:
            return (number,) if here else ()
        text, above = held
        if here and here[0] == text:
            return (number,)
        homes = self.homes.get(text, ())
        if akin := [home for home in homes if self.hashes[home][1] == above]:
            return akin
        if homes:
            return homes
        return (number,) if here and here[1] == above else ()


@attrs.frozen(cache_hash=True)
class Target:
    """A concept and where its rules stand now."""

    concept: Concept
    rules: tuple[str, ...]
    also: tuple[str, ...]


def _hashes(titles: Mapping[str, str], texts: Mapping[str, str]) -> Mapping[str, tuple[str, str]]:
    own = {number: masked_hash(" ".join(text.split())) for number, text in texts.items()}
    sections = {number: masked_hash(" ".join(title.split())) for number, title in titles.items()}
    return {number: (own[number], _above(number, own, sections)) for number in texts}


def _above(number: str, own: Mapping[str, str], sections: Mapping[str, str]) -> str:
    group = group_of(number)
    return own.get(group, "") if group != number else sections.get(number[:3], "")


def read_pins(text: str) -> Mapping[str, tuple[str, str]]:
    """Return the pins in *text*, as `write_pins` wrote it."""
    rows = (line.split() for line in text.splitlines() if line.strip())
    return {number: (own, above) for number, own, above in rows}


def with_hashes(concept: Concept, held: Mapping[str, tuple[str, str]]) -> Concept:
    """Return *concept* with the hashes that *held* has for its rules."""
    hashes = ((number, *held[number]) for number in (*concept.rules, *concept.also) if number in held)
    return attrs.evolve(concept, hashes=tuple(hashes))


def write_pins(concepts: Iterable[Concept], release: str) -> str:
    """Return the pins of *concepts* in the rules text *release*, a line each, in order.

    Raises:
        ValueError: a concept names a rule that the release does not have.
    """
    named = {number for concept in concepts for number in (*concept.rules, *concept.also)}
    hashes = Pins.of_text(release).hashes
    if absent := sorted(named - hashes.keys()):
        raise ValueError(f"the release has no rule {', '.join(absent)}; correct the concepts that name it")
    return "".join(f"{number} {own} {above}\n" for number, (own, above) in hashes.items() if number in named)


def _titles_and_texts(lines: Iterable[str]) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Titles of sections and texts of rules, without examples, as far as hashes need them."""
    titles: dict[str, str] = {}
    texts: dict[str, str] = {}
    number = ""
    for line in (line.strip() for line in lines):
        if rule := _RULE.fullmatch(line):
            number = rule[1] + rule[2]
            texts[number] = rule[3]
        elif section := _SECTION.fullmatch(line):
            titles[section[1]] = section[2]
        elif number and line and not line.startswith("Example:"):
            texts[number] += f" {line}"
        else:
            number = ""
    return titles, texts


def our_concepts() -> tuple[Concept, ...]:
    """Return all of ours that hold pins: the concepts, and the leads of the ability list."""
    return (*read_concepts(texts_of(MAGIC)), *(concept for _, concept in read_leads(*texts_of((ABILITIES,)))))


def main(path: Path) -> None:
    """Print the pins of our concepts in the rules text at *path*, which may be gzipped."""
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    sys.stdout.write(write_pins(our_concepts(), raw.decode("utf-8-sig")))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
