"""How a reader takes an answer: the rule numbers that it seems to name, and the words that it seems to quote."""

import html
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from headjudge.domain.names import fold_typography

__all__ = ["as_read", "numbers_named", "overrides", "words_quoted"]

ANSWERS: Final = 128
"""Answers that are remembered: each is held against the law before it is confirmed, and once more when it is."""
_TURNING = re.compile("[\u202d\u202e]")
_DOTS = str.maketrans(dict.fromkeys("․·•‧∙⋅・｡。˙٫۔܁܂ꓸ᛫⸱⸳", "."))
_UNSEEN: Final = frozenset("ᅟᅠㅤﾠ⠀\U0001d159")
"""Characters that show nothing, though Unicode counts them as letters or symbols."""
_STRANGE = re.compile(r"[^\t\n\r -~]")
"""All but what a typewriter writes."""
_LATIN = str.maketrans("авсԁеһіјкмпрԛѕтѵԝхуαβκνρχ", "abcdehijkmnpqstvwxyabkvpx")
"""Small letters of other scripts that look Latin."""
# Below, a look behind comes after the character that it stands before: a pattern that begins with one is tried at every character.
_THIN = re.compile(r"[\u2000-\u200a\u202f\u205f](?<=[\d.].)[\u2000-\u200a\u202f\u205f]*(?=[\d.])")
_SLIPS = re.compile(r"[\d.][oоοli|]|[li|]\d")
"""Where a letter may stand for a digit."""
_ZEROS = re.compile(r"(?<=[\d.])[oоο]+(?=\.?\d)")
_ONES = re.compile(r"(?<=[\d.])[li|]+(?=\.?\d)|(?<![^\W_])[li|](?=\d\d\.\d)")

_MARKUP = re.compile(r"<!--.*?-->|</?(?:b|i|u|s|em|strong|sub|sup|span|code|small|mark|wbr)\b[^<>]*>|[*_~`\\]", re.IGNORECASE | re.DOTALL)
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")

# Stricter than `rule_numbers`, which reads questions: nothing that stands right beside a number may hide it here.
_NUMBER = re.compile(r"\d(?<!\d\d)\d{2}\.\d{1,3}(?!\d)(?:[^\W\d_][^\W_]*)?")
_SPACED = re.compile(r"\d(?<!\d\d)\s*\d\s*\d(?:\s*\.[\s.]*|[,:;-])\d(?:\s*\d){0,2}(?!st|nd|rd|th)[a-km-np-z]{1,2}(?![^\W_])")
_GAPS = re.compile(r"[\s.,:;-]+")
# “a” and “I” are words, and X, Y, Z are costs: behind a space they name no sub-rule.
_SUBRULE = re.compile(
    r"(\d(?<!\d\d)\d{2}\.\d{1,3})(?:[a-km-np-z]{1,2})?(?:[-/.(]([a-km-np-z])|\s(?:(?:and|or|to|through|&)\s)?([b-hj-km-np-w]))(?![^\W_]|')"
)

_DOUBLE = re.compile('["“”„‟«»‹›「」『』〝〞❝❞＂″ʺˮ]')
_STRAIGHT: Final = frozenset('"＂″ʺˮ')
_OPENING: Final = frozenset("“„«‹「『〝❝")
_CLOSING: Final = frozenset("”»›」』〞❞")
_NESTING = re.compile(r"(?:“([^”]*)”|«([^»]*)»|‹([^›]*)›|「([^」]*)」|『([^』]*)』)")
_TAGGED = re.compile(r"<(q|blockquote)\b[^<>]*>(.*?)</\1\s*>", re.IGNORECASE | re.DOTALL)
_SINGLE_OPENS = re.compile(r"""'(?<![^\W_]')(?=[^\s'])(?!"*(?:[\s.,;:!?)\]]|$))""")
_SINGLE_CLOSES = re.compile(r"'(?<=[^\s']')(?![^\W_])")
_NO_NOUN: Final = (
    "and|or|but|nor|is|are|was|were|be|do|does|has|have|had|can|may|must|will|would|if|when|while|because|that|which|who|so|then|than|as|at|by|for"
)
_POSSESSIVE = re.compile(rf"s' (?!(?:{_NO_NOUN}|from|in|into|of|on|to|with|not|means|says|here|there)\b)[^\W_]")
"""What a plural owns is a noun."""
_BLOCK = re.compile(r"^ {0,3}>.*(?:\n(?!\s*$).+)*", re.MULTILINE)
"""A block quote goes on to the next blank line, marked or not."""
_BLOCK_MARK = re.compile(r"^ {0,3}(?:> ?)+", re.MULTILINE)
_LABEL: Final = r"(?:(?:rule|cr)\s+)?\d{3}\.\d+[a-z]*(?![^\W_])"
_LABEL_BEFORE = re.compile(rf"\W*{_LABEL}\W*", re.IGNORECASE)
_LABEL_BEHIND = re.compile(rf"\W*(?<![^\W_]){_LABEL}\W*$", re.IGNORECASE)
EDGE: Final = 60
"""Characters at a paragraph's end among which a label is looked for: in a long run of blanks the search takes their number cubed."""


def overrides(answer: str) -> str | None:
    """Return the first character of *answer* that makes the rest be read backwards."""
    found = _TURNING.search(answer)
    return found and found[0]


@lru_cache(ANSWERS)
def as_read(text: str) -> str:
    """Return *text* as a reader takes it: plain letters in lower case, without what is not seen."""
    return _STRANGE.sub(lambda match: _plain(match[0]), text).casefold()


@lru_cache(1000)
def _plain(c: str) -> str:
    if c in _UNSEEN or unicodedata.category(c) in ("Cf", "Mn", "Me", "Cc", "Cn", "Co"):
        return ""
    return fold_typography(unicodedata.normalize("NFKC", c.translate(_DOTS)).translate(_DOTS).casefold()).translate(_LATIN)


@lru_cache(ANSWERS)
def numbers_named(answer: str) -> tuple[str, ...]:
    """Return every rule number that a reader of *answer* can take it to name, each once, however it is written.

    A number that is written strangely may be read in two ways: both are given.
    """
    numbers: dict[str, None] = {}
    for reading in _readings(answer):
        numbers |= dict.fromkeys(_NUMBER.findall(reading))
        for match in _SPACED.finditer(reading):
            digits = _GAPS.sub("", match[0])
            numbers[f"{digits[:3]}.{digits[3:]}"] = None
        numbers |= dict.fromkeys(f"{number}{beside or behind}" for number, beside, behind in _SUBRULE.findall(reading))
    return tuple(numbers)


def _readings(answer: str) -> tuple[str, ...]:
    """*answer* as it is written and as Markdown shows it, each with its footnote marks and without."""
    shown = _MARKUP.sub("", _LINK.sub(r"\1", html.unescape(answer)))
    marks = {ord(c): None for c in set(answer) if unicodedata.category(c) == "No"}
    texts = dict.fromkeys((answer, shown, answer.translate(marks), shown.translate(marks)) if marks else (answer, shown))
    return tuple(dict.fromkeys(_with_digits(as_read(_THIN.sub("", text))) for text in texts))


def _with_digits(text: str) -> str:
    """*text* with letters that stand for a digit among digits put right."""
    if not _SLIPS.search(text):
        return text
    return _ONES.sub(lambda match: "1" * len(match[0]), _ZEROS.sub(lambda match: "0" * len(match[0]), text))


@lru_cache(ANSWERS)
def words_quoted(answer: str) -> tuple[str, ...]:
    """Return what *answer* puts in quotation marks of any kind, or in a block quote, each once; marks may be read in several ways."""
    text = html.unescape(answer)
    return tuple(dict.fromkeys((*_in_double_marks(text), *_in_single_marks(text), *_in_blocks(text))))


def _in_double_marks(text: str) -> Iterator[str]:
    places = [match.start() for match in _DOUBLE.finditer(text)]
    straight = [place for place in places if text[place] in _STRAIGHT]
    yield from (text[left + 1 : right] for left, right in zip(straight[::2], straight[1::2], strict=False))
    yield from (text[left + 1 : right] for left, right in pairwise(places) if _opens(text, left) and _closes(text, right))
    yield from (next(filter(None, match.groups()), "") for match in _NESTING.finditer(text))
    yield from (match[2] for match in _TAGGED.finditer(text))


def _opens(text: str, place: int) -> bool:
    before, after = text[max(place - 1, 0) : place], text[place + 1 : place + 2]
    return text[place] in _OPENING or (not before.isalnum() and not after.isspace())


def _closes(text: str, place: int) -> bool:
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    return text[place] in _CLOSING or (not before.isspace() and not after.isalnum())


def _in_single_marks(text: str) -> Iterator[str]:
    """An apostrophe may look like a closing mark: the mark that closes is the first that no plural owns, else the first behind three words."""
    plain = fold_typography(text)
    opening = [match.start() for match in _SINGLE_OPENS.finditer(plain)]
    closing = [match.start() for match in _SINGLE_CLOSES.finditer(plain)]
    for left, following in zip(opening, (*opening[1:], len(plain)), strict=False):
        ends = [right for right in closing if right > left + 1]
        near = [right for right in ends if right < following]
        firm = [right for right in near if not _POSSESSIVE.match(plain, right - 1)]
        behind = [right for right in near if len(text[left:right].split()) > 2]
        yield from (text[left + 1 : right] for right in (firm or behind or ends)[:1])


def _in_blocks(text: str) -> Iterator[str]:
    """Each paragraph of each block quote, without the number of the rule that may stand before or behind it."""
    for block in _BLOCK.findall(text):
        for paragraph in re.split(r"\n\s*\n", _BLOCK_MARK.sub("", block)):
            yield _without_label(paragraph)


def _without_label(paragraph: str) -> str:
    label = _LABEL_BEFORE.match(paragraph)
    rest = paragraph[label.end() :] if label else paragraph
    cut = max(len(rest) - EDGE, 0)
    return rest[:cut] + _LABEL_BEHIND.sub("", rest[cut:])
