"""The environment, read once: every variable, its default, and all that is wrong with it in one error."""

import datetime
import difflib
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import attrs
import platformdirs

from headjudge import variables
from headjudge.errors import SettingsInvalid

__all__ = ["LEG_WEIGHTS", "Row", "Settings", "misspelt_variables", "rows", "unknown_variables"]

LEG_WEIGHTS: Final[Mapping[str, float]] = {
    # Each leg's scores are divided by their maximum, then summed with these weights.
    # Beside each: points of must@10 that dev / chat / gold_open lose without it, of 2026-11-21; `nox -s ablation` writes
    # them anew, with their intervals, into docs/explanation/retrieval.md.
    "abilities": 1.15,  # 0 / 9.7 / 6.5; of 1.0 to 2.0: less loses chat, more loses questions whose cards are beside the point
    "notes": 1.0,  # 0 / 0 / 3.5
    "told abilities": 0.8,  # 0.8 / 0 / 4.2; at 1.0 dev lost 1.5 points of must@7
    "concepts": 0.7,  # 3.3 / 0 / 3.0
    "keywords": 0.7,  # 0 / 1.0 / 0; the one leg that knows the rule of a card's rare keyword
    "full text": 0.6,  # 3.6 / 1.0 / -0.7
    "rulings": 0.4,  # 0 / 2.0 / 0.7
    "category": 0.2,  # 0.5 / -1.0 / 0, and two points of must@7 on dev
    "group vectors": 0.3,  # only with an embedder: both together give dev 0.5, and cost chat 1.0
    "vectors": 0.1,
    "prior calls": 0.3,  # not measured: nothing is stored where the others are
    "glossary": 0.1,  # finds entries, not rules: it has no say in which rules are shown
}
DEFAULT_WEIGHT: Final = 0.3
"""Of a leg that is not in the table."""


DOLLARS: Final = ("max_micros", "model_price_in", "model_price_out", "embed_price")
"""Fields that hold micro-dollars and are written and shown in dollars."""
_USER: Final = re.compile(r"://[^/@\s]*@")
"""User and password in an address."""


def _unsigned(value: Any) -> str:
    return _USER.sub("://…@", repr(value))


def _variable(name: str, read: Callable[[str], Any], default: Any, doc: str, *, secret: bool = False) -> Any:
    """A field of `Settings` that the environment variable *name* fills."""
    # A repr gets into tracebacks that show what a function held.
    return attrs.field(default=default, repr=False if secret else _unsigned, metadata={"variable": name, "read": read, "doc": doc, "secret": secret})


@attrs.frozen(kw_only=True)
class Settings:
    """All settings of a process. Blank variables count as unset."""

    data_dir: Path = _variable(
        "JUDGE_DATA_DIR", variables.path, attrs.Factory(lambda: platformdirs.user_data_path("headjudge")), "Folder of the database and the indexes."
    )
    database_url: str = _variable(
        "JUDGE_DATABASE_URL", variables.database_url, "", "The database. Blank: a SQLite file in JUDGE_DATA_DIR.", secret=True
    )
    auto_migrate: bool = _variable(
        "JUDGE_AUTO_MIGRATE", variables.flag, True, "Bring the schema up to date at start. false: refuse to start when it is behind."
    )
    plugins_off: tuple[str, ...] = _variable("JUDGE_PLUGINS_OFF", variables.names, (), "Names of plugins to leave out, parted by commas.")
    scryfall_url: str = _variable("JUDGE_SCRYFALL_URL", variables.url, "https://api.scryfall.com", "Where card data comes from.")
    rules_page_url: str = _variable(
        "JUDGE_RULES_PAGE_URL", variables.url, "https://magic.wizards.com/en/rules", "The page that links the Comprehensive Rules."
    )
    aliases_file: Path | None = _variable("JUDGE_ALIASES_FILE", variables.file, None, "A TOML file of nicknames that adds to ours or overrides them.")
    notes_file: Path | None = _variable(
        "JUDGE_NOTES_FILE", variables.file, None, "A TOML file of notes on cards that adds to ours or overrides them."
    )
    printed_names_file: Path | None = _variable(
        "JUDGE_PRINTED_NAMES_FILE",
        variables.file,
        None,
        "A file of card names in other languages for `judge refresh names`. Blank: the card data's own.",
    )
    refresh_at: datetime.time = _variable(
        "JUDGE_REFRESH_AT", variables.time_of_day, datetime.time(3, 30), "When `judge serve --jobs` loads what is new, each day (UTC)."
    )
    extractor: str = _variable(
        "JUDGE_EXTRACTOR", variables.text, "", "The extractor that reads questions. Blank: counsel with a model, clerk without."
    )
    synthesizer: str = _variable(
        "JUDGE_SYNTHESIZER", variables.text, "", "The synthesizer that writes verdicts. Blank: counsel with a model, else excerpts."
    )
    model_backend: str = _variable(
        "JUDGE_MODEL_BACKEND", variables.text, "", "What speaks to the model. Blank: litellm where JUDGE_MODEL is set, else none."
    )
    model: str = _variable(
        "JUDGE_MODEL", variables.model, "", "The model that writes verdicts, as litellm calls it. Blank: no language model is called."
    )
    extract_model: str = _variable("JUDGE_EXTRACT_MODEL", variables.model, "", "The model that reads questions. Blank: JUDGE_MODEL.")
    model_url: str = _variable("JUDGE_MODEL_URL", variables.url, "", "Address of an OpenAI-compatible server. Blank: the provider's own.")
    model_key: str = _variable("JUDGE_MODEL_KEY", variables.plain, "", "Key of the model. Blank: the provider's own variable, if any.", secret=True)
    model_effort: str = _variable(
        "JUDGE_MODEL_EFFORT", variables.one_of("none", "minimal", "low", "medium", "high"), "", "How hard the model is to think. Blank: its default."
    )
    model_max_tokens: int = _variable(
        "JUDGE_MODEL_MAX_TOKENS", variables.whole(256, 200_000), 6000, "Most tokens of a verdict, reasoning too: the worst case is reserved for them."
    )
    extract_max_tokens: int = _variable("JUDGE_EXTRACT_MAX_TOKENS", variables.whole(128, 200_000), 2000, "Most tokens of a reading, reasoning too.")
    model_timeout_secs: float = _variable(
        "JUDGE_MODEL_TIMEOUT_SECS", variables.seconds(600, 1), 60.0, "Seconds after which a model call is given up."
    )
    model_price_in: int | None = _variable(
        "JUDGE_MODEL_PRICE_IN",
        variables.dollars,
        None,
        "US dollars a million tokens that are sent. Blank: litellm's list. 0 for a model of your own.",
    )
    model_price_out: int | None = _variable(
        "JUDGE_MODEL_PRICE_OUT", variables.dollars, None, "US dollars a million tokens that come back. Blank: litellm's list."
    )
    embed_model: str = _variable(
        "JUDGE_EMBED_MODEL", variables.model, "", "The model of the embedder litellm (JUDGE_EMBEDDER=litellm), as litellm calls it."
    )
    embed_dimension: int = _variable(
        "JUDGE_EMBED_DIMENSION", variables.whole(0, 100_000), 0, "Numbers in a vector of JUDGE_EMBED_MODEL. Blank: litellm's list."
    )
    embed_price: int | None = _variable(
        "JUDGE_EMBED_PRICE", variables.dollars, None, "US dollars a million tokens that are embedded. Blank: litellm's list."
    )
    embedder: str = _variable("JUDGE_EMBEDDER", variables.text, "", "The embedder. Blank: vector search is off.")
    concurrency: int = _variable("JUDGE_CONCURRENCY", variables.whole(1, 1000), 2, "How many questions are judged at once.")
    slot_wait_secs: float = _variable(
        "JUDGE_SLOT_WAIT_SECS", variables.seconds(10), 0.0, "How long a question waits for a slot before the reply is busy."
    )
    max_micros: int = _variable("JUDGE_MAX_USD", variables.dollars, 5_000_000, "The spend cap of a period, in US dollars.")
    at_cap: str = _variable(
        "JUDGE_AT_CAP", variables.one_of("error", "excerpts"), "error", "At the spend cap: decline, or quote the sources without a verdict."
    )
    alert_webhook: str = _variable(
        "JUDGE_ALERT_WEBHOOK", variables.url, "", "Address that is told when the spend cap trips. Blank: nobody.", secret=True
    )
    reuse: bool = _variable("JUDGE_REUSE", variables.flag, True, "Give a stored verdict again when the very same question meets an unchanged corpus.")
    budget_period: str = _variable("JUDGE_BUDGET_PERIOD", variables.one_of("day", "month", "process"), "day", "How long one budget lasts (UTC).")
    brief_bytes: int = _variable(
        "JUDGE_BRIEF_BYTES", variables.whole(1000, 200_000), 15_500, "Bytes of rules, rulings and Oracle text packed for a verdict."
    )
    leg_weights: Mapping[str, float] = _variable(
        "JUDGE_LEG_WEIGHTS", variables.weights, attrs.Factory(dict), "Weights of retrieval legs that override the table."
    )
    api_addr: str = _variable("API_ADDR", variables.address, "127.0.0.1:8787", "Where the HTTP listener binds; links lead there by default.")
    client_ip: str = _variable(
        "API_CLIENT_IP",
        variables.one_of("peer", "cloudflare", "forwarded"),
        "peer",
        "Whose address counts as the client's: the connection's peer, CF-Connecting-IP, or the right-most stranger of X-Forwarded-For.",
    )
    trusted_proxies: tuple[variables.Network, ...] = _variable(
        "API_TRUSTED_PROXIES",
        variables.networks,
        variables.networks("127.0.0.0/8, ::1"),
        "Networks of the proxies whose header about the client is believed, parted by commas.",
    )
    rate_limit: int = _variable("API_RATE_LIMIT", variables.whole(1, 1_000_000), 4, "How many questions one address may ask in a window.")
    rate_window_secs: int = _variable("API_RATE_WINDOW_SECS", variables.whole(1, 604_800), 300, "Seconds of that window; it slides.")
    lookup_limit: int = _variable("API_LOOKUP_LIMIT", variables.whole(1, 1_000_000), 60, "How many look-ups one address may make in 60 seconds.")
    limits_url: str = _variable(
        "JUDGE_LIMITS_URL", variables.limits_url, "", "A Redis server that keeps the windows for several processes. Blank: memory.", secret=True
    )
    mcp_token: str = _variable("MCP_TOKEN", variables.token, "", "What MCP clients show as `Authorization: Bearer …`; --mcp needs it.", secret=True)
    mcp_allowed_hosts: tuple[str, ...] = _variable(
        "MCP_ALLOWED_HOSTS",
        variables.hosts,
        ("127.0.0.1", "localhost", "[::1]"),
        "Names under which MCP clients reach /mcp, parted by commas; without a port any port will do. Others get 403.",
    )
    mcp_judge_limit: int = _variable(
        "MCP_JUDGE_LIMIT",
        variables.whole(1, 1_000_000),
        20,
        "How many questions MCP clients may put and how many cases they may open, together, in a window.",
    )
    mcp_judge_window_secs: int = _variable("MCP_JUDGE_WINDOW_SECS", variables.whole(1, 604_800), 3600, "Seconds of that window; it slides.")
    metrics_addr: str = _variable("METRICS_ADDR", variables.address, "", "Where GET /metrics is served for Prometheus. Blank: nowhere.")
    public_url: str = _variable("JUDGE_PUBLIC_URL", variables.url, "", "Address under which the service is reached. Blank: http://{API_ADDR}.")
    rules_url: str = _variable("JUDGE_RULES_URL", variables.url, "", "Address under which citations link. Blank: {JUDGE_PUBLIC_URL}/rules.")
    operator_email: str = _variable("JUDGE_OPERATOR_EMAIL", variables.email, "", "Who runs the service; every door to the network needs it.")
    operator_discord: str = _variable("JUDGE_OPERATOR_DISCORD", variables.line, "", "Who runs the bot, by their name on Discord.")
    source_url: str = _variable(
        "JUDGE_SOURCE_URL", variables.url, "https://github.com/headjudge/headjudge", "Where the source is offered; a fork names its own."
    )
    commit: str = _variable("JUDGE_COMMIT", variables.commit, "", "The commit that an image was built from.")
    dirty: bool = _variable("JUDGE_DIRTY", variables.flag, False, "Whether that image was built with changes besides.")
    log_level: str = _variable(
        "JUDGE_LOG_LEVEL",
        variables.one_of("debug", "info", "warning", "error"),
        "",
        "The least severe log lines that are written. Blank: info for `judge serve`, else warning.",
    )

    @property
    def database(self) -> str:
        """The database's URL, the default filled in."""
        return self.database_url or f"sqlite:///{self.data_dir / 'headjudge.sqlite3'}"

    @property
    def root(self) -> str:
        """The address under which the service is reached, the default filled in."""
        return self.public_url or f"http://{self.api_addr}"

    @property
    def citation_root(self) -> str:
        """The address that every citation's link starts with."""
        return self.rules_url or f"{self.root}/rules"

    @property
    def backend(self) -> str:
        """Name of the model backend; empty when no language model is called."""
        return self.model_backend or ("litellm" if self.model else "")

    @property
    def reader(self) -> str:
        """Name of the extractor, the default filled in."""
        return self.extractor or ("counsel" if self.backend else "clerk")

    @property
    def writer(self) -> str:
        """Name of the synthesizer, the default filled in."""
        return self.synthesizer or ("counsel" if self.backend else "excerpts")

    def weight(self, leg: str) -> float:
        """Return the weight of the leg named *leg*."""
        return self.leg_weights.get(leg, LEG_WEIGHTS.get(leg, DEFAULT_WEIGHT))

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> "Settings":
        """Read *environ*.

        Raises:
            SettingsInvalid: something in it cannot be used; holds every fault.
        """
        values, faults = {}, []
        for field in attrs.fields(cls):
            name, text = field.metadata["variable"], environ.get(field.metadata["variable"], "").strip()
            if not text:
                continue
            try:
                values[field.name] = field.metadata["read"](text)
            except ValueError as error:
                shown = "its value" if field.metadata["secret"] else repr(_USER.sub("://…@", text)[:80])
                faults.append(f"{name}: {shown} cannot be used; {error}.")
        if faults:
            raise SettingsInvalid(faults)
        return cls(**values)


@attrs.frozen
class Row:
    """One variable as `judge settings` shows it; a secret's value is never in it."""

    variable: str
    value: str
    origin: str
    """``environment`` or ``default``."""
    doc: str


def rows(settings: Settings, environ: Mapping[str, str]) -> tuple[Row, ...]:
    """Return every variable in the order of `Settings`, with its value as shown and where it came from."""
    return tuple(_row(field, settings, environ) for field in attrs.fields(Settings))


def _row(field: "attrs.Attribute[Any]", settings: Settings, environ: Mapping[str, str]) -> Row:
    given = bool(environ.get(field.metadata["variable"], "").strip())
    value = getattr(settings, field.name)
    shown = "(set, not shown)" if field.metadata["secret"] and given else _shown(field.name, value)
    return Row(field.metadata["variable"], shown, "environment" if given else "default", field.metadata["doc"])


def _shown(name: str, value: Any) -> str:
    if name in DOLLARS and value is not None:
        return f"{value / 1_000_000:g}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={number:g}" for key, number in value.items())
    if isinstance(value, datetime.time):
        return f"{value:%H:%M}"
    return "" if value is None else _USER.sub("://…@", str(value))


def unknown_variables(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the variables of *environ* that begin with ``JUDGE_`` and that nothing here reads, sorted."""
    known = {field.metadata["variable"] for field in attrs.fields(Settings)}
    return tuple(sorted(name for name in environ if name.startswith("JUDGE_") and name not in known))


def misspelt_variables(environ: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return (variable, the one it resembles) of those of *environ* that nothing here reads, and that are near one that is read."""
    known = [field.metadata["variable"] for field in attrs.fields(Settings)]
    ours = tuple({f"{name.partition('_')[0]}_" for name in known})
    unread = sorted(name for name in environ if name.startswith(ours) and name not in known)
    near = ((name, difflib.get_close_matches(name, known, 1, 0.88)) for name in unread)
    return tuple((name, meant[0]) for name, meant in near if meant)
