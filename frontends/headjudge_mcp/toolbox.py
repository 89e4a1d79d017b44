"""All tools."""

from headjudge import Desk, Services
from headjudge_mcp.cases import Casework
from headjudge_mcp.judging import Judging
from headjudge_mcp.lookups import Looking
from headjudge_mcp.quota import Quota
from headjudge_mcp.tool import Tool

__all__ = ["tools"]


def tools(services: Services, desk: Desk) -> tuple[Tool, ...]:
    """Return the tools over *desk*, in the order in which they are listed."""
    quota = Quota(services)
    return (*Judging(services, desk, quota).tools(), *Casework(services, desk, quota).tools(), *Looking(services, desk).tools())
