"""A private PostgreSQL server for tests: ``python tests/postgres_server.py -- COMMAND…`` runs COMMAND with JUDGE_TEST_POSTGRES_URL set.

It needs the programs of Debian's package ``postgresql``, listens on loopback, and is gone with its files when COMMAND ends.
"""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

USER: Final = "headjudge"
READY_SECS: Final = 60


class ServerAbsent(Exception):
    """PostgreSQL's programs are not installed, or the server did not start."""


def programs() -> Path:
    """Return the folder of PostgreSQL's programs, of the newest version installed.

    Raises:
        ServerAbsent: there is none.
    """
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not folders:
        raise ServerAbsent("PostgreSQL is not installed; apt-get install postgresql")
    return folders[-1].parent


@contextmanager
def server() -> Iterator[str]:
    """Run a server inside the block and give the URL of its one database; the password is in it."""
    found, password = programs(), secrets.token_hex(12)
    with tempfile.TemporaryDirectory(prefix="headjudge-postgres-") as name:
        folder = Path(name)
        _initialize(found, folder, password)
        port = _free_port()
        running = _start(found, folder, port)
        try:
            _wait(found, port, running)
            yield f"postgresql://{USER}:{password}@127.0.0.1:{port}/postgres"
        finally:
            running.send_signal(signal.SIGINT)  # a fast shutdown: clients are sent away
            running.wait(30)


def _initialize(found: Path, folder: Path, password: str) -> None:
    secret = folder / "password"
    secret.write_text(password)
    for path in (folder, secret):
        shutil.chown(path, **_owner())
    command = [
        found / "initdb",
        "-D",
        folder / "data",
        "-U",
        USER,
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
        "--auth=scram-sha-256",
        f"--pwfile={secret}",
        "--no-sync",
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, **_unprivileged())
    if done.returncode:
        raise ServerAbsent(f"initdb failed: {done.stderr.strip()}")


def _start(found: Path, folder: Path, port: int) -> "subprocess.Popen[bytes]":
    options = ["-c", "fsync=off", "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-p", str(port)]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen([found / "postgres", "-D", folder / "data", *options], cwd=folder, stdout=log, stderr=log, **_unprivileged())


def _wait(found: Path, port: int, running: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + READY_SECS
    while time.monotonic() < end and running.poll() is None:
        if subprocess.run([found / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)], check=False).returncode == 0:
            return
        time.sleep(0.1)
    raise ServerAbsent("the PostgreSQL server did not start")


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _owner() -> dict[str, str]:
    """Whom the server's files belong to."""
    return {"user": _account()} if os.geteuid() == 0 else {"user": pwd.getpwuid(os.geteuid()).pw_name}


def _unprivileged() -> dict[str, Any]:
    """Options of a child process that is not root's: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    account = pwd.getpwnam(_account())
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def _account() -> str:
    """The account that Debian's package makes, else the one that owns nothing."""
    known = {account.pw_name for account in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def main(arguments: Sequence[str]) -> int:
    """Run the command after ``--`` beside a server and return its exit code."""
    command = list(arguments[1:] if arguments[:1] == ["--"] else arguments)
    if not command:
        print(__doc__)
        return 2
    try:
        with server() as url:
            return subprocess.run(command, env={**os.environ, "JUDGE_TEST_POSTGRES_URL": url}, check=False).returncode
    except ServerAbsent as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
