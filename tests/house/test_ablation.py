"""The script that writes the ablation tables, and the page that it writes them into."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from headjudge.evaluation.ablation import ABLATED, Ablation, Figure


@pytest.fixture(scope="module")
def script(root: Path) -> dict[str, Any]:
    """What tests/ablation.py defines."""
    return runpy.run_path(str(root / "tests" / "ablation.py"))


def ablation(change: Figure) -> Ablation:
    return Ablation(12, dict.fromkeys(ABLATED, Figure(0.5, (0.4, 0.6))), {"leg": dict.fromkeys(ABLATED, change)}, {"leg": {}})


def test_the_page_has_a_place_for_the_tables(script: dict[str, Any]) -> None:
    """Between two markers; the rest of the page stays."""
    page = script["PAGE"].read_text(encoding="utf-8")
    written = script["between"](page, "| new |")

    before, begin, after = page.partition(script["BEGIN"])
    assert written.startswith(f"{before}{begin}\n| new |\n")
    assert written.endswith(after.partition(script["END"])[2])


def test_a_page_without_its_markers_is_left_alone(script: dict[str, Any]) -> None:
    """The cure is told."""
    with pytest.raises(SystemExit, match="has lost its markers"):
        script["between"]("A page.", "| new |")


@pytest.mark.parametrize(
    ("change", "cell"),
    [
        (Figure(-0.046, (-0.084, -0.009)), "**−4.6 (−8.4 to −0.9)**"),
        (Figure(0.004, (-0.001, 0.011)), "+0.4 (−0.1 to +1.1)"),
        (Figure(0.0, (0.0, 0.0)), "0"),
        (Figure(-0.25, None), "−25.0"),
    ],
)
def test_a_change_is_bold_where_it_is_sure(script: dict[str, Any], change: Figure, cell: str) -> None:
    """Where its interval leaves zero out; in hundredths, with its sign."""
    tables = script["tables"]([("dev", ablation(change))], {"leg": 0.5}, "20090601")

    assert f"| leg (0.5) | {cell} | {cell} | {cell} |" in tables.splitlines()


def test_each_file_has_columns_of_its_own(script: dict[str, Any]) -> None:
    """And each row of a table as many cells as its head."""
    tables = script["tables"]([("dev", ablation(Figure(0.0, None))), ("chat", ablation(Figure(0.0, None)))], {"leg": 0.5}, "20090601")
    rows = [line for line in tables.splitlines() if line.startswith("|")]

    assert "dev must@7 | dev must@10 | dev full@7 | chat must@7 | chat must@10 | chat full@7" in rows[0]
    assert {row.count("|") for row in rows} == {8}
