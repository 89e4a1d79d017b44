"""The form of a reply to a brief: a verdict, a look-up, or that there is none; and the handles by which it names sources."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from headjudge.domain.answers import Confidence, Draft, Lack, LookUp, Quote, Undecided
from headjudge.domain.names import fold_typography
from headjudge.domain.passages import Brief, Kind, Passage, Reference
from headjudge.domain.rules import rule_numbers
from headjudge.forms.fields import PHRASE, Form, found, list_schema, object_schema, shown, text_schema

__all__ = ["KINDS", "handles", "read_look_up", "read_verdict", "verdict_schema"]

KINDS: Final = ("verdict", "look_up", "undecided")
"""What a reply to a brief can be."""
ANSWER: Final = 4000
CITATIONS: Final = 20
QUOTE: Final = 4000
QUOTED: Final = 12_000
"""Most characters that a draft quotes in all: beside its answer they fit a reply of 30 KB."""
RULES: Final = 16
"""Most rules that a look-up may ask for."""
_HANDLES: Final = {Kind.ORACLE: "card", Kind.RULING: "ruling", Kind.CALL: "prior"}
_NUMBERED: Final = re.compile(r"(?P<word>card|ruling|prior)(?: call)?\W*(?P<number>\d{1,3})")
_RULE: Final = re.compile(r"(?:(?:comprehensive )?rules?|cr)?\W*(?P<number>\d{3}\.\d{1,3}[a-z]{0,2})")
_AROUND: Final = " .,:;#[](){}<>\"'`*_"
_MARKS: Final = "\"'"


def verdict_schema(*, kinds: Sequence[str] = KINDS) -> dict[str, Any]:
    """Return the JSON schema of a reply to a brief that is of one of *kinds*. Strict modes accept it.

    Quotes come before the answer: what is written last has them before its eyes.
    """
    citation = object_schema(
        source=text_schema("The source as it is named: 702.19b, card 1, ruling 3 or prior 1."),
        quote=text_schema("Words copied from that source, letter by letter."),
    )
    return object_schema(
        working=text_schema("Short working notes; never shown."),
        kind={"type": "string", "enum": list(kinds)},
        citations={"type": "array", "items": citation, "description": "Empty unless kind is verdict."},
        answer=text_schema("The verdict and its reasons; empty unless kind is verdict."),
        confidence={"type": "string", "enum": [confidence.value for confidence in Confidence]},
        rules=list_schema("look_up only: numbers of rules to read."),
        search=text_schema("look_up only: words to search the rules for."),
        lacking={"type": "string", "enum": ["none", Lack.FACTS.value, Lack.RULES.value], "description": "undecided only: what is missing."},
    )


def handles(brief: Brief) -> Mapping[str, Passage]:
    """Return what *brief* holds that may be cited, each by the handle under which a form names it.

    A rule's handle is its number; the others are counted by kind: ``card 1``, ``ruling 3``, ``prior 1``. Rules added at the end change none.
    """
    counts: Counter[Kind] = Counter()
    named: dict[str, Passage] = {}
    for passage in brief.passages:
        kind = passage.reference.kind
        if kind is Kind.RULE:
            named[passage.reference.key] = passage
        elif kind in _HANDLES:
            counts[kind] += 1
            named[f"{_HANDLES[kind]} {counts[kind]}"] = passage
    return named


def read_verdict(text: str, brief: Brief) -> Draft | LookUp | Undecided:
    """Return the reply to *brief* that *text* holds; talk and fences around the JSON object do not count.

    Only the form is checked: whether the quotes stand in their sources is for the laws. A rule that was not shown keeps its number,
    so that they can ask for it.

    Raises:
        FormInvalid: holds every fault.
    """
    form = Form(found(text, "kind"))
    match form.word("kind", {kind: kind for kind in KINDS}):
        case "look_up":
            reply: Draft | LookUp | Undecided = _look_up(form)
        case "undecided":
            reply = _undecided(form)
        case "verdict":
            reply = _draft(form, brief)
        case _:
            reply = Undecided(Lack.RULES)  # never given: `close` raises
    form.close()
    return reply


def read_look_up(rules: Sequence[str], search: str) -> LookUp:
    """Return the look-up of *rules* by their numbers and of the words *search*, under the bounds of the form.

    Raises:
        FormInvalid: holds every fault.
    """
    form = Form({"rules": list(rules), "search": search})
    reply = _look_up(form)
    form.close()
    return reply


def _draft(form: Form, brief: Brief) -> Draft:
    sources = _Sources(brief)
    quotes = [_quote(part, sources) for part in form.parts("citations", CITATIONS)]
    answer = form.text("answer", ANSWER)
    confidence = form.word("confidence", {confidence.value: confidence for confidence in Confidence})
    if (size := sum(len(quote.text) for quote in quotes if quote)) > QUOTED:
        form.fault("citations", f"quote {size} characters in all; at most {QUOTED} fit, so quote only the words that decide")
    return Draft(answer, tuple(dict.fromkeys(quote for quote in quotes if quote)), confidence or Confidence.LOW)


def _quote(form: Form, sources: "_Sources") -> Quote | None:
    named, words = form.text("source", PHRASE), form.text("quote", QUOTE)
    reference = sources.find(named)
    if reference is not None:
        return Quote(reference, sources.unwrapped(reference, words))
    if named:
        form.fault("source", f"{shown(named)} is none of the sources shown that may be cited; name one as it is shown, such as {sources.example}")
    return None


def _look_up(form: Form) -> LookUp:
    named = form.texts("rules", RULES) if form.gives("rules") else ()
    for place, text in named:
        if not rule_numbers(text.casefold()):
            form.fault(place, f"{shown(text)} is no number of a rule, such as 702.19b; put words into search")
    search = form.text("search", PHRASE) if form.gives("search") else ""
    if not named and not search:
        form.fault("rules", "a look-up names at least one rule, or words to search for")
    numbers = tuple(dict.fromkeys(number for _, text in named for number in rule_numbers(text.casefold())))
    if len(numbers) > RULES:
        form.fault("rules", f"names {len(numbers)} rules; at most {RULES} fit")
    return LookUp(numbers, search)


def _undecided(form: Form) -> Undecided:
    return Undecided(form.word("lacking", {lack.value: lack for lack in (Lack.FACTS, Lack.RULES)}) or Lack.RULES)


class _Sources:
    """The sources of one brief, found by their handles however they are written, or by a label that only one of them has."""

    def __init__(self, brief: Brief) -> None:
        self._handles = handles(brief)
        labels = [(label.casefold(), passage) for passage in self._handles.values() for label in _labels(passage)]
        counts = Counter(label for label, _ in labels)
        self._labels = {label: passage for label, passage in labels if counts[label] == 1}
        self._passages = {passage.reference: passage for passage in self._handles.values()}

    @property
    def example(self) -> str:
        """A handle to show."""
        return next(iter(self._handles), "702.19b")

    def find(self, named: str) -> Reference | None:
        """Return what *named* means; a rule's number means that rule, shown or not."""
        plain = fold_typography(named).strip(_AROUND).casefold()
        if rule := _RULE.fullmatch(plain):
            return Reference(Kind.RULE, rule["number"])
        counted = _NUMBERED.fullmatch(plain)
        passage = self._handles.get(f"{counted['word']} {int(counted['number'])}") if counted else self._labels.get(plain)
        return passage.reference if passage else None

    def unwrapped(self, reference: Reference, words: str) -> str:
        """Return *words* without quotation marks around them that their source does not have."""
        passage, plain = self._passages.get(reference), fold_typography(words)
        wrapped = len(words) > 2 and plain[0] == plain[-1] and plain[0] in _MARKS
        own = passage is None or plain in fold_typography(passage.text)
        return words if own or not wrapped else words[1:-1].strip()


def _labels(passage: Passage) -> tuple[str, ...]:
    return (passage.label, passage.heading) if passage.reference.kind is Kind.ORACLE else (passage.label,)
