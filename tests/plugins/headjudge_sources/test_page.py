"""The newest release that the publisher's page links is found."""

import pytest

from headjudge import SourceFailed
from headjudge_sources.page import newest_release

ADDRESS = "https://rules.example/en/rules"


def found(html: str):
    return newest_release(html, ADDRESS, "the publisher's rules page (/en/rules)")


def test_the_highest_date_wins():
    """Of several releases the newest is taken, wherever it stands."""
    html = "".join(f'<a href="/d/MagicCompRules%20{day}.txt">TXT</a>' for day in ("20250606", "20260227", "20251114"))

    assert found(html).date == "20260227"


def test_only_the_plain_text_counts():
    """Links to the other forms of a release are passed over."""
    newer = "".join(f'<a href="/d/MagicCompRules%2020270101.{form}">' for form in ("docx", "pdf"))
    html = f'{newer}<a href="/d/MagicCompRules%2020260227.txt">TXT</a>'

    assert found(html).url == "https://rules.example/d/MagicCompRules%2020260227.txt"


@pytest.mark.parametrize(
    ("target", "url"),
    [
        ("https://media.example/a/MagicCompRules%2020260227.txt", "https://media.example/a/MagicCompRules%2020260227.txt"),
        ("/a/MagicCompRules 20260227.txt", "https://rules.example/a/MagicCompRules 20260227.txt"),
        ("a/MagicCompRules_20260227.txt", "https://rules.example/en/a/MagicCompRules_20260227.txt"),
        ("//media.example/MagicCompRules20260227.txt?v=1&amp;w=2", "https://media.example/MagicCompRules20260227.txt?v=1&w=2"),
        (" /a/MagicCompRules%2020260227.TXT ", "https://rules.example/a/MagicCompRules%2020260227.TXT"),
    ],
)
def test_links_are_followed_as_browsers_do(target, url):
    """Relative and absolute links, with a space or a percent sign, lead to the text."""
    assert found(f"<A class=x HREF='{target}'>TXT</A>").url == url


def test_the_name_is_decoded():
    """The version is named by the file as people read it."""
    assert found('<a href="/d/MagicCompRules%2020260227.txt">').name == "MagicCompRules 20260227.txt"


@pytest.mark.parametrize(
    "html", ["", "<html>We will be right back.</html>", '<a href="/Rules20260227.txt">', '<img src="MagicCompRules%2020260227.txt">']
)
def test_a_page_without_a_release_is_refused(html):
    """A page that links no rules text names the setting to check."""
    with pytest.raises(SourceFailed, match="links no MagicCompRules text; check that JUDGE_RULES_PAGE_URL"):
        found(html)
