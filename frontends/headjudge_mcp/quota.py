"""How many questions MCP clients may put: one window for all who show the token."""

from typing import Final

from headjudge import Services
from headjudge.doors import RateLimitedBody
from headjudge_api.windows import Windows

__all__ = ["Quota"]

ALL: Final = "token"
"""By what is counted: there is one token."""


class Quota:
    """Counts questions that are judged and cases that are opened. Look-ups and the steps of a case are free."""

    def __init__(self, services: Services) -> None:
        """Count in a window of *services*: of this process, or of several where they share a server for windows."""
        settings = services.settings
        self._window = Windows.shared(services).another("mcp", settings.mcp_judge_limit, settings.mcp_judge_window_secs)

    async def refused(self) -> RateLimitedBody | None:
        """Count one and return None; or count nothing and return when to ask again."""
        secs = await self._window.entered(ALL)
        if secs is None:
            return None
        allowed = f"MCP clients may put {self._window.most} questions and cases, together, in {self._window.secs} seconds"
        return RateLimitedBody("rate_limited", f"{allowed}; ask again in {secs} seconds. Look-ups and the steps of an open case are not counted.")
