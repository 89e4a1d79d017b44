"""What the SDK logs of its own accord."""

import logging

from structlog.testing import capture_logs

from headjudge_mcp.retelling import retold


def test_nothing_of_what_it_says_is_repeated() -> None:
    """Where a line arose and the kind of its error: its words may hold what was asked."""
    retelling = retold()
    retelling.begin()
    try:
        with capture_logs() as lines:
            logging.getLogger("mcp.server.anything").info("May I?")
            try:
                raise ValueError("May I?")
            except ValueError:
                logging.getLogger("mcp.server.anything").exception("failed for %r", "May I?")
    finally:
        retelling.end()

    assert [(line["event"], line["error"], line["log_level"]) for line in lines] == [("mcp.warned", "ValueError", "error")]
    assert "May I?" not in str(lines)


def test_it_is_on_only_while_it_is_served() -> None:
    """Who embeds us keeps the SDK's lines."""
    logger, retelling = logging.getLogger("mcp"), retold()
    before = (list(logger.handlers), logger.propagate)

    retelling.begin()
    during = (retelling in logger.handlers, logger.propagate)
    retelling.end()

    assert during == (True, False)
    assert (list(logger.handlers), logger.propagate) == before
