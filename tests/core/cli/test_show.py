"""How text looks on a terminal."""

import pytest
from rich.table import Table

from headjudge.cli.show import console


@pytest.mark.parametrize("text", ["does [bold]it[/bold] fly", "does it fly :smile:", "[[Red Kite]]"])
def test_text_stands_as_it_was_written(capsys: pytest.CaptureFixture[str], text: str) -> None:
    """What somebody typed is no markup and no emoji, in lines and in tables."""
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_row(text)

    console().print(text)
    console().print(table)

    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [text, text]
