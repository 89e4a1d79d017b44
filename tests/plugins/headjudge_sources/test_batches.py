"""Rows come in portions, and progress at a readable pace."""

from hypothesis import given
from hypothesis import strategies as st

from headjudge_sources.batches import Meter, portions


@given(st.lists(st.integers(), max_size=1700))
def test_portions_make_up_the_whole(rows):
    """Every row comes once, in order, at most 500 at a time, and no portion is empty."""
    found = list(portions(rows))

    assert [row for portion in found for row in portion] == rows
    assert all(0 < len(portion) <= 500 for portion in found)


def test_progress_is_told_a_few_times_a_second():
    """Of many steps only those are told that come 0.3 s after the last; the end is told when asked."""
    now = [0.0]
    told = []
    meter = Meter(lambda *step: told.append(step), "bytes", 100, clock=lambda: now[0])

    for now[0] in (0.0, 0.1, 0.2, 0.3, 0.4):
        meter.add(10)
    meter.tell()

    assert told == [("bytes", 10, 100), ("bytes", 40, 100), ("bytes", 50, 100)]
