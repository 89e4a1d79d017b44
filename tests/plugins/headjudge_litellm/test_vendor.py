"""litellm is loaded once, in a thread, and a broken one is a failure like another."""

import asyncio
import threading
from typing import Any

import pytest

from headjudge import BackendFailed, Failure
from headjudge_litellm.vendor import Vendor


class Loaded:
    """Stands for what was loaded."""

    closed = 0

    async def close(self) -> None:
        self.closed += 1


async def test_it_is_loaded_once_off_the_event_loop() -> None:
    """Whoever comes while it loads waits for the same."""
    threads = []

    def load() -> Any:
        threads.append(threading.current_thread())
        return Loaded()

    vendor = Vendor(load)
    first, second = await asyncio.gather(vendor.client(), vendor.client())

    assert first is second is await vendor.client()
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


async def test_one_who_gives_up_leaves_the_others_theirs() -> None:
    """A question that is cancelled does not stop the loading."""
    go = threading.Event()

    def load() -> Any:
        go.wait(10)
        return Loaded()

    vendor = Vendor(load)
    hasty, patient = asyncio.create_task(vendor.client()), asyncio.create_task(vendor.client())
    await asyncio.sleep(0)
    hasty.cancel()
    go.set()

    assert isinstance(await patient, Loaded)
    assert hasty.cancelled()


@pytest.mark.parametrize("broken", [ImportError("no tiktoken"), AttributeError("no ada"), TypeError("odd"), OSError(2, "gone")])
async def test_a_broken_package_is_a_failure_and_nothing_was_sent(broken: Exception) -> None:
    """Whatever its import raises, to each who comes; it can be closed all the same."""

    def load() -> Any:
        raise broken

    vendor = Vendor(load)
    for _ in range(2):
        with pytest.raises(BackendFailed) as caught:
            await vendor.client()
        assert str(caught.value) == f"litellm cannot be imported ({broken!r}); install it anew"
        assert (caught.value.sent, caught.value.failure) == (False, Failure.REFUSED)
    await vendor.close()


async def test_closing_closes_what_was_loaded_once() -> None:
    """And nothing where nothing was."""
    loaded = Loaded()
    vendor = Vendor(lambda: loaded)  # type: ignore[arg-type,return-value]
    await vendor.close()
    assert loaded.closed == 0

    await vendor.client()
    await vendor.close()
    await vendor.close()

    assert loaded.closed == 1
