"""What the validator says, and to what."""

import random
from collections.abc import Callable

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge import Brief, Doubt, Draft, Inquiry, Kind, Objection, Passage, Question, Quote, Reading, Reference
from headjudge_support.validator import Support

Drafts = Callable[..., Draft]
Briefs = Callable[..., Brief]
SUPPORT = Support()
FOREIGN = "No. A lantern that stands sheltered behind glass can’t be blown out, whatever wind reaches it while it is burning."
MARKS = [".", ",", "!", "\n", "“", "”", "’", "-"]
COUNTED = ["one", "two", "3", "{4}", "+1/+1", "(2)", "or", "more", "rule", "100.1", "(100.1)"]
WORDS = st.sampled_from(
    ["a", "wind", "blows", "each", "lantern", "it", "can't", "can", "not", "does", "be", "is", "no", "yes", "only", *COUNTED, *MARKS]
)
TEXTS = st.one_of(st.text(max_size=200), st.lists(WORDS, max_size=60).map(" ".join))


def brief(question: str, texts: list[str]) -> Brief:
    passages = tuple(Passage(Reference(Kind.RULE, f"100.{place}"), f"100.{place}", text) for place, text in enumerate(texts, 1))
    return Brief(Inquiry(Reading(Question(question))), passages, 1, "practice", "20260301")


def quotes(shown: Brief) -> tuple[Quote, ...]:
    return tuple(Quote(passage.reference, passage.text) for passage in shown.passages)


def test_a_miscount_is_told_with_the_sentence_and_the_quote(support: Support, draft_of: Drafts, brief_of: Briefs) -> None:
    """The rule is shown again."""
    (said,) = support.validate(draft_of("Relighting a lantern costs three measures of oil.", "200.1"), brief_of())

    assert said == Objection(
        "The answer says 3 in “Relighting a lantern costs three measures of oil.”, but rule 200.1, which is quoted, says “Relighting a lantern costs"
        " two measures of oil.”; take the quote's number, or quote the source of yours.",
        ("200.1",),
    )


def test_a_reversal_is_told_with_the_sentence_and_the_quote(support: Support, draft_of: Drafts, brief_of: Briefs) -> None:
    """The rule is shown again."""
    (said,) = support.validate(draft_of("A lantern sheltered behind glass can be blown out by a wind.", "100.1"), brief_of())

    assert said == Objection(
        "The answer affirms in “A lantern sheltered behind glass can be blown out by a wind.” what rule 100.1, which is quoted, denies: “A lantern"
        " sheltered behind glass can’t be blown out by a wind.”; say what the quote says, or quote what makes the exception.",
        ("100.1",),
    )


def test_foreign_quotes_are_told_with_the_rule_that_is_nearest(support: Support, draft_of: Drafts, brief_of: Briefs) -> None:
    """It is shown to the author again."""
    (said,) = support.validate(draft_of(FOREIGN, "300.1"), brief_of())

    assert said == Objection(
        "What is quoted from rule 300.1 speaks of nothing that the answer says; quote what carries the answer."
        " Of the rules shown, 100.1 is nearest to it.",
        ("100.1",),
    )


def test_a_doubt_names_the_sentences(support: Support, draft_of: Drafts, brief_of: Briefs) -> None:
    """Of a curt answer nothing sure can be said, so foreign quotes are doubted."""
    (said,) = support.validate(draft_of("No, glass shelters it. Oil burns.", "300.1"), brief_of())

    assert said == Doubt("What is quoted hardly carries “No, glass shelters it.” and “Oil burns.” (doubt 1.00).")


def test_another_language_is_no_ground_for_an_objection(support: Support, draft_of: Drafts, brief_of: Briefs) -> None:
    """Its words stand in no rule, whatever they say."""
    german = "Nein, keine Laterne erlischt, welche hinter Glas geschützt steht, solange ihr Hüter rechtzeitig drei Tropfen Öl nachgießt."
    said = support.validate(draft_of(german, "100.1"), brief_of("Was kosten drei Tropfen Öl?"))

    assert [type(each) for each in said] == [Doubt]


def test_an_uncovered_number_is_doubted(support: Support, draft_of: Drafts, brief_of: Briefs) -> None:
    """No quote contradicts it, and none has it."""
    answer = "A wind blows out each burning lantern that it reaches, and 30 sheltered behind glass stay lit."
    (said,) = support.validate(draft_of(answer, "100.1"), brief_of())

    assert said == Doubt(f"The 30 in “{answer}” stands in no quote, nor in the question, nor on its cards.")


def test_a_stray_quote_is_doubted(support: Support, draft_of: Drafts, brief_of: Briefs) -> None:
    """The others carry the answer."""
    (said,) = support.validate(draft_of(FOREIGN, "100.1", "300.1"), brief_of())

    assert isinstance(said, Doubt)
    assert said.text.startswith("The quote from rule 300.1, “Harbour pilots vote")


def test_there_is_one_doubt_at_most(support: Support, draft_of: Drafts, brief_of: Briefs) -> None:
    """A draft loses one step of its confidence, whatever is doubtful about it."""
    answer = "A wind blows out each burning lantern that it reaches, and 30 sheltered behind glass stay lit."

    assert len(support.validate(draft_of(answer, "100.1", "300.1"), brief_of())) == 1


def test_a_carried_answer_is_left_alone(support: Support, draft_of: Drafts, brief_of: Briefs) -> None:
    """In words of its own, too."""
    answer = "Yes, a wind blows it out (100.1), and it stays dark until you relight it, which costs two measures of oil (200.1)."

    assert support.validate(draft_of(answer, "100.1", "200.1"), brief_of()) == ()


@pytest.mark.parametrize("answer", ["", " ", "A wind blows it out."])
def test_what_the_laws_refuse_is_left_to_them(support: Support, brief_of: Briefs, answer: str) -> None:
    """A blank answer, and one that quotes nothing."""
    assert support.validate(Draft(answer, ()), brief_of()) == ()


@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=4))
def test_any_text_can_be_judged(question: str, answer: str, texts: list[str]) -> None:
    """Whatever is asked, answered and quoted, there is a verdict on it, and a doubt between 0 and 1."""
    shown = brief(question, texts)
    draft = Draft(answer, quotes(shown))

    assert all(each.text for each in SUPPORT.validate(draft, shown))
    assert -1e-9 <= SUPPORT.doubt(draft, shown) <= 1


@given(TEXTS, TEXTS, st.lists(TEXTS, max_size=3))
def test_an_exact_copy_of_the_quote_is_left_alone(question: str, text: str, others: list[str]) -> None:
    """Whatever else was shown."""
    shown = brief(question, [text, *others])

    assert SUPPORT.validate(Draft(text, quotes(shown)[:1]), shown) == ()
    assert SUPPORT.doubt(Draft(text, quotes(shown)[:1]), shown) == pytest.approx(0)


@given(TEXTS, TEXTS, st.lists(TEXTS, min_size=2, max_size=4), st.randoms())
def test_the_order_of_quotes_does_not_matter(question: str, answer: str, texts: list[str], chance: random.Random) -> None:
    """Nor does it how often one is given."""
    shown = brief(question, texts)
    given_quotes = quotes(shown)
    shuffled = list(given_quotes * 2)
    chance.shuffle(shuffled)
    draft = Draft(answer, given_quotes)

    assert SUPPORT.validate(attrs.evolve(draft, quotes=tuple(shuffled)), shown) == SUPPORT.validate(draft, shown)
