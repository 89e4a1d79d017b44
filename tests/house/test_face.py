"""The public face is what it is documented to be."""

import re
from enum import Enum

import headjudge
from headjudge import errors
from headjudge.errors import HeadjudgeError


def drawn_tree() -> dict[str, str]:
    """Return each error of the tree in the docstring of `headjudge.errors`, and the one it hangs under."""
    parents: dict[str, str] = {}
    above: dict[int, str] = {}
    for line in (errors.__doc__ or "").splitlines():
        if match := re.match(r"^ {4}((?:[│ ] {3})*)(?:[├└]── )?([A-Z]\w+)(?:\s|$)", line):
            depth = len(match[1]) // 4 + ("──" in line)
            above[depth] = match[2]
            parents[match[2]] = above.get(depth - 1, "Exception")
    return parents


def test_the_tree_of_errors_is_as_drawn() -> None:
    """Each error hangs where the docstring shows it."""
    real = {name: getattr(errors, name).__bases__[0].__name__ for name in errors.__all__ if issubclass(getattr(errors, name), Exception)}

    assert drawn_tree() == real


def test_every_error_is_public() -> None:
    """What Headjudge raises on purpose can be caught by name, and by one name."""
    assert set(errors.__all__) <= set(headjudge.__all__)
    assert all(issubclass(getattr(errors, name), HeadjudgeError | Enum) for name in errors.__all__)


def test_the_face_is_what_it_lists() -> None:
    """Every listed name is there, once, and every public class and function that is there is listed."""
    there = {name for name, thing in vars(headjudge).items() if not name.startswith("_") and not re.fullmatch(r"<module .*>", repr(thing))}

    assert len(set(headjudge.__all__)) == len(headjudge.__all__)
    assert there == set(headjudge.__all__)


def test_no_error_is_defined_elsewhere_by_accident() -> None:
    """All subclasses of `HeadjudgeError` in the core are those of the tree, and those of measuring."""

    def below(kind: type) -> set[type]:
        return {kind, *(found for child in kind.__subclasses__() for found in below(child))}

    elsewhere = {kind.__name__ for kind in below(HeadjudgeError) if kind.__module__.startswith("headjudge.")} - set(errors.__all__)
    assert elsewhere <= {"QuestionsInvalid", "ResultsInvalid"}
