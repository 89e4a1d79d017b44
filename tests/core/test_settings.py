"""The environment: what is read, what is refused, and what is never shown."""

from pathlib import Path

import attrs
import pytest

from headjudge import SettingsInvalid
from headjudge.settings import Settings, misspelt_variables, rows, unknown_variables


def faults(**environ: str) -> tuple[str, ...]:
    with pytest.raises(SettingsInvalid) as caught:
        Settings.from_environ(environ)
    return caught.value.faults


def test_an_empty_environment_is_usable() -> None:
    """Everything has a default."""
    settings = Settings.from_environ({})

    assert (settings.reader, settings.writer, settings.concurrency, settings.max_micros) == ("clerk", "excerpts", 2, 5_000_000)


def test_blank_counts_as_unset() -> None:
    """A variable of white space is as good as none."""
    assert Settings.from_environ({"JUDGE_CONCURRENCY": "  ", "JUDGE_MAX_USD": ""}) == Settings.from_environ({})


def test_every_fault_is_reported_at_once() -> None:
    """All that cannot be used is told in one error, in the order of the settings, each with its variable and the cure."""
    assert faults(JUDGE_CONCURRENCY="many", JUDGE_MAX_USD="-1", JUDGE_AUTO_MIGRATE="maybe", JUDGE_SLOT_WAIT_SECS="11") == (
        "JUDGE_AUTO_MIGRATE: 'maybe' cannot be used; write true or false.",
        "JUDGE_CONCURRENCY: 'many' cannot be used; write a whole number from 1 to 1000.",
        "JUDGE_SLOT_WAIT_SECS: '11' cannot be used; write a number of seconds from 0 to 10.",
        "JUDGE_MAX_USD: '-1' cannot be used; write an amount of US dollars with at most six places, such as 5 or 0.25.",
    )


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("JUDGE_AUTO_MIGRATE", "2"),
        ("JUDGE_SCRYFALL_URL", "ftp://example.org"),
        ("JUDGE_SCRYFALL_URL", "http://"),
        ("JUDGE_SCRYFALL_URL", "http://example.org:99999"),
        ("JUDGE_RULES_PAGE_URL", "http://[::1"),
        ("JUDGE_DATABASE_URL", "headjudge.sqlite3"),
        ("JUDGE_ALIASES_FILE", "/no/such/file.toml"),
        ("JUDGE_NOTES_FILE", "a\0b"),
        ("JUDGE_DATA_DIR", "a\0b"),
        ("JUDGE_CONCURRENCY", "0"),
        ("JUDGE_CONCURRENCY", "1001"),
        ("JUDGE_CONCURRENCY", "２"),
        ("JUDGE_SLOT_WAIT_SECS", "1e1"),
        ("JUDGE_SLOT_WAIT_SECS", "nan"),
        ("JUDGE_MAX_USD", "0.1234567"),
        ("JUDGE_BUDGET_PERIOD", "week"),
        ("JUDGE_BRIEF_BYTES", "999"),
        ("JUDGE_LEG_WEIGHTS", "concepts"),
        ("JUDGE_LEG_WEIGHTS", "=1"),
        ("JUDGE_LEG_WEIGHTS", "concepts=-1"),
        ("JUDGE_LEG_WEIGHTS", "concepts=nan"),
        ("MCP_TOKEN", "23-characters-are-fewer"),
        ("MCP_TOKEN", "a token that has blanks in it"),
        ("MCP_TOKEN", "übermäßig-lang-und-doch-nicht"),
        ("MCP_ALLOWED_HOSTS", "https://judge.example"),
        ("MCP_ALLOWED_HOSTS", "judge.example, a/b"),
        ("MCP_ALLOWED_HOSTS", "judge.example:0"),
        ("MCP_ALLOWED_HOSTS", "judge.example:65536"),
        ("MCP_ALLOWED_HOSTS", "::1"),
        ("MCP_ALLOWED_HOSTS", "*"),
        ("MCP_JUDGE_LIMIT", "0"),
        ("MCP_JUDGE_WINDOW_SECS", "604801"),
        ("API_ADDR", "127.0.0.1"),
        ("API_ADDR", ":8787"),
        ("API_ADDR", "host:65536"),
        ("API_ADDR", "[::z]:1"),
        ("API_ADDR", "[::1:1"),
        ("API_ADDR", ":::8787"),
        ("API_ADDR", "http://127.0.0.1:8787"),
        ("JUDGE_PUBLIC_URL", "https://judge example.org"),
        ("JUDGE_PUBLIC_URL", "https://example.org:0"),
        ("JUDGE_LOG_LEVEL", "loud"),
    ],
)
def test_what_cannot_be_used_names_its_variable(variable: str, text: str) -> None:
    """There is one sentence, and it begins with the variable."""
    (fault,) = faults(**{variable: text})

    assert fault.startswith(f"{variable}: ")
    assert fault.endswith(".")
    assert "\n" not in fault


def test_a_secret_is_never_in_an_error() -> None:
    """A database's address may hold a password."""
    (fault,) = faults(JUDGE_DATABASE_URL="//judge:hunter2@db/x")

    assert fault == "JUDGE_DATABASE_URL: its value cannot be used; write sqlite:///path/to/file.sqlite3 or postgresql://user@host/database."


def test_a_secret_is_never_shown() -> None:
    """`judge settings` says that it is set, and not to what; its default is no secret."""
    environ = {"JUDGE_DATABASE_URL": "postgresql://judge:hunter2@db/x"}
    shown = {row.variable: row for row in rows(Settings.from_environ(environ), environ)}

    assert shown["JUDGE_DATABASE_URL"].value == "(set, not shown)"
    assert "hunter2" not in str(shown)


def test_a_secret_is_never_in_the_repr() -> None:
    """Tracebacks may show it: neither key, webhook, database nor the password in any address."""
    settings = Settings.from_environ(
        {
            "JUDGE_DATABASE_URL": "postgresql://judge:hunter2@db/x",
            "JUDGE_MODEL_KEY": "sk-hunter2",
            "JUDGE_ALERT_WEBHOOK": "https://hooks.example/hunter2",
            "JUDGE_MODEL_URL": "https://me:hunter2@models.example/v1",
            "JUDGE_CONCURRENCY": "3",
        }
    )

    assert "hunter2" not in repr(settings)
    assert "concurrency=3" in repr(settings)
    assert "model_url='https://…@models.example/v1'" in repr(settings)


def test_rows_tell_where_a_value_comes_from() -> None:
    """Environment or default; money in dollars, flags in words."""
    environ = {"JUDGE_MAX_USD": "0.25", "JUDGE_AUTO_MIGRATE": "no", "JUDGE_PLUGINS_OFF": "a, b", "JUDGE_LEG_WEIGHTS": "full text=0.5"}
    shown = {row.variable: (row.value, row.origin) for row in rows(Settings.from_environ(environ), environ)}

    assert shown["JUDGE_MAX_USD"] == ("0.25", "environment")
    assert shown["JUDGE_AUTO_MIGRATE"] == ("false", "environment")
    assert shown["JUDGE_PLUGINS_OFF"] == ("a, b", "environment")
    assert shown["JUDGE_LEG_WEIGHTS"] == ("full text=0.5", "environment")
    assert shown["JUDGE_CONCURRENCY"] == ("2", "default")
    assert shown["JUDGE_ALIASES_FILE"] == ("", "default")


def test_variables_that_nobody_reads_are_named() -> None:
    """A misspelt variable is found by its prefix; other programs' variables are none of ours."""
    environ = {"JUDGE_CONCURENCY": "2", "JUDGE_MAX_USD": "1", "PATH": "/bin", "JUDGE_A": ""}

    assert unknown_variables(environ) == ("JUDGE_A", "JUDGE_CONCURENCY")


def test_every_setting_has_a_variable_of_its_own_and_a_sentence() -> None:
    """No two fields read one variable, and each is documented."""
    variables = [field.metadata["variable"] for field in attrs.fields(Settings)]

    assert len(set(variables)) == len(variables)
    assert all(field.metadata["doc"].endswith(".") for field in attrs.fields(Settings))


def test_the_database_is_a_file_in_the_data_folder_by_default() -> None:
    """A given URL wins."""
    assert Settings(data_dir=Path("/data")).database == "sqlite:////data/headjudge.sqlite3"
    assert Settings(database_url="postgresql://h/d").database == "postgresql://h/d"


@pytest.mark.parametrize(
    ("environ", "root"),
    [
        ({}, "http://127.0.0.1:8787/rules"),
        ({"API_ADDR": "[::1]:80"}, "http://[::1]:80/rules"),
        ({"JUDGE_PUBLIC_URL": "https://judge.example/"}, "https://judge.example/rules"),
        ({"JUDGE_PUBLIC_URL": "https://judge.example", "JUDGE_RULES_URL": "https://rules.example/cr/"}, "https://rules.example/cr"),
    ],
)
def test_where_citations_link(environ: dict[str, str], root: str) -> None:
    """Rules address, else the public one, else the listener's."""
    assert Settings.from_environ(environ).citation_root == root


def test_mcp_clients_reach_loopback_names_by_default() -> None:
    """Other names replace them; their case does not count, and a port may be named."""
    given = Settings.from_environ({"MCP_ALLOWED_HOSTS": "Judge.Example, 10.0.0.5:8787, [::1]:1"})

    assert Settings().mcp_allowed_hosts == ("127.0.0.1", "localhost", "[::1]")
    assert given.mcp_allowed_hosts == ("judge.example", "10.0.0.5:8787", "[::1]:1")


def test_hosts_that_name_none_are_refused() -> None:
    """A comma alone would keep everybody out."""
    with pytest.raises(SettingsInvalid, match=r"MCP_ALLOWED_HOSTS: .*write at least one name"):
        Settings.from_environ({"MCP_ALLOWED_HOSTS": ","})


def test_a_token_is_shown_nowhere() -> None:
    """Neither in the settings' own words nor in the table of `judge settings`."""
    environ = {"MCP_TOKEN": "sesame-sesame-sesame-sesame"}
    settings = Settings.from_environ(environ)

    assert settings.mcp_token == "sesame-sesame-sesame-sesame"
    assert "sesame" not in repr(settings) + str(rows(settings, environ))


def test_a_leg_has_a_weight() -> None:
    """From the settings, else from the table, else the default of a leg that nobody weighed."""
    settings = Settings.from_environ({"JUDGE_LEG_WEIGHTS": "full text=0, my leg=2.5"})

    assert (settings.weight("full text"), settings.weight("my leg"), settings.weight("nobody's")) == (0, 2.5, 0.3)
    assert settings.weight("concepts") > 0


def test_misspelt_variables_of_every_prefix_are_told() -> None:
    """Those of other programs that begin so are passed over."""
    environ = {"MCP_ALLOWED_HOST": "x", "API_ADR": "x", "JUDGE_MODLE": "x", "API_KEY": "x", "MCP_TOKEN": "x"}

    assert misspelt_variables(environ) == (("API_ADR", "API_ADDR"), ("JUDGE_MODLE", "JUDGE_MODEL"), ("MCP_ALLOWED_HOST", "MCP_ALLOWED_HOSTS"))
