"""What this package puts on the listener."""

from collections.abc import Iterable

from headjudge import Services
from headjudge_http.mounts import Mount
from headjudge_web.page import AskPage
from headjudge_web.pages import Pages
from headjudge_web.rulepages import RulePages
from headjudge_web.static import Static

__all__ = ["mounts"]


def mounts(services: Services) -> Iterable[Mount]:
    """Give the files, the rule pages and the page on which players ask; all are drawn with the same files."""
    static = Static(services)
    pages = Pages(services.settings, static)
    return static, RulePages(services, pages), AskPage(services, pages)
