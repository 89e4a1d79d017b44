"""The examples of docs/reference/api.md."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reference" / "api.md"
EXAMPLE = re.compile(r"```sh\n(curl .+?)\n```(?:\n\n```(json|text)\n(.+?)\n```)?", re.DOTALL)
EXAMPLES = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))


def asked(command: str) -> tuple[str, str | None]:
    """(path, body) of a curl command; None for a body that it does not send."""
    words = shlex.split(command.replace("\\\n", ""))
    url = next(word for word in words if word.startswith("http"))
    return url.removeprefix("http://127.0.0.1:8787"), words[words.index("-d") + 1] if "-d" in words else None


@pytest.mark.parametrize(("command", "kind", "shown"), EXAMPLES, ids=[asked(command)[0] + str(n) for n, (command, *_) in enumerate(EXAMPLES)])
async def test_an_example_is_true(practice: Any, command: str, kind: str, shown: str) -> None:
    """Sent to a real listener over the practice rulebook it gives what the page shows."""
    api, _ = practice
    path, body = asked(command)
    if body is None:
        _, found = await api.get(path)
        text = json.dumps(found)
    else:
        _, text = await api.judge(path=path, data=body.encode(), headers={"Content-Type": "application/json"})

    if kind == "json":
        assert json.loads(text) == json.loads(shown)
    elif kind == "text":
        assert text.strip() == shown
    else:
        assert json.loads(text)["kind"] == "answer"


def test_there_are_examples() -> None:
    """The pattern finds them."""
    assert len(EXAMPLES) >= 12
