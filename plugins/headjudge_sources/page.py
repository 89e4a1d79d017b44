"""The publisher's rules page, and the newest release that it links."""

import re
from html.parser import HTMLParser
from typing import Final
from urllib.parse import unquote, urljoin, urlsplit

import attrs

from headjudge import SourceFailed

__all__ = ["ReleaseLink", "newest_release"]

_FILE: Final = re.compile(r"MagicCompRules\D*(\d{8})\.txt", re.IGNORECASE)


@attrs.frozen
class ReleaseLink:
    """A link to the plain text of a release."""

    name: str
    """Name of the file, percent signs decoded."""
    date: str
    """YYYYMMDD as in the name, which may be mistyped."""
    url: str


class _Links(HTMLParser):
    """Collects where the links of a page lead."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.targets += [value.strip() for name, value in attrs if tag == "a" and name == "href" and value]


def newest_release(html: str, address: str, place: str) -> ReleaseLink:
    """Return the link of the page *html*, found at *address*, that has the highest date.

    Raises:
        SourceFailed: it links no release.
    """
    links = _Links()
    links.feed(html)
    found = [link for target in links.targets if (link := _release(urljoin(address, target)))]
    if not found:
        raise SourceFailed(f"{place} links no MagicCompRules text; check that JUDGE_RULES_PAGE_URL is the page that links the Comprehensive Rules.")
    return max(found, key=lambda link: link.date)


def _release(url: str) -> ReleaseLink | None:
    name = unquote(urlsplit(url).path.rpartition("/")[2])
    found = _FILE.fullmatch(name)
    return ReleaseLink(name, found[1], url) if found else None
