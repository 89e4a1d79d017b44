"""Entry module: the webhook that tells the operator."""

import socket
from collections.abc import Iterable

from headjudge import Alarm, hookimpl
from headjudge.settings import Settings

__all__ = ["headjudge_alarms"]


@hookimpl
def headjudge_alarms(settings: Settings) -> Iterable[Alarm]:
    """Give `webhook` where JUDGE_ALERT_WEBHOOK is set; the instance it names is JUDGE_PUBLIC_URL, else this host's name."""
    if not settings.alert_webhook:
        return ()
    from headjudge_alerts.webhook import Webhook  # noqa: PLC0415  (aiohttp takes 0.2 s, which only who is alerted should pay)

    return (Webhook(settings.alert_webhook, settings.public_url or socket.gethostname()),)
