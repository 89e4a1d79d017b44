"""The webhook: an event posted as JSON that Slack and Discord show as it is, tried three times."""

import re
from typing import Final
from urllib.parse import urlsplit

import aiohttp
import attrs
import stamina

from headjudge import Event, HeadjudgeError

__all__ = ["AlertFailed", "Patience", "Webhook"]

LONGEST_WAIT: Final = 10.0
"""Seconds that a webhook may ask for between two tries."""
LONGEST_CONTENT: Final = 2000
"""Characters of a message that Discord takes; it refuses a longer one."""


class AlertFailed(HeadjudgeError):
    """An alert did not arrive. The message names the webhook's host and never its address, which is a secret."""


class _Passing(AlertFailed):
    """It may arrive in a moment."""

    def __init__(self, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.wait = wait
        """Seconds that the webhook asked for."""


@attrs.frozen
class Patience:
    """How long and how often an alert is tried."""

    timeout: float = 10.0
    """Seconds for a try."""
    tries: int = 3
    wait: float = 1.0
    """Seconds before the second try; doubled before the third."""


@attrs.frozen
class Webhook:
    """Posts events to an address."""

    _url: str = attrs.field(repr=False)
    instance: str
    """What the operator knows this service by."""
    patience: Patience = Patience()

    @property
    def name(self) -> str:
        """``webhook``."""
        return "webhook"

    @property
    def host(self) -> str:
        """The part of the address that is no secret."""
        return urlsplit(self._url).hostname or ""

    async def sound(self, event: Event) -> None:
        """Post *event*. One whose reply was lost is posted again: it may arrive twice.

        Raises:
            AlertFailed: it was not taken: at the last try, or the first that another cannot better.
        """
        patience = self.patience
        async for attempt in stamina.retry_context(_pause, patience.tries, timeout=None, wait_initial=patience.wait, wait_jitter=patience.wait / 2):
            with attempt:
                await self._post(event)

    async def _post(self, event: Event) -> None:
        timeout = aiohttp.ClientTimeout(total=self.patience.timeout)
        # The errors of aiohttp can hold the whole address: none is passed on.
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout) as session,
                session.post(self._url, json=self._message(event), allow_redirects=False) as response,
            ):
                self._judge(response.status, response.headers.get("Retry-After", ""))
        except TimeoutError:
            raise _Passing(f"the webhook at {self.host} did not answer within {self.patience.timeout:g} s; check JUDGE_ALERT_WEBHOOK") from None
        except ValueError:  # aiohttp's of an odd address, or the resolver's
            raise AlertFailed("the webhook's address cannot be used; check JUDGE_ALERT_WEBHOOK") from None
        except (aiohttp.ClientError, OSError) as error:
            raise _Passing(f"the webhook at {self.host} is out of reach ({type(error).__name__}); check JUDGE_ALERT_WEBHOOK") from None

    def _message(self, event: Event) -> dict[str, str]:
        """*event* as JSON; ``text`` is what Slack shows, ``content`` what Discord shows."""
        return {
            "event": event.name,
            "text": event.text,
            "content": event.text[:LONGEST_CONTENT],
            "at": event.at.isoformat(),
            "instance": self.instance,
        }

    def _judge(self, status: int, retry_after: str) -> None:
        if 200 <= status < 300:
            return
        if status == 429 or status >= 500:
            raise _Passing(f"the webhook at {self.host} answered {status}; check whether it is up", _seconds(retry_after))
        if 300 <= status < 400:
            raise AlertFailed(
                f"the webhook at {self.host} answered {status}, and redirections are not followed; write the final address in JUDGE_ALERT_WEBHOOK"
            )
        raise AlertFailed(f"the webhook at {self.host} answered {status}; check JUDGE_ALERT_WEBHOOK")


def _pause(error: Exception) -> bool | float:
    """Whether to try again, or after how many seconds."""
    if not isinstance(error, _Passing):
        return False
    return True if error.wait is None else min(error.wait, LONGEST_WAIT)


def _seconds(retry_after: str) -> float | None:
    """The seconds that a server asks to wait; None for a date or nothing."""
    return float(retry_after) if re.fullmatch(r"\d+(\.\d+)?", retry_after, re.ASCII) else None
