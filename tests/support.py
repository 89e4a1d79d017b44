"""Prints the figures of docs/explanation/support.md: what `headjudge_support` says of true drafts, and of spoilt ones: `nox -s support`.

A true draft is a question's reference answer with the rules that decide it as quotes, over the brief that the judge packs for the question.
JUDGE_DATA_DIR names a data folder with the corpus magic; the questions lie beside the checkout.
"""

import asyncio
import json
import math
import os
import random
import re
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

import attrs
import numpy as np

from headjudge import Brief, Corpus, Draft, Inquiry, Kind, Objection, Passage, Question, Quote, Reading, Reference, Rule, group_of, rule_numbers
from headjudge.assemble import House, house
from headjudge.discovery import discover
from headjudge.evaluation.files import half_of
from headjudge.evaluation.intervals import interval
from headjudge.evaluation.recall import Expected, given
from headjudge.settings import Settings
from headjudge_support.sentences import sentences
from headjudge_support.validator import DOUBTFUL, Support

ROOT: Final = Path(__file__).resolve().parents[1]
QUESTIONS: Final = ROOT.parent / "shared" / "data" / "questions"
CORPUS: Final = "magic"
TUNED: Final = "even"
"""The half of dev.jsonl that was seen while tuning; the other was only run."""
QUOTES: Final = 8
"""Most quotes of a draft."""
DRAWN: Final = 10
"""How often another section's quotes are drawn for each question."""
RESAMPLES: Final = 2000
WORDS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
_NUMBER: Final = re.compile(rf"(?<![\w/.+(-])(?<!rule )(?:\d{{1,3}}(?![\w/]|\.\d)|(?:{'|'.join(w for w in WORDS if w != 'one')})\b)", re.IGNORECASE)
_TURNS: Final = {
    "can't": "can", "cannot": "can", "can": "can't", "may": "can't", "must": "need not", "won't": "will", "doesn't": "does", "don't": "do",
    "isn't": "is", "aren't": "are", "is": "isn't", "are": "aren't",
}  # fmt: skip


@attrs.frozen
class Case:
    """A question with its reference answer, the brief packed for it, and the rules that decide it."""

    id: str
    answer: str
    brief: Brief
    rules: tuple[Rule, ...]
    sections: frozenset[str]
    """Sections that bear on it: no other section's rule is among them."""


Pair = tuple[Draft, Brief]
Spoil = Callable[[Case, "Shelf"], Iterator[Pair]]


@attrs.frozen
class Shelf:
    """What is quoted in the place of the true rules."""

    rules: Mapping[str, Rule]
    decisive: Sequence[Rule]
    """The rules that decide some question of the file."""

    def elsewhere(self, case: Case, pool: Sequence[Rule]) -> Iterator[Sequence[Rule]]:
        """Give drawings from *pool* of as many rules as decide *case*, all of sections that do not bear on it."""
        foreign = [rule for rule in pool if rule.section not in case.sections]
        drawn = random.Random(case.id)
        for _ in range(DRAWN if len(foreign) >= len(case.rules) else 0):
            yield drawn.sample(foreign, len(case.rules))


def titled(rule: Rule) -> bool:
    """Whether a rule is the title of those under it."""
    return len(rule.text.split()) < 8 and not rule.text.rstrip().endswith(".")


def shown(brief: Brief, rules: Sequence[Rule]) -> Brief:
    """*brief* with *rules* in it, as a look-up adds them."""
    known = {passage.reference.key for passage in brief.passages}
    added = [Passage(Reference(Kind.RULE, rule.number), rule.number, rule.full_text, rule.heading) for rule in rules if rule.number not in known]
    return attrs.evolve(brief, passages=(*brief.passages, *added))


def quoting(answer: str, brief: Brief, rules: Sequence[Rule]) -> Pair:
    """A draft that quotes *rules* whole."""
    return Draft(answer, tuple(Quote(Reference(Kind.RULE, rule.number), rule.text) for rule in rules)), shown(brief, rules)


def true(case: Case, _: Shelf) -> Iterator[Pair]:
    """The reference answer with the rules that decide."""
    yield quoting(case.answer, case.brief, case.rules)


def elsewhere(case: Case, shelf: Shelf) -> Iterator[Pair]:
    """The rules that decide other questions in the place of the true ones, of other sections."""
    for rules in shelf.elsewhere(case, shelf.decisive):
        yield quoting(case.answer, shown(case.brief, case.rules), rules)


def anywhere(case: Case, shelf: Shelf) -> Iterator[Pair]:
    """Any rules of other sections in their place."""
    for rules in shelf.elsewhere(case, [rule for rule in shelf.rules.values() if not titled(rule)]):
        yield quoting(case.answer, shown(case.brief, case.rules), rules)


def stray(case: Case, shelf: Shelf) -> Iterator[Pair]:
    """One more quote beside the true ones: a rule that decides another question, of another section."""
    for rules in shelf.elsewhere(case, shelf.decisive):
        yield quoting(case.answer, case.brief, (*case.rules, rules[0]))


def near_by(case: Case, shelf: Shelf) -> Iterator[Pair]:
    """Rules of other sections that were found for the same question: the hardest to tell."""
    found = [shelf.rules[passage.reference.key] for passage in case.brief.passages if passage.reference.kind is Kind.RULE]
    for rules in shelf.elsewhere(case, [rule for rule in found if not titled(rule)]):
        yield quoting(case.answer, shown(case.brief, case.rules), rules)


def alone(spoil: Spoil) -> Spoil:
    """*spoil* over a brief of nothing but what is quoted."""

    def spoilt(case: Case, shelf: Shelf) -> Iterator[Pair]:
        for draft, brief in spoil(case, shelf):
            quoted = {quote.reference for quote in draft.quotes}
            yield draft, attrs.evolve(brief, passages=tuple(passage for passage in brief.passages if passage.reference in quoted))

    return spoilt


def by_sentence(spoil: Spoil) -> Spoil:
    """*spoil* with one sentence of each rule as quote: that which has most words in common with the answer."""

    def best(text: str, answer: str) -> str:
        said = set(re.findall(r"\w+", answer.casefold()))
        return max(sentences(text), key=lambda sentence: len(said & set(re.findall(r"\w+", sentence.casefold()))))

    def spoilt(case: Case, shelf: Shelf) -> Iterator[Pair]:
        for draft, brief in spoil(case, shelf):
            yield attrs.evolve(draft, quotes=tuple(attrs.evolve(quote, text=best(quote.text, draft.answer)) for quote in draft.quotes)), brief

    return spoilt


def value(written: str) -> int:
    """The number that is written."""
    return WORDS.index(written.lower()) if written.lower() in WORDS else int(written)


def moved(written: str, step: int) -> str:
    """The number *step* further, written as *written* is."""
    number = value(written) + step
    text = WORDS[number] if written.lower() in WORDS else str(number)
    return text.capitalize() if written[0].isupper() else text


def counted(text: str) -> frozenset[int]:
    """The numbers in *text*, “one” left out: it is more often a pronoun."""
    return frozenset(value(match[0]) for match in _NUMBER.finditer(text))


def miscounting(step: int, *, anything: bool = False) -> Spoil:
    """One number of the answer *step* further: one that a quote counts with, or *anything* that is a number."""

    def spoilt(case: Case, _: Shelf) -> Iterator[Pair]:
        quoted = frozenset().union(*(counted(rule.text) for rule in case.rules))
        for match in _NUMBER.finditer(case.answer):
            if value(match[0]) + step >= 0 and (anything or value(match[0]) in quoted):
                answer = case.answer[: match.start()] + moved(match[0], step) + case.answer[match.end() :]
                yield quoting(answer, case.brief, case.rules)

    return spoilt


def misquoted(case: Case, _: Shelf) -> Iterator[Pair]:
    """The numbers that answer and rules have in common, one further in the rules."""
    said = counted(case.answer)
    rules = [attrs.evolve(rule, text=_NUMBER.sub(lambda m: moved(m[0], 1) if value(m[0]) in said else m[0], rule.text)) for rule in case.rules]
    if [rule.text for rule in rules] != [rule.text for rule in case.rules]:
        changed = {rule.number for rule in rules}
        others = tuple(passage for passage in case.brief.passages if passage.reference.key not in changed)
        yield quoting(case.answer, attrs.evolve(case.brief, passages=others), rules)


def turned(case: Case, _: Shelf) -> Iterator[Pair]:
    """One “not” of the answer taken away, or one set."""
    answer = case.answer.replace("’", "'")
    for match in re.finditer(r"(?<![\w'])(?:can't|cannot|can|may|must|won't|doesn't|don't|isn't|aren't|is|are)(?![\w'])(?! not)", answer):
        yield quoting(answer[: match.start()] + _TURNS[match[0]] + answer[match.end() :], case.brief, case.rules)


KINDS: Final[Mapping[str, Spoil]] = {
    "true": true,
    "number of the answer raised, counted in a quote": miscounting(1),
    "number of the answer lowered, counted in a quote": miscounting(-1),
    "number of the answer raised, any": miscounting(1, anything=True),
    "number of the quote raised, said in the answer": misquoted,
    "quotes of another question, another section": elsewhere,
    "quotes of any rules, another section": anywhere,
    "quotes found for the same question, another section": near_by,
    "one more quote, of another question": stray,
    "“not” taken away or set": turned,
    "true, a sentence of each rule": by_sentence(true),
    "another question's, a sentence of each rule": by_sentence(elsewhere),
    "true, nothing else shown": alone(true),
    "another question's, nothing else shown": alone(elsewhere),
}
BRIEFLY: Final = ("true", "number of the answer raised, counted in a quote", "quotes of another question, another section")
"""What is measured of drafts that are no model's."""
SEPARATED: Final = (
    ("true", "quotes of another question, another section"),
    ("true", "quotes of any rules, another section"),
    ("true", "quotes found for the same question, another section"),
    ("true, a sentence of each rule", "another question's, a sentence of each rule"),
    ("true, nothing else shown", "another question's, nothing else shown"),
)


@attrs.frozen
class Verdicts:
    """What was said of one case's drafts of one kind."""

    objected: tuple[bool, ...]
    doubted: tuple[bool, ...]
    doubts: tuple[float, ...]


def judged(support: Support, pairs: Iterator[Pair]) -> Verdicts:
    """What *support* says of *pairs*."""
    said = [(support.validate(draft, brief), support.doubt(draft, brief)) for draft, brief in pairs]
    objected = tuple(any(isinstance(each, Objection) for each in found) for found, _ in said)
    return Verdicts(objected, tuple(bool(found) for found, _ in said), tuple(doubt for _, doubt in said))


def share(verdicts: Sequence[Verdicts], field: str) -> str:
    """The mean over questions of the share of *field*, with its interval."""
    each = [float(np.mean(getattr(found, field))) for found in verdicts if getattr(found, field)]
    if not each:
        return ""
    bounds = wilson(sum(each), len(each)) if set(each) <= {0.0, 1.0} else interval(each)
    return f"{np.mean(each):.3f}" + (f" ({bounds[0]:.3f} to {bounds[1]:.3f})" if bounds else " (too few for an interval)")


def wilson(hits: float, of: int) -> tuple[float, float]:
    """The 95% interval of a share; unlike a bootstrap it has a width where nothing was hit."""
    z, rate = 1.96, hits / of
    middle, spread = rate + z * z / (2 * of), z * math.sqrt(rate * (1 - rate) / of + z * z / (4 * of * of))
    return max(0.0, (middle - spread) / (1 + z * z / of)), min(1.0, (middle + spread) / (1 + z * z / of))


def separation(good: Sequence[Verdicts], bad: Sequence[Verdicts]) -> str:
    """The AUC of the doubt between *good* and *bad* drafts of the same questions, with its bootstrap interval over questions."""
    both = [(one, other) for one, other in zip(good, bad, strict=True) if one.doubts and other.doubts]
    wins = np.array([[_wins(one, other) for _, other in both] for one, _ in both])
    drawn = np.random.default_rng(20260227).integers(0, len(both), (RESAMPLES, len(both)))
    low, high = np.percentile([wins[np.ix_(each, each)].mean() for each in drawn], (2.5, 97.5))
    return f"{wins.mean():.3f} ({low:.3f} to {high:.3f})"


def _wins(good: Verdicts, bad: Verdicts) -> float:
    """How often a bad draft is doubted more than a good one; a tie is half a win."""
    ours, theirs = np.array(good.doubts)[:, None], np.array(bad.doubts)[None]
    return float(((ours < theirs) + 0.5 * (ours == theirs)).mean())


def decisive(line: Mapping[str, Any], rules: Mapping[str, Rule]) -> tuple[Rule, ...]:
    """The rules that decide a question: of alternatives the first; of a title the rules under it."""
    found: list[Rule] = []
    for number in line.get("expected_rules") or [alternatives[0] for alternatives in line.get("must_cite") or ()]:
        named = rules.get(number)
        under = [rule for rule in rules.values() if rule.group == number != rule.number]
        found += (under[:6] if titled(named) else [named]) if named else []
    return tuple(dict.fromkeys(found))[:QUOTES]


def bearing(line: Mapping[str, Any]) -> frozenset[str]:
    """The sections of all rules that a question names in any field."""
    sets = [*(line.get("must_cite") or ()), *([line.get(field) or []] for field in ("expected_rules", "alt_expected_rules"))]
    numbers = [number for each in sets for number in (each if each and isinstance(each[0], str) else [n for inner in each for n in inner])]
    return frozenset(group_of(number)[:3] for number in (*numbers, *rule_numbers(str(line.get("answer") or ""))))


async def cases(opened: House, corpus: Corpus, path: Path, rules: Mapping[str, Rule], field: str = "answer") -> Sequence[Case]:
    """The questions of *path* that have an answer and rules that decide."""
    found = []
    for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
        expected = Expected(line["id"], "", line["question"], tuple(line.get("cards") or ()), (), frozenset())
        brief = await opened.judge.prepare(await given(opened.judge, corpus, expected), corpus)
        quoted = decisive(line, rules)
        if isinstance(brief, Brief) and quoted and (line.get(field) or "").strip():
            found.append(Case(line["id"], line[field], brief, quoted, bearing(line)))
    return found


async def own_words(corpus: Corpus, rules: Mapping[str, Rule]) -> Sequence[Case]:
    """The rules' examples, each with its rule, and the glossary's entries, each with the rules it refers to: true pairs that nobody asked for."""
    found = [("", example, (rule,)) for rule in rules.values() for example in rule.examples]
    for entry in await corpus.glossary():
        found.append((entry.terms[0], entry.text, decisive({"expected_rules": rule_numbers(entry.text)}, rules)))
    return [
        Case(f"own {place}", text, Brief(Inquiry(Reading(Question(asked))), (), 0, corpus.name, corpus.release), quoted, bearing({"answer": text}))
        for place, (asked, text, quoted) in enumerate(found)
        if quoted
    ]


def report(title: str, found: Sequence[Case], shelf: Shelf, kinds: Collection[str]) -> None:
    """Print what is said of each of the *kinds* of drafts of *found*, and how well the doubt separates."""
    support = Support()
    verdicts = {kind: [judged(support, KINDS[kind](case, shelf)) for case in found] for kind in kinds}
    print(f"\n### {title}: {len(found)} questions\n\n| drafts | questions | objected | objected or doubted |\n| --- | --- | --- | --- |")
    for kind, said in verdicts.items():
        print(f"| {kind} | {sum(bool(each.doubts) for each in said)} | {share(said, 'objected')} | {share(said, 'doubted')} |")
    print("\n| the doubt separates | AUC |\n| --- | --- |")
    for good, bad in (pair for pair in SEPARATED if verdicts.keys() >= set(pair)):
        print(f"| {good} from {bad} | {separation(verdicts[good], verdicts[bad])} |")


def timing(found: Sequence[Case]) -> None:
    """Print how much time of a processor a long answer with many quotes takes."""
    support, seconds = Support(), []
    for case in found:
        rules = [Rule(p.label, p.text, "", "") for p in case.brief.passages if p.reference.kind is Kind.RULE][:QUOTES]
        draft, brief = quoting((case.answer * 40)[:1500], case.brief, rules)
        begun = time.process_time()
        support.validate(draft, brief)
        seconds.append(1000 * (time.process_time() - begun))
    p50, p95 = np.percentile(seconds, (50, 95))
    print(f"\nAn answer of 1,500 characters with {QUOTES} quotes takes {p50:.1f} ms of a processor at p50, {p95:.1f} ms at p95.")


async def measured() -> None:
    """Measure over every file that is there."""
    async with house(Settings.from_environ(os.environ), discover()) as opened:
        corpus = await opened.store.corpora.current()
        if corpus.name != CORPUS:
            skip(f"the corpus {CORPUS} is not loaded ({corpus.name} is); load it with `judge refresh`, or set JUDGE_DATA_DIR")
        await opened.judge.ready(corpus)
        rules = {rule.number: rule for rule in await corpus.rules()}
        dev = await cases(opened, corpus, QUESTIONS / "dev.jsonl", rules)
        chat = await cases(opened, corpus, QUESTIONS / "chat.jsonl", rules)
        verdicts = await cases(opened, corpus, QUESTIONS / "chat.jsonl", rules, "verdict")
        gold = await cases(opened, corpus, ROOT / "tests" / "data" / "gold_open.jsonl", rules)
        own = await own_words(corpus, rules)
        print(f"Rules of {corpus.release}. A draft is doubted from {DOUBTFUL} on.")
    shelf = Shelf(rules, tuple(dict.fromkeys(rule for case in dev for rule in case.rules)))
    report("dev, the half tuned on", [case for case in dev if half_of(case.id) == TUNED], shelf, KINDS)
    report("dev, the half left alone", [case for case in dev if half_of(case.id) != TUNED], shelf, KINDS)
    report("chat", chat, shelf, KINDS)
    report("chat, the verdict in a word", verdicts, shelf, BRIEFLY)
    report("gold_open", gold, shelf, KINDS)
    report("the rules' own examples and glossary", own, shelf, BRIEFLY)
    timing(dev)


def skip(reason: str) -> NoReturn:
    """Leave it at that: what cannot be measured here is no failure."""
    print(f"Skipped: {reason}.", file=sys.stderr)
    sys.exit(0)


if __name__ == "__main__":
    if not QUESTIONS.is_dir():
        skip(f"{QUESTIONS} is not there")
    asyncio.run(measured())
