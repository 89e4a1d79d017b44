"""What aiohttp logs of its own accord, told again."""

import structlog
from aiohttp.http_exceptions import LineTooLong

from headjudge_http.retelling import retold


def test_an_unreadable_request_is_a_line() -> None:
    """Its kind alone: neither the address nor what was sent."""
    with structlog.testing.capture_logs() as lines:
        retold().exception("Error handling request from %s", "198.51.100.7", exc_info=LineTooLong(b"GET /?q=secret", 8190))

    assert lines == [{"event": "request.unreadable", "error": "LineTooLong", "log_level": "info"}]


def test_what_breaks_is_an_error() -> None:
    """With what broke, and again without the address."""
    error = RuntimeError("the disk")
    with structlog.testing.capture_logs() as lines:
        retold().exception("Error handling request from %s", "198.51.100.7", exc_info=error)
        retold().exception("Missing return statement on request handler")

    assert [(line["log_level"], line["event"], line["error"]) for line in lines] == [
        ("error", "connection.failed", "RuntimeError"),
        ("error", "connection.failed", None),
    ]
    assert lines[0]["exc_info"] is error
    assert "198.51.100.7" not in str(lines)


def test_what_is_of_no_account_is_not_told() -> None:
    """Clients that hang up, say."""
    with structlog.testing.capture_logs() as lines:
        retold().debug("Ignored premature client disconnection")
        retold().info("Whatever")

    assert lines == []
