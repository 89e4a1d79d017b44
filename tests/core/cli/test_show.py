"""How text looks on a terminal."""

import pytest
from rich.table import Table
from rich.text import Span

from headjudge.cli.show import console, styled


@pytest.mark.parametrize("text", ["does [bold]it[/bold] fly", "does it fly :smile:", "[[Red Kite]]"])
def test_text_stands_as_it_was_written(capsys: pytest.CaptureFixture[str], text: str) -> None:
    """What somebody typed is no markup and no emoji, in lines and in tables."""
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_row(text)

    console().print(text)
    console().print(table)

    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [text, text]


def test_italics_are_styled_and_power_and_toughness_are_not() -> None:
    """Asterisks that stand for a number stay."""
    shown = styled("*Blood Lantern* is a */* creature, or 1+*/1+*, and *dims*.")

    assert shown.plain == "Blood Lantern is a */* creature, or 1+*/1+*, and dims."
    assert [shown.plain[span.start : span.end] for span in shown.spans if span.style == "italic"] == ["Blood Lantern", "dims"]


def test_an_address_holds_no_rule_number() -> None:
    """Only what is a whole number of a rule is one."""
    assert styled("at 127.0.0.1:80, by 702.19b").spans == [Span(20, 27, "bold cyan")]
