"""One faulty object in a hundred is left out and logged; more, and the file is refused."""

import pytest
from structlog.testing import capture_logs

from headjudge import SourceFailed
from headjudge_sources.tally import Tally


def test_one_in_a_hundred_is_logged():
    """A rare faulty object is left out, and the operator can read of it."""
    tally = Tally("the test file", seen=100)
    tally.miss("object 7 has no oracle_id")

    with capture_logs() as logs:
        tally.close()

    assert logs == [
        {"event": "objects.skipped", "log_level": "warning", "place": "the test file", "faulty": 1, "seen": 100, "first": "object 7 has no oracle_id"}
    ]


def test_more_than_one_in_a_hundred_is_refused():
    """A file with many faulty objects is not what it should be; the first fault is told."""
    tally = Tally("the test file", seen=99)
    tally.miss("object 7 has no oracle_id")

    with pytest.raises(SourceFailed, match=r"the test file has 1 faulty objects among 99 \(the first: object 7 has no oracle_id\); run"):
        tally.close()


def test_nothing_at_all_is_refused():
    """An empty file would empty the shelf."""
    with pytest.raises(SourceFailed, match="the test file holds no objects at all"):
        Tally("the test file").close()
