"""GET /api/about."""

import json
from typing import Any

import attrs
import pytest

from headjudge import Desk, Services
from headjudge.settings import Settings
from headjudge_http.about import about

FIELDS = [
    "program",
    "repository",
    "commit",
    "commit_url",
    "dirty",
    "license",
    "license_name",
    "license_url",
    "copyright",
    "operator_email",
    "operator_discord",
    "notice",
]


async def test_it_is_served_with_every_field_of_the_contract(desk: Desk, opened: Any) -> None:
    """Texts, a boolean, and null where something is not known."""
    response, text = await (await opened(desk)).get("/api/about")
    body = json.loads(text)

    assert (response.status, response.content_type) == (200, "application/json")
    assert list(body) == FIELDS
    assert [name for name in FIELDS if body[name] is None] == ["commit", "commit_url", "operator_email", "operator_discord"]
    assert body["dirty"] is False
    assert body["license"] == "Apache-2.0"


async def test_a_stamped_image_names_its_commit(desk: Desk, opened: Any, headjudge_services: Services) -> None:
    """With a link to it under the offered source, and whether there were changes besides."""
    stamped = Settings.from_environ({"JUDGE_COMMIT": "0123abcd", "JUDGE_DIRTY": "true", "JUDGE_SOURCE_URL": "https://git.example/fork/"})
    _, text = await (await opened(desk, services=attrs.evolve(headjudge_services, settings=stamped))).get("/api/about")
    body = json.loads(text)

    assert body["repository"] == "https://git.example/fork"
    assert (body["commit"], body["commit_url"], body["dirty"]) == ("0123abcd", "https://git.example/fork/commit/0123abcd", True)


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"JUDGE_OPERATOR_EMAIL": "j@example.org"}, "It is run by j@example.org."),
        ({"JUDGE_OPERATOR_EMAIL": "j@example.org", "JUDGE_OPERATOR_DISCORD": "jay"}, "It is run by j@example.org and jay."),
        ({"JUDGE_SOURCE_URL": "https://git.example/fork"}, "its source is at https://git.example/fork."),
    ],
)
def test_the_notice_says_it_in_words(variables: dict[str, str], words: str) -> None:
    """Source offer, operator, and that nobody official stands behind it."""
    notice = about(Settings.from_environ(variables)).notice

    assert words in notice
    assert "unofficial" in notice
