"""What a plugin on the panel is lent."""

import attrs

from headjudge import Services


def test_hooks_of_one_plugin_share_what_one_of_them_made(headjudge_services: Services) -> None:
    """The first caller's stays; another name is another thing."""
    first = headjudge_services.once("mine.index", lambda: ["made first"])

    assert headjudge_services.once("mine.index", lambda: ["made second"]) is first
    assert headjudge_services.once("mine.other", lambda: ["made second"]) == ["made second"]


def test_another_process_shares_nothing(headjudge_services: Services) -> None:
    """What is shared belongs to one putting together of the house."""
    headjudge_services.once("mine.index", lambda: "old")
    again = attrs.evolve(headjudge_services)

    assert again.once("mine.index", lambda: "new") == "new"
