"""What may stand in an environment variable: each reader gives the value, or says in words what to write instead.

Each raises `ValueError` with the cure.
"""

import datetime
import ipaddress
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

__all__ = [
    "Network",
    "address",
    "commit",
    "database_url",
    "dollars",
    "email",
    "file",
    "flag",
    "hosts",
    "limits_url",
    "line",
    "model",
    "names",
    "networks",
    "one_of",
    "path",
    "plain",
    "seconds",
    "text",
    "time_of_day",
    "token",
    "url",
    "weights",
    "whole",
]

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def text(text: str) -> str:
    """Any text."""
    return text


def plain(text: str) -> str:
    """A key or a name of printable ASCII without blanks."""
    if not re.fullmatch(r"[!-~]{1,500}", text):
        raise ValueError("write up to 500 characters of ASCII without blanks")
    return text


def token(text: str) -> str:
    """A secret that a client shows: long enough not to be guessed, and fit for a header."""
    if not re.fullmatch(r"[!-~]{24,500}", text):
        raise ValueError("write 24 to 500 characters of ASCII without blanks; `openssl rand -hex 32` makes some")
    return text


def model(text: str) -> str:
    """A model's name."""
    if not re.fullmatch(r"[!-~]{1,200}", text):
        raise ValueError("write the name as litellm has it, such as openai/gpt-5-mini, in up to 200 characters of ASCII without blanks")
    return text


def flag(text: str) -> bool:
    """A yes or a no."""
    if text.casefold() in ("true", "1", "yes", "on"):
        return True
    if text.casefold() in ("false", "0", "no", "off"):
        return False
    raise ValueError("write true or false")


def names(text: str) -> tuple[str, ...]:
    """Names parted by commas, blanks around them taken away."""
    return tuple(name for name in (part.strip() for part in text.split(",")) if name)


def url(text: str) -> str:
    """A whole http or https address, without a slash at its end."""
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and not re.search(r"\s", text)
    except ValueError:
        usable = False
    if not usable:
        raise ValueError("write a whole http or https address, such as https://example.org/rules")
    return text.rstrip("/")


def database_url(text: str) -> str:
    """The address of a database."""
    if not re.fullmatch(r"[a-z][a-z0-9+.-]*://.*", text):
        raise ValueError("write sqlite:///path/to/file.sqlite3 or postgresql://user@host/database")
    return text


def path(text: str) -> Path:
    """A path; ``~`` is a user's home."""
    if "\0" in text:
        raise ValueError("write a path without NUL characters")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise ValueError("write a path whose user exists") from None


def file(text: str) -> Path:
    """A file that is there."""
    named = path(text)
    if not named.is_file():
        raise ValueError("name a file that exists, or leave it blank")
    return named


def whole(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from *low* to *high*."""

    def read(text: str) -> int:
        if not re.fullmatch(r"-?\d{1,9}", text, re.ASCII) or not low <= int(text) <= high:
            raise ValueError(f"write a whole number from {low} to {high}")
        return int(text)

    return read


def seconds(high: float, low: float = 0) -> Callable[[str], float]:
    """Return a reader of seconds from *low* to *high*."""

    def read(text: str) -> float:
        if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text, re.ASCII) or not low <= float(text) <= high:
            raise ValueError(f"write a number of seconds from {low:g} to {high:g}")
        return float(text)

    return read


def dollars(text: str) -> int:
    """US dollars as micro-dollars."""
    if not re.fullmatch(r"\d{1,9}(\.\d{1,6})?", text, re.ASCII):
        raise ValueError("write an amount of US dollars with at most six places, such as 5 or 0.25")
    whole, _, places = text.partition(".")
    return int(whole) * 1_000_000 + int(places.ljust(6, "0"))


def one_of(*words: str) -> Callable[[str], str]:
    """Return a reader of one of *words*."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"write one of {', '.join(words)}")
        return text

    return read


def address(text: str) -> str:
    """Where a listener binds: host and port."""
    host, _, port = text.rpartition(":")
    if not host or not re.fullmatch(r"\d{1,5}", port, re.ASCII) or not 1 <= int(port) <= 65535:
        raise ValueError("write host:port, such as 127.0.0.1:8787")
    if not re.fullmatch(r"[A-Za-z0-9._-]+", host) and not _bracketed(host):
        raise ValueError("write a name or an address before the port, an IPv6 address in brackets, such as [::1]:8787")
    return text


def hosts(text: str) -> tuple[str, ...]:
    """Names of hosts in lower case, each with or without a port, parted by commas."""
    found = tuple(name.lower() for name in names(text))
    if not found:
        raise ValueError("write at least one name of a host, such as judge.example.org")
    for name in found:
        host, _, port = name.rpartition(":") if re.search(r":\d{1,5}$", name) else (name, "", "")
        if not re.fullmatch(r"[a-z0-9._-]{1,253}", host) and not _bracketed(host):
            raise ValueError("write names of hosts parted by commas, such as judge.example.org, 10.0.0.5:8787, [::1]")
        if port and not 1 <= int(port) <= 65535:
            raise ValueError(f"write a port from 1 to 65535 in place of {port}")
    return found


def _bracketed(host: str) -> bool:
    """Whether *host* is an IPv6 address in brackets."""
    if not (host.startswith("[") and host.endswith("]")):
        return False
    try:
        ipaddress.IPv6Address(host[1:-1])
    except ValueError:
        return False
    return True


def weights(text: str) -> Mapping[str, float]:
    """Weights of legs by name."""
    weights = {}
    for part in names(text):
        leg, _, number = part.partition("=")
        if not leg.strip() or not re.fullmatch(r"\d{1,3}(\.\d{1,4})?", number.strip(), re.ASCII):
            raise ValueError("write leg=number pairs parted by commas, such as concepts=1.2, full text=0.3")
        weights[leg.strip()] = float(number)
    return weights


def email(text: str) -> str:
    """An address of electronic mail, as far as it can be told from its form."""
    if not re.fullmatch(r"[^@\s<>\"]{1,64}@[^@\s<>\"]{1,190}", text):
        raise ValueError("write one address, such as judge@example.org")
    return text


def line(text: str) -> str:
    """A short text of one line."""
    if len(text) > 200 or not text.isprintable():
        raise ValueError("write one line of at most 200 characters")
    return text


def limits_url(text: str) -> str:
    """The address of a Redis server."""
    if not re.fullmatch(r"rediss?://[!-~]+", text):
        raise ValueError("write redis://host:6379 or rediss://user:password@host:6379/0")
    return text


def time_of_day(text: str) -> datetime.time:
    """An hour and a minute."""
    if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text, re.ASCII):
        raise ValueError("write an hour and a minute of 24 hours, such as 03:30")
    return datetime.time.fromisoformat(text)


def commit(text: str) -> str:
    """The hash of a commit."""
    if not re.fullmatch(r"[0-9a-f]{7,64}", text):
        raise ValueError("write the hash of a commit: 7 to 64 hexadecimal digits")
    return text


def networks(text: str) -> tuple[Network, ...]:
    """Networks in CIDR form, parted by commas; a bare address is a network of one."""
    try:
        return tuple(ipaddress.ip_network(part) for part in names(text))
    except ValueError:
        raise ValueError("write networks parted by commas, such as 127.0.0.0/8, ::1, 10.0.0.0/24 (no bits set behind the length)") from None
