"""The form of a reading: what a question asks about."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from headjudge.domain.names import Span, fold, fold_typography
from headjudge.domain.questions import Question, Reading, RulesSource
from headjudge.forms.fields import Form, found, list_schema, object_schema, shown

__all__ = ["OUT_OF_SCOPE", "TOURNAMENT", "read_reading", "reading_schema"]

TOURNAMENT: Final = (
    "That is tournament policy (procedure, penalties, prizes), which I don't judge: ask the judge at your event. "
    "I can tell you what the rules of the game say about a play."
)
OUT_OF_SCOPE: Final = "I only answer rules questions: name the cards and say what happens in the game, and I'll look for the rules that decide it."
CARDS: Final = 20
CONCEPTS: Final = 20
PARAPHRASES: Final = 3
CATEGORIES: Final = 3
_SOURCES: Final[Mapping[str, RulesSource | str]] = {
    "cr": RulesSource.CR,
    "commander": RulesSource.COMMANDER,
    "tournament": TOURNAMENT,
    "out_of_scope": OUT_OF_SCOPE,
}


def reading_schema(categories: Sequence[str]) -> dict[str, Any]:
    """Return the JSON schema of a reading, in which *categories* are the names to choose from. Strict modes accept it."""
    category = {"type": "string", "enum": list(categories)} if categories else {"type": "string"}
    return object_schema(
        source={"type": "string", "enum": list(_SOURCES), "description": "What the question is about."},
        cards=list_schema("Card names in the question, each exactly as written there."),
        carried=list_schema("Full names of cards of earlier exchanges that this question goes on about."),
        concepts=list_schema("Terms of the rules for what the question turns on."),
        paraphrases=list_schema(f"The question in the rules' own words, one concept each; at most {PARAPHRASES}."),
        categories={"type": "array", "items": category, "description": f"Likeliest first; at most {CATEGORIES}."},
    )


def read_reading(text: str, question: Question, categories: Sequence[str]) -> Reading:
    """Return the reading of *question* that *text* holds; talk and fences around the JSON object do not count.

    A name is taken in the question's own spelling. A card of an earlier exchange becomes a bracketed span; other names that are carried are
    left out.

    Raises:
        FormInvalid: holds every fault.
    """
    form = Form(found(text, "cards"))
    source = form.word("source", _SOURCES)
    if isinstance(source, str):
        return Reading(question, declined=source)
    earlier = {fold(card): card for exchange in question.history for card in exchange.cards}
    spans = [_span(form, place, name, question, earlier) for place, name in form.texts("cards", CARDS)]
    named = form.texts("carried", CARDS) if form.gives("carried") else ()
    carried = [Span(earlier[fold(name)], bracketed=True) for _, name in named if fold(name) in earlier]
    reading = Reading(
        question,
        spans=tuple(dict.fromkeys(span for span in (*spans, *carried) if span)),
        concepts=_once(form.texts("concepts", CONCEPTS)),
        paraphrases=_once(form.texts("paraphrases", PARAPHRASES)),
        categories=_categories(form, categories),
        source=source or RulesSource.CR,
    )
    form.close()
    return reading


def _span(form: Form, place: str, name: str, question: Question, earlier: Mapping[str, str]) -> Span | None:
    """The stretch of *question* that *name* repeats, or the card of an earlier exchange of that name."""
    words = r"\s+".join(re.escape(word) for word in fold_typography(name).replace("[[", " ").replace("]]", " ").split())
    asked = question.pinned_text
    if not words or fold(name) in {fold(pin.span) for pin in question.pins}:  # a name that was chosen for stands in brackets
        return None
    for pattern in (rf"(?<!\w){words}(?!\w)", words):
        if match := re.search(pattern, fold_typography(asked), re.IGNORECASE):
            return Span(asked[match.start() : match.end()])
    if fold(name) in earlier:
        return Span(earlier[fold(name)], bracketed=True)
    form.fault(place, f"{shown(name)} is not written in the question; copy each name letter by letter as the asker wrote it, or leave it out")
    return None


def _categories(form: Form, categories: Sequence[str]) -> tuple[str, ...]:
    known = {name.casefold(): name for name in categories}
    chosen = form.texts("categories", CATEGORIES)
    for place, name in chosen:
        if name.casefold() not in known:
            form.fault(place, f"{shown(name)} is none of the categories; use their names as listed")
    return tuple(dict.fromkeys(known[name.casefold()] for _, name in chosen if name.casefold() in known))


def _once(placed: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for _, text in placed))
