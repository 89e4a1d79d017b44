"""Look-ups that judge nothing and call no model: rules, cards, the glossary, a search of the rules, names as they are typed."""

from headjudge.lookups.books import Books
from headjudge.lookups.found import (
    PRACTICE,
    CardFound,
    Chapter,
    Contents,
    Counted,
    Found,
    GlossaryFound,
    Missing,
    RuleFound,
    SectionFound,
)
from headjudge.lookups.lookups import Lookups

__all__ = [
    "PRACTICE",
    "Books",
    "CardFound",
    "Chapter",
    "Contents",
    "Counted",
    "Found",
    "GlossaryFound",
    "Lookups",
    "Missing",
    "RuleFound",
    "SectionFound",
]
