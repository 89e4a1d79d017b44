"""The file of results of `judge eval answers`: a line a question, added as each is done, so that a run that was stopped can go on."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
from cattrs import Converter

from headjudge.errors import HeadjudgeError
from headjudge.evaluation.answers import Attempt
from headjudge.evaluation.grading import Grade, Grader

__all__ = ["AnswerResult", "Results", "ResultsInvalid", "Run", "open_results"]

OPENING: Final = b'{"run"'
"""How every line begins: a last line that was cut off is taken for ours only when it does too."""
_CONVERTER: Final = Converter(forbid_extra_keys=True)


class ResultsInvalid(HeadjudgeError):
    """A file of results cannot be gone on with; the message says what differs, and the cure."""


@attrs.frozen(kw_only=True)
class Run:
    """What answers, and what it is asked: results of two runs are one measurement only when all of it is the same."""

    questions: str
    """Name of the file."""
    file: str
    """Hash of the file."""
    model: str | None
    """As `ModelBackend.model` names it; None without a model."""
    prompts: str | None
    """Hash of the prompts; None without a model."""
    extractor: str
    synthesizer: str
    corpus: str
    release: str
    generation: int
    program: str

    def differences(self, other: "Run") -> Sequence[str]:
        """Return in words what of *other* is not as here."""
        fields = [field.name for field in attrs.fields(Run)]
        return [f"{name} {getattr(other, name)}, now {getattr(self, name)}" for name in fields if getattr(self, name) != getattr(other, name)]


@attrs.frozen
class AnswerResult:
    """A reply, and its grade."""

    attempt: Attempt
    grade: Grade | None
    """None until it is graded; what is no verdict never is."""


@attrs.define
class Results:
    """The results of *run* so far, by question; those that are added are written to *path* at once, if there is one."""

    run: Run
    path: Path | None = None
    _held: dict[str, AnswerResult] = attrs.Factory(dict)

    def of(self, key: str) -> AnswerResult | None:
        """Return the result of the question *key*; None when it was not asked yet."""
        return self._held.get(key)

    def add(self, result: AnswerResult) -> None:
        """Keep *result*; it replaces an earlier one of its question. A line that was written survives the death of the process."""
        if self.path:
            line = {"run": attrs.asdict(self.run), **_CONVERTER.unstructure(result.attempt), "grade": _CONVERTER.unstructure(result.grade)}
            with self.path.open("ab") as file:
                file.write(json.dumps(line, ensure_ascii=False).encode(errors="replace") + b"\n")
        self._held[result.attempt.id] = result

    def refuse_other(self, grader: Grader) -> None:
        """Refuse to add grades of *grader* to those of another.

        Raises:
            ResultsInvalid: another one graded before.
        """
        ours = (grader.model.model, grader.prompt_hash)
        for grade in (result.grade for result in self._held.values() if result.grade):
            if (grade.by, grade.prompts) != ours:
                was = f"{grade.by} told {grade.prompts[:8]}, now {ours[0]} told {ours[1][:8]}"
                raise ResultsInvalid(f"{self.path} was graded by another grader ({was}); name another file, take that grader, or add --no-grader")


def open_results(path: Path | None, run: Run) -> Results:
    """Return the results of *run* that *path* holds; a last line that was cut off is taken away. Without a path nothing is held or written.

    Raises:
        ResultsInvalid: it holds something else, or results of another run.
        OSError: it cannot be written.
    """
    results = Results(run, path)
    if path is None:
        return results
    path.touch()  # that it cannot be written is better known before anything is paid for
    *whole, last = path.read_bytes().split(b"\n")
    for number, line in enumerate(whole, 1):
        result = _result(path, number, line, run)
        results._held[result.attempt.id] = result  # noqa: SLF001  # it is made here
    if last:
        _cut(path, len(last), whole_before=len(whole), opening=last[: len(OPENING)])
    return results


def _result(path: Path, number: int, line: bytes, run: Run) -> AnswerResult:
    try:
        fields: Mapping[str, Any] = json.loads(line)
        then = _CONVERTER.structure(fields["run"], Run)
        kept = {name: value for name, value in fields.items() if name not in ("run", "grade")}
        grade = _CONVERTER.structure(fields["grade"], Grade) if fields["grade"] else None
        result = AnswerResult(_CONVERTER.structure(kept, Attempt), grade)
    except Exception as error:  # cattrs gives groups of whatever went wrong inside
        raise ResultsInvalid(f"line {number} of {path} is no result of `judge eval answers`; name another file") from error
    if differences := run.differences(then):
        raise ResultsInvalid(f"{path} holds results of another run ({'; '.join(differences)}); name another file, or run as then")
    return result


def _cut(path: Path, size: int, *, whole_before: int, opening: bytes) -> None:
    """Take away the last *size* bytes, which a killed process left: the question is asked again."""
    if not OPENING.startswith(opening):
        raise ResultsInvalid(f"line {whole_before + 1} of {path} is no result of `judge eval answers`; name another file")
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size - size)
