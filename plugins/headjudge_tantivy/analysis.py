"""How a rule and a question become terms: the same for both, or they never meet."""

from collections.abc import Sequence
from typing import Final

from tantivy import Filter, TextAnalyzer, TextAnalyzerBuilder, Tokenizer

from headjudge import fold_typography

__all__ = ["ANALYZER", "VERSION", "analyzer", "terms"]

ANALYZER: Final = "rules"
"""Name under which every index knows the analyzer; tantivy forgets it when an index is opened again."""
VERSION: Final = 1
"""Part of an index's fingerprint; raise it when what is below changes, and every index is built anew."""
WORD: Final = r"[+\-]?[0-9xX]+/[+\-]?[0-9xX]+|\d{3}\.\d+[a-z]*|\w+(?:'\w+)?"
"""``+1/+1`` and rule numbers stay whole, and so does ``can't``."""
# Plain English only: to leave out the game's common words as well was tried, and it lost rules.
STOP_WORDS: Final = (
    "a about am an and any are as at be been being both but by did do does doing for from had has have having he her here "
    "hers him his how i if i'm in into is it it's its just me my no nor not now of off on or our ours out own s she so some "
    "such t than that the their theirs them then there these they this those through to too until up very was we were what "
    "when where which who whom why will with would you your yours "
)


def analyzer() -> TextAnalyzer:
    """Return a new analyzer of rules and questions."""
    builder = TextAnalyzerBuilder(Tokenizer.regex(WORD)).filter(Filter.lowercase()).filter(Filter.custom_stopword(STOP_WORDS.split()))
    return builder.filter(Filter.stemmer("english")).build()


def terms(text: str, analyzer: TextAnalyzer) -> Sequence[str]:
    """Return the terms of *text* in its order, typography made plain."""
    return analyzer.analyze(fold_typography(text))
