"""More connections than the system lets a process hold."""

import asyncio
import errno
import resource

import pytest
import structlog

from headjudge_http.crowds import expect_crowds


async def test_a_process_may_hold_as_many_as_the_system_lets_it() -> None:
    """What a shell allows at first can be raised: it is raised, and never lowered."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        expect_crowds()
        raised = resource.getrlimit(resource.RLIMIT_NOFILE)
        expect_crowds()
        again = resource.getrlimit(resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    assert raised == again == (min(hard, 65_536) if hard >= 0 else 65_536, hard)


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE])
async def test_too_many_are_told_in_a_line(number: int, caplog: pytest.LogCaptureFixture) -> None:
    """Once a minute, with the cure, however often the system says it."""
    expect_crowds()
    with structlog.testing.capture_logs() as lines:
        for _ in range(1000):
            told({"message": "socket.accept() out of system resource", "exception": OSError(number, "Too many open files")})

    assert [(line["event"], line["error"]) for line in lines] == [("connections.refused", "Too many open files")]
    assert "ulimit -n" in lines[0]["cure"]
    assert caplog.records == []


async def test_other_faults_are_told_by_asyncio(caplog: pytest.LogCaptureFixture) -> None:
    """As ever."""
    expect_crowds()
    told({"message": "a task is broken", "exception": OSError(errno.EIO, "the disk")})
    told({"message": "a task was forgotten"})

    assert [record.message.partition("\n")[0] for record in caplog.records] == ["a task is broken", "a task was forgotten"]


def told(context: dict[str, object]) -> None:
    """Tell the running loop what asyncio itself would."""
    asyncio.get_running_loop().call_exception_handler(context)
