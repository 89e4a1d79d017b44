"""Files of questions: what can be read of them, what is told, and which half a question belongs to."""

from pathlib import Path

import pytest

from headjudge.evaluation.files import QuestionsInvalid, half_of, misspelt, read_lines, texts


def test_a_line_is_a_question_and_blank_lines_are_none(tmp_path: Path) -> None:
    """Whatever stands in a text, U+2028 too, does not end a line."""
    file = tmp_path / "q.jsonl"
    file.write_text('{"id": "a\u2028b"}\n\n{"id": "c"}\n', encoding="utf-8")

    assert read_lines(file, lambda line: line["id"]) == ["a\u2028b", "c"]


def test_an_empty_file_is_an_error(tmp_path: Path) -> None:
    """Figures over nothing would look like figures."""
    file = tmp_path / "q.jsonl"
    file.write_text("\n \n")

    with pytest.raises(QuestionsInvalid, match=r"q\.jsonl is empty"):
        read_lines(file, lambda line: line)


@pytest.mark.parametrize("found", ["702.19", ["702.19", 5], {"702.19": 1}])
def test_a_list_of_strings_is_nothing_else(found: object) -> None:
    """A bare string would be read letter by letter."""
    with pytest.raises(TypeError, match="cards is no list of strings"):
        texts(found, "cards")


def test_absent_and_null_lists_are_empty() -> None:
    """A file need not say what it does not know."""
    assert texts(None, "cards") == ()


def test_a_misspelt_field_is_told() -> None:
    """Where the right one is absent."""
    assert misspelt({"card": [], "tags": []}, ("cards", "source")) == ["the field 'card' is not read; did you mean 'cards'?"]


def test_a_field_of_the_author_is_left_alone() -> None:
    """Even one that looks like ours, beside ours."""
    assert misspelt({"question_ja": "", "question": "", "answer": ""}, ("question", "cards")) == []


def test_a_half_is_told_by_the_id_alone() -> None:
    """By the last byte of its SHA-256, so that every file, machine and year gives the same."""
    assert [half_of(key) for key in ("a", "b", "d", "e")] == ["odd", "odd", "even", "even"]
