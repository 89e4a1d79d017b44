"""What the listener knows of a request besides what aiohttp does."""

from typing import Final

from aiohttp import web

__all__ = ["CLIENT", "ID", "KIND", "QUIET"]

ID: Final = web.RequestKey("id", str)
"""A name for the request in log lines and in the reply's header X-Request-ID."""
CLIENT: Final = web.RequestKey("client", str)
"""The client's address, as API_CLIENT_IP says it is found: whole, so never to be written down."""
KIND: Final = web.RequestKey("kind", str)
"""Kind of the reply to a question, for the log and the metrics; a handler that judges sets it."""
QUIET: Final = web.RequestKey("quiet", bool)
"""Set for what is not worth a line of the log at its usual level: a page's own files are a dozen requests."""
