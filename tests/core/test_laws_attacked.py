"""The law of citation under attack: whatever a draft tries, nothing unverified passes, and all that is sound does."""

import asyncio
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

from headjudge import Brief, Corpus, Draft, Inquiry, Kind, Passage, Question, Quote, Reading, Reference, fold_typography
from headjudge.assemble import library
from headjudge.discovery import discover
from headjudge.laws import objections
from headjudge.settings import Settings
from headjudge.steps.pack import oracle_passage, ruling_passage
from headjudge.testing import MemoryCorpus

EACH = 60
"""Drafts of each kind of attack: more than a thousand in all."""
ASKED = "My opponent says the second hound dies at once. Is that right?"
INVISIBLE = "\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2063\u2066\u3164\ufe0f\ufeff\U000e0061"
LOOK_ALIKES = dict(zip("aceijopsxyABCEHIKMOPTX", "асеіјорѕхуАВСЕНІКМОРТХ", strict=True)) | {"l": "I", "o": "0", "n": "ո", "v": "ν", "-": "\u00ac"}
VARIANTS = ("'‘’‚‛′´`ʼ＇", '"“”„‟″«»＂', "-‐‑‒–—―−－", " \u00a0\u2002\u2009\u202f\u3000\n\t")
NUMBERED = ("702.19b", "100.9", "999.1a", "601.2h", "305.10")


class Passages(list[Passage]):
    """What is attacked; short when a failing draft is told."""

    def __repr__(self) -> str:
        return f"<{len(self)} passages>"


def brief_of(passages: Passages) -> Brief:
    return Brief(Inquiry(Reading(Question(ASKED))), tuple(passages), 1, "practice", "20090601")


# The judge of the test, written without the law's own words.


def stands(text: str, source: str) -> bool:
    """Whether *text*, folded and stripped, is a part of the folded *source* that cuts no run of letters and digits."""
    words, there = fold_typography(text).strip(), fold_typography(source)
    before = r"(?<![^\W_])" if words[:1].isalnum() else ""
    after = r"(?![^\W_])" if words[-1:].isalnum() else ""
    return bool(words) and re.search(f"{before}{re.escape(words)}{after}", there) is not None


def stands_where_it_says(quote: Quote, brief: Brief) -> bool:
    return any(stands(quote.text, passage.text) for passage in brief.passages if passage.reference == quote.reference)


def plain_words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text)


# Sound material.


@st.composite
def briefs(draw: st.DrawFn, passages: Passages) -> Brief:
    """A dozen neighbours out of *passages*."""
    start = draw(st.integers(0, max(len(passages) - 12, 0)))
    return brief_of(passages[start : start + 12])


@st.composite
def stretches(draw: st.DrawFn, passage: Passage, least: int = 3) -> str:
    """Words of *passage* in a row, cut at spaces; all of it when it is short."""
    tokens = [match.span() for match in re.finditer(r"\S+", passage.text)]
    if len(tokens) <= least:
        return passage.text
    first = draw(st.integers(0, len(tokens) - least))
    last = draw(st.integers(first + least - 1, min(len(tokens) - 1, first + 30)))
    stretch = passage.text[tokens[first][0] : tokens[last][1]]
    return stretch if len(plain_words(stretch)) >= 2 * least else passage.text


@st.composite
def retyped(draw: st.DrawFn, text: str) -> str:
    """*text* with other quotes, dashes and spaces, one for one, and spaces around it."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    typed = (chance.choice(next((kind for kind in VARIANTS if c in kind), c)) for c in text)
    return chance.choice(("", " ", "\n")) + "".join(typed) + chance.choice(("", "  "))


def citable(brief: Brief) -> list[Passage]:
    return [passage for passage in brief.passages if passage.reference.kind in (Kind.RULE, Kind.RULING, Kind.ORACLE)]


@st.composite
def sound_quotes(draw: st.DrawFn, brief: Brief) -> tuple[Quote, ...]:
    chosen = draw(st.lists(st.sampled_from(citable(brief)), min_size=1, max_size=3, unique_by=lambda passage: passage.reference))
    return tuple(Quote(passage.reference, draw(stretches(passage))) for passage in chosen)


NAMINGS = (
    "{}",
    "**{}**",
    "_{}_",
    "`{}`",
    "({})",
    "[{0}](/rules/{0})",
    "CR {}",
    "rule\u00a0{}’s",
    "***{}***:",
    "~~{}~~",
    "“{}”",
    "{};",
    "<b>{}</b>",
    "#{}",
)
MARKS = (
    "“{}”",
    '"{}"',
    "‘{}’",
    "'{}'",
    "«{}»",
    "« {} »",
    "„{}“",
    "„{}”",
    "`{}`",
    "``{}''",
    "「{}」",
    "<q>{}</q>",
    "&ldquo;{}&rdquo;",
    "“{},”",
    "“**{}**”",
)


@st.composite
def sound_drafts(draw: st.DrawFn, passages: Passages) -> tuple[Draft, Brief]:
    """Quotes in any typography, and an answer that names the rules it cites and repeats words of its sources and of the asker."""
    brief = draw(briefs(passages))
    quotes = draw(sound_quotes(brief))
    named = [draw(st.sampled_from(NAMINGS)).format(quote.reference.key) for quote in quotes if quote.reference.kind is Kind.RULE]
    repeated = draw(st.sampled_from((*quotes, Quote(quotes[0].reference, "the second hound dies at once")))).text
    assume(not re.search(r"\d{3}\.\d", repeated))  # a number that a source names is named by who repeats it
    told = draw(st.sampled_from((*MARKS, "\n\n> {}\n\n", "\n> **{}**\n\n"))).format(repeated)
    answer = f"No, 100 of them don’t. See {' and '.join(named) or 'the ruling'}. It says {told} and that’s the opponents’ loss."
    return Draft(answer, tuple(Quote(quote.reference, draw(retyped(quote.text))) for quote in quotes)), brief


# Attacks on quotes: each gives a quote that claims to stand in *passage*.

Attack = Callable[[st.DrawFn, Passage, Brief], Quote]


def _spliced(draw: st.DrawFn, text: str, piece: str, *, over: int = 0) -> str:
    place = draw(st.integers(1, max(len(text) - 1 - over, 1)))
    return text[:place] + piece + text[place + over :]


def a_character_altered(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    other = draw(st.characters(categories=("L", "N", "P", "S")))
    return Quote(passage.reference, _spliced(draw, draw(stretches(passage)), other, over=1))


def a_character_more(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    return Quote(passage.reference, _spliced(draw, draw(stretches(passage)), draw(st.characters(exclude_categories=("Cs",)))))


def a_character_less(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    return Quote(passage.reference, _spliced(draw, draw(stretches(passage)), "", over=1))


def a_word_left_out(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    words = draw(stretches(passage, 5)).split(" ")
    assume(len(words) > 2)
    del words[draw(st.integers(1, len(words) - 2))]
    return Quote(passage.reference, " ".join(words))


def a_word_put_in(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    words = draw(stretches(passage)).split(" ")
    words.insert(draw(st.integers(0, len(words))), draw(st.sampled_from(("not", "never", "can’t", "only", "each", "once"))))
    return Quote(passage.reference, " ".join(words))


def words_changed_round(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    words = draw(stretches(passage)).split(" ")
    return Quote(passage.reference, " ".join(draw(st.permutations(words))))


def stitched_from_two_sources(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    other = draw(st.sampled_from(brief.passages))
    joint = draw(st.sampled_from((" ", " … ", "... ", "; ", ". ", " [...] ", "\n", "")))
    return Quote(passage.reference, draw(stretches(passage)) + joint + draw(stretches(other)))


def stitched_from_two_places(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    joint = draw(st.sampled_from((" ", " … ", "... ", "; ", "\n")))
    return Quote(passage.reference, draw(stretches(passage)) + joint + draw(stretches(passage)))


def under_a_wrong_reference(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    other = draw(st.sampled_from(brief.passages))
    return Quote(other.reference, draw(stretches(passage)))


def under_a_reference_that_was_not_shown(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    key = draw(st.sampled_from(("999.1", passage.reference.key + " ", passage.reference.key + "\u200b", passage.reference.key.upper() + "Z", "")))
    return Quote(Reference(draw(st.sampled_from(Kind)), key), draw(stretches(passage)))


def an_invisible_character(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    text = draw(stretches(passage))
    place = draw(st.integers(0, len(text)))
    return Quote(passage.reference, text[:place] + draw(st.sampled_from(INVISIBLE)) + text[place:])


def a_look_alike(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    text = draw(stretches(passage))
    there = [place for place, c in enumerate(text) if c in LOOK_ALIKES]
    assume(there)
    place = draw(st.sampled_from(there))
    return Quote(passage.reference, text[:place] + LOOK_ALIKES[text[place]] + text[place + 1 :])


def in_full_width(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    wide = {c: chr(c + 0xFEE0) for c in range(0x21, 0x7F)}
    text = draw(stretches(passage))
    place = draw(st.integers(0, len(text) - 1))
    return Quote(passage.reference, text[:place] + text[place:].translate(wide))


def with_an_accent(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    return Quote(passage.reference, _spliced(draw, draw(stretches(passage)), draw(st.characters(categories=("Mn", "Me")))))


def in_another_case(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    return Quote(passage.reference, draw(st.sampled_from((str.upper, str.swapcase, str.title)))(draw(stretches(passage))))


def cut_inside_a_word(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    text = draw(stretches(passage))
    return Quote(passage.reference, text[draw(st.integers(0, 3)) : len(text) - draw(st.integers(0, 3))])


def in_other_spacing(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    return Quote(passage.reference, draw(stretches(passage)).replace(" ", draw(st.sampled_from(("", "  ", "\u200b", "_", " \n"))), 1))


def empty(draw: st.DrawFn, passage: Passage, brief: Brief) -> Quote:
    return Quote(passage.reference, draw(st.text(alphabet=f" \n\t\u00a0\u3000{INVISIBLE}", max_size=4)))


ATTACKS: tuple[Attack, ...] = (
    a_character_altered,
    a_character_more,
    a_character_less,
    a_word_left_out,
    a_word_put_in,
    words_changed_round,
    stitched_from_two_sources,
    stitched_from_two_places,
    under_a_wrong_reference,
    under_a_reference_that_was_not_shown,
    an_invisible_character,
    a_look_alike,
    in_full_width,
    with_an_accent,
    in_another_case,
    cut_inside_a_word,
    in_other_spacing,
    empty,
)


@st.composite
def attacked_quotes(draw: st.DrawFn, passages: Passages, attack: Attack) -> tuple[Draft, Brief]:
    """A draft that is sound but for one quote, which does not stand in the source that it names."""
    brief = draw(briefs(passages))
    quotes = list(draw(sound_quotes(brief)))
    false = attack(draw, draw(st.sampled_from(citable(brief))), brief)
    assume(not stands_where_it_says(false, brief))
    quotes.insert(draw(st.integers(0, len(quotes))), false)
    return Draft("No, it does not.", tuple(quotes)), brief


# Attacks on the answer.


def _parts(number: str) -> tuple[str, str]:
    section, _, rest = number.partition(".")
    return section, rest


DISGUISES: dict[str, Callable[[str], str]] = {
    "plain": lambda n: n,
    "upper case": str.upper,
    "beside letters": lambda n: f"CR{n}",
    "behind a list mark": lambda n: f"1.{n}",
    "before a full stop and a digit": lambda n: f"{n}.1",
    "zero-width": "\u200b".join,
    "word joiner": lambda n: n.replace(".", ".\u2060"),
    "variation selector": lambda n: n.replace(".", ".\ufe0f"),
    "keycaps": lambda n: "".join(c + "\u20e3" if c.isdigit() else c for c in n),
    "private use": lambda n: n.replace(".", ".\ue000"),
    "C1 control": lambda n: n.replace(".", ".\x85"),
    "hangul filler": lambda n: n.replace(".", ".\u3164"),
    "full width": lambda n: n.translate({c: chr(c + 0xFEE0) for c in range(0x21, 0x7F)}),
    "mathematical": lambda n: "".join(chr(0x1D7CE + int(c)) if c.isdigit() else c for c in n),
    "superscript": lambda n: n.translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")),
    "behind a footnote mark": lambda n: f"²{n}",
    "other digits": lambda n: "".join(chr(0x0660 + int(c)) if c.isdigit() else c for c in n),
    "other dots": lambda n: n.replace(".", "·"),
    "one dot leader": lambda n: n.replace(".", "․"),
    "bullet operator": lambda n: n.replace(".", "∙"),
    "arabic dot": lambda n: n.replace(".", "٫"),
    "bold": lambda n: f"**{n}**",
    "half bold": lambda n: "{}.**{}**".format(*_parts(n)),
    "broken bold": lambda n: n.replace(".", "**.**"),
    "underscores": lambda n: f"_{n}_",
    "code": lambda n: "`{}`.{}".format(*_parts(n)),
    "struck out": lambda n: n.replace(".", "~~.~~"),
    "escaped": lambda n: n.replace(".", "\\."),
    "a link": lambda n: "[{}](/x).{}".format(*_parts(n)),
    "a link's address": lambda n: f"[this](/rules/{n})",
    "tags": lambda n: "{}.<b>{}</b>".format(*_parts(n)),
    "a comment": lambda n: n.replace(".", ".<!-- -->"),
    "an entity": lambda n: n.replace(".", "&#46;"),
    "a hair space": "\u200a".join,
    "a stroke for one": lambda n: n.replace("1", "l") if re.search(r"\.1\d", n) else n,
    "a letter for zero": lambda n: f"{n[0]}{n[1].replace('0', 'O')}{n[2:]}",
}
LETTERED: dict[str, Callable[[str], str]] = {
    "line break": lambda n: n.replace(".", ".\n"),
    "space behind the dot": lambda n: n.replace(".", ". "),
    "spaces everywhere": lambda n: " ".join(n[:-1]) + n[-1],
    "two dots": lambda n: n.replace(".", ".."),
    "comma": lambda n: n.replace(".", ","),
    "hyphen": lambda n: n.replace(".", "-"),
    "space before the letter": lambda n: f"{n[:-1]} {n[-1]}",
    "letter in brackets": lambda n: f"{n[:-1]}({n[-1]})",
    "letter behind a dot": lambda n: f"{n[:-1]}.{n[-1]}",
    "look-alike letter": lambda n: n[:-1] + {"b": "β", "h": "һ"}[n[-1]],
    "end of a range": lambda n: f"{n[:-1]}a–{n[-1]}",
    "one of two": lambda n: f"{n[:-1]}a and {n[-1]}",
}


def numbers_of(brief: Brief) -> list[str]:
    return [passage.reference.key for passage in brief.passages if passage.reference.kind is Kind.RULE]


@st.composite
def with_an_uncited_number(draw: st.DrawFn, passages: Passages, disguise: Callable[[str], str]) -> tuple[Draft, Brief]:
    """A draft that is sound but for a number that it does not cite."""
    brief = draw(briefs(passages))
    quotes = draw(sound_quotes(brief))
    number = draw(st.sampled_from((*NUMBERED, *numbers_of(brief))))
    assume(number not in {quote.reference.key for quote in quotes})
    return Draft(draw(named(disguise(number))), quotes), brief


@st.composite
def with_an_uncited_sub_rule(draw: st.DrawFn, passages: Passages, disguise: Callable[[str], str]) -> tuple[Draft, Brief]:
    """A draft that is sound but for a sub-rule: its rule is cited, and its first sub-rule, but not itself."""
    number = draw(st.sampled_from(("702.19b", "601.2h")))
    near = [Passage(Reference(Kind.RULE, key), key, f"This is what {key} says.") for key in (number[:-1], f"{number[:-1]}a")]
    brief = draw(briefs(Passages((*draw(briefs(passages)).passages[:6], *near))))
    quotes = (*draw(sound_quotes(brief)), *(Quote(passage.reference, passage.text) for passage in near))
    return Draft(draw(named(disguise(number))), quotes), brief


@st.composite
def named(draw: st.DrawFn, number: str) -> str:
    """An answer that names *number*."""
    before, after = draw(st.sampled_from((("See ", "."), ("(", ")"), ("This is ", ", so it dies."), ("", " says so"), ("in\n", "\nit is"))))
    return f"No. {before}{number}{after}"


@st.composite
def with_a_trivial_quote(draw: st.DrawFn, passages: Passages) -> tuple[Draft, Brief]:
    """A draft that is sound but for a quote of one word or two that are not all of their source."""
    brief = draw(briefs(passages))
    passage = draw(st.sampled_from(citable(brief)))
    words = [match[0] for match in re.finditer(r"(?<!\S)[^\W\d_]+(?: [^\W\d_]+)?(?!\S)", passage.text)]
    assume(words)
    word = draw(st.sampled_from(words))
    assume(word != passage.text)
    return Draft("No.", (*draw(sound_quotes(brief)), Quote(passage.reference, word))), brief


QUOTED = (
    *MARKS[:-2],
    "“ {} ”",
    '" {} "',
    "‹{}›",
    '“{}"',
    '"{}”',
    "“He said «{}» and left”",
    "\n> {}\n",
    "\n>{}",
    "\n> the fog\n{}\n\n",
    "<blockquote>{}</blockquote>",
)


@st.composite
def with_a_false_quotation(draw: st.DrawFn, passages: Passages, marks: str) -> tuple[Draft, Brief]:
    """A draft that is sound but for words in quotation marks which neither a source nor the asker says."""
    brief = draw(briefs(passages))
    quotes = draw(sound_quotes(brief))
    words = plain_words(draw(stretches(draw(st.sampled_from(brief.passages)), 4)))
    assume(len(words) >= 4)
    words[draw(st.integers(1, len(words) - 2))] = draw(st.sampled_from(("never", "not", "wins", "always")))
    false = " ".join(words)
    assume(not any(stands(false, source) for source in (ASKED, *(passage.text for passage in brief.passages))))
    return Draft(f"No. The rule says {marks.format(false)} and it dies.", quotes), brief


# What is attacked.


async def _passages(corpus: Corpus, rulings: int) -> Passages:
    """Every rule, and some Oracle texts and rulings, in a fixed disorder."""
    passages = [Passage(Reference(Kind.RULE, rule.number), rule.number, rule.full_text) for rule in await corpus.rules()]
    found = [ruling async for ruling in corpus.every_ruling()][:rulings]
    cards = {card.oracle_id: card for card in await corpus.cards(sorted({ruling.oracle_id for ruling in found}))}
    passages += [oracle_passage(card) for card in cards.values() if card.text.strip()]
    passages += [ruling_passage(ruling, cards[ruling.oracle_id]) for ruling in found if ruling.oracle_id in cards]
    return Passages(random.Random(4).sample(passages, len(passages)))


@pytest.fixture(scope="session")
def practice(headjudge_corpus: MemoryCorpus) -> Passages:
    """The passages of the practice rulebook."""
    return asyncio.run(_passages(headjudge_corpus, 1000))


@pytest.fixture(scope="session")
def magic(magic_data_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Passages:
    """Every rule of Magic, and a thousand rulings with their cards."""
    folder = tmp_path_factory.mktemp("attacked") / "magic"
    shutil.copytree(magic_data_dir, folder)

    async def read() -> Passages:
        async with library(Settings(data_dir=folder), discover()) as store:
            return await _passages(await store.corpora.current(), 1000)

    return asyncio.run(read())


def hold(drafts: st.SearchStrategy[tuple[Draft, Brief]], *, sound: bool = False, examples: int = EACH) -> None:
    """Try *examples* drafts: the law passes each that is sound, and none that is not."""

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(drafts)
    def tried(case: tuple[Draft, Brief]) -> None:
        draft, brief = case
        told = objections(draft, brief)
        note(str(told))
        assert (told == ()) is sound

    tried()


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_no_false_quote_passes(practice: Passages, attack: Attack) -> None:
    """A quote that does not stand in the source it names is refused, among sound ones too."""
    hold(attacked_quotes(practice, attack))


def test_no_trivial_quote_passes(practice: Passages) -> None:
    """One word or two prove nothing, though they stand."""
    hold(with_a_trivial_quote(practice))


@pytest.mark.parametrize("disguise", DISGUISES)
def test_no_disguise_hides_a_number(practice: Passages, disguise: str) -> None:
    """A reader takes it for a rule number, so it must be cited."""
    hold(with_an_uncited_number(practice, DISGUISES[disguise]), examples=12)


@pytest.mark.parametrize("disguise", LETTERED)
def test_no_disguise_hides_a_sub_rule(practice: Passages, disguise: str) -> None:
    """What stands apart is read together where a sub-rule's letter ends it."""
    hold(with_an_uncited_sub_rule(practice, LETTERED[disguise]), examples=12)


@pytest.mark.parametrize("marks", QUOTED)
def test_no_marks_let_a_false_quotation_pass(practice: Passages, marks: str) -> None:
    """Whatever the marks, words in them are read as a source's."""
    hold(with_a_false_quotation(practice, marks), examples=15)


def test_every_sound_draft_passes(practice: Passages) -> None:
    """In any typography, with examples, naming in any Markdown what it cites, repeating its sources and the asker."""
    hold(sound_drafts(practice), sound=True, examples=300)


def test_every_whole_source_passes(practice: Passages) -> None:
    """However short it is, and in any typography."""
    short = [passage for passage in practice if len(plain_words(passage.text)) <= 3]

    assert short
    hold(st.sampled_from(short).flatmap(lambda p: retyped(p.text).map(lambda t: (Draft("No.", (Quote(p.reference, t),)), brief_of([p])))), sound=True)


@pytest.mark.real_data
@pytest.mark.slow
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_no_false_quote_of_magic_passes(magic: Passages, attack: Attack) -> None:
    """The same over the rules, rulings and Oracle texts of Magic."""
    hold(attacked_quotes(magic, attack), examples=100)


@pytest.mark.real_data
@pytest.mark.slow
@pytest.mark.parametrize("marks", QUOTED)
def test_no_marks_let_a_false_quotation_of_magic_pass(magic: Passages, marks: str) -> None:
    """The same over the words of Magic, apostrophes and all."""
    hold(with_a_false_quotation(magic, marks), examples=60)


@pytest.mark.real_data
@pytest.mark.slow
def test_every_sound_draft_on_magic_passes(magic: Passages) -> None:
    """The same over the words of Magic."""
    hold(sound_drafts(magic), sound=True, examples=500)
