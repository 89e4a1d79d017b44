"""The webhook keeps the promises of an alarm."""

from collections.abc import Sequence

import pytest

from headjudge import Alarm
from headjudge.testing.contracts import AlarmContract


class TestWebhook(AlarmContract):
    """An operator who listens."""

    @pytest.fixture
    def alarm(self, operator, webhook) -> Alarm:
        self.operator = operator
        return webhook

    def heard(self, alarm: Alarm) -> Sequence[str]:
        return [post["text"] for post in self.operator.posts]
