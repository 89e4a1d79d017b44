"""The tables, as the statements of this package name them. `migrations` makes them; a test holds the two together."""

import datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

__all__ = [
    "InsertMissing",
    "Moment",
    "budgets",
    "call_cards",
    "calls",
    "card_names",
    "cards",
    "cases",
    "citations",
    "editions",
    "embedders",
    "entries",
    "generation_editions",
    "generations",
    "locks",
    "metadata",
    "ratings",
    "rules",
    "rulings",
    "spend",
    "texts",
    "vectors",
]


class Moment(sa.TypeDecorator[datetime.datetime]):
    """A point in time: aware, UTC; SQLite, which keeps no zone, holds it as UTC."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime.datetime | None, dialect: sa.Dialect) -> datetime.datetime | None:
        """Return *value* in UTC. A naive one would be read as local time, so it is refused.

        Raises:
            ValueError: *value* is naive.
        """
        if value is not None and value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone; give an aware time")
        return value and value.astimezone(datetime.UTC)

    def process_result_value(self, value: datetime.datetime | None, dialect: sa.Dialect) -> datetime.datetime | None:
        """Return *value* as UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=datetime.UTC) if value.tzinfo is None else value.astimezone(datetime.UTC)


class InsertMissing(sa.Insert):
    """An INSERT that leaves out rows whose key is taken: the one grammar of it that SQLite and PostgreSQL share."""

    inherit_cache = True


@compiles(InsertMissing)
def _compile(element: InsertMissing, compiler: SQLCompiler, **options: Any) -> str:
    return f"{compiler.visit_insert(element, **options)} ON CONFLICT DO NOTHING"  # type: ignore[no-untyped-call]


metadata: Final = sa.MetaData(
    naming_convention={"pk": "pk_%(table_name)s", "fk": "fk_%(table_name)s_%(column_0_name)s", "uq": "uq_%(table_name)s_%(column_0_N_name)s"}
)
# SQLite gives out numbers by itself only for a column of exactly this type.
_NUMBER: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _table(name: str, *parts: sa.schema.SchemaItem) -> sa.Table:
    """A table whose rows have names of their own."""
    return sa.Table(name, metadata, *parts)


def _numbered(name: str, *parts: sa.schema.SchemaItem) -> sa.Table:
    """A table that numbers its rows and never gives a number twice: indexes, links and citations outlive the rows."""
    return sa.Table(name, metadata, sa.Column("id", _NUMBER, primary_key=True), *parts, sqlite_autoincrement=True)


def _shelved(name: str, *parts: sa.schema.SchemaItem) -> sa.Table:
    """A table of rows of editions, kept in the order of its key."""
    return sa.Table(name, metadata, sa.Column("edition", _NUMBER, primary_key=True, autoincrement=False), *parts, sqlite_with_rowid=False)


def _text(name: str, *, optional: bool = False, key: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, nullable=optional, primary_key=key)


def _number(name: str, *parts: sa.schema.SchemaItem, optional: bool = False, key: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, *parts, nullable=optional, primary_key=key, autoincrement=False)


def _moment(name: str, *, optional: bool = False) -> sa.Column[Any]:
    return sa.Column(name, Moment, nullable=optional)


# Corpora. The rows of an edition have no foreign key to it: a sweep takes them in small batches, and checking each would double a load.
editions: Final = _numbered(
    "editions",
    _text("shelf"),
    _text("source"),
    _text("version"),
    _text("release"),
    _number("rows"),
    _moment("loaded"),
    sa.Column("finished", sa.Boolean, nullable=False),
    _text("loader"),  # token of the lock under which it was begun
)
generations: Final = _numbered("generations", _text("corpus"), _text("release"), _moment("switched"))
generation_editions: Final = _table(
    "generation_editions",
    _number("generation", sa.ForeignKey("generations.id", ondelete="CASCADE"), key=True),
    _text("shelf", key=True),
    _number("edition", sa.ForeignKey("editions.id")),
    sa.Index("ix_generation_editions_edition", "edition"),
)
rules: Final = _shelved(
    "rules",
    _number("position", key=True),
    _text("number"),
    _text("text"),
    _text("section"),
    _text("heading"),
    _text("examples"),
    _text("masked"),
    sa.Index("ix_rules_number", "edition", "number"),
)
cards: Final = _shelved(
    "cards",
    _number("position", key=True),
    _text("oracle_id"),
    _text("name"),
    _text("text_hash"),
    _text("payload"),
    sa.Index("ix_cards_oracle_id", "edition", "oracle_id"),
)
card_names: Final = _shelved(
    "card_names",
    _text("folded", key=True),
    _text("oracle_id", key=True),
    _text("kind"),
    _text("text"),
    _text("card"),
    _number("position"),
)
rulings: Final = _shelved(
    "rulings",
    _number("position", key=True),
    _text("key"),
    _text("oracle_id"),
    sa.Column("published", sa.Date, nullable=True),
    _text("text"),
    _text("source"),
    sa.Index("ix_rulings_key", "edition", "key"),
    sa.Index("ix_rulings_oracle_id", "edition", "oracle_id"),
)
# Sections, glossary entries, aliases, notes, symbols, categories, concepts: few, and always read whole.
entries: Final = _shelved("entries", _text("kind", key=True), _number("position", key=True), _text("key"), _text("payload"))

# Calls. `reading` to `cost`, `turns` and `gates` are for replaying a call as it was judged.
calls: Final = _numbered(
    "calls",
    _moment("asked"),
    _text("door"),
    _text("thread", optional=True),
    _text("question"),
    _text("pins"),
    _text("history"),
    _text("synthesizer"),
    _text("model", optional=True),
    _text("prompt_hash", optional=True),
    _text("reading", optional=True),
    _text("material", optional=True),
    _text("versions", optional=True),
    _number("cost", optional=True),
    _text("answer"),
    _text("confidence"),
    _text("source"),
    _text("release"),
    _text("corpus"),
    _number("generation"),
    sa.Column("from_case", sa.Boolean, nullable=False),
    _moment("retired", optional=True),
    _text("asked_as", optional=True),  # hash of the question's text and pins
    _text("turns", optional=True),
    _text("gates", optional=True),
    _number("repeats", optional=True),  # the call whose verdict was given again
    sa.Index("ix_calls_thread", "thread", "id"),
    sa.Index("ix_calls_asked_as", "asked_as", "id"),
)
# What was shown to those who judged: most calls show rules that others showed too.
texts: Final = _table("texts", _text("hash", key=True), _text("text"))
citations: Final = _table(
    "citations",
    _number("call", sa.ForeignKey("calls.id", ondelete="CASCADE"), key=True),
    _number("position", key=True),
    _text("kind"),
    _text("key"),
    _text("label"),
    _text("release"),
    _text("quote"),
    _text("source_hash"),
    _text("card", optional=True),
    sa.Index("ix_citations_key", "kind", "key"),
)
call_cards: Final = _table(
    "call_cards",
    _number("call", sa.ForeignKey("calls.id", ondelete="CASCADE"), key=True),
    _number("position", key=True),
    _text("oracle_id"),
    _text("name"),
    _text("url"),
    _text("text_hash"),
    _text("span"),
    sa.Index("ix_call_cards_oracle_id", "oracle_id"),
)
ratings: Final = _table(
    "ratings",
    _number("call", sa.ForeignKey("calls.id", ondelete="CASCADE"), key=True),
    _text("member", key=True),
    _number("value"),
    sa.Column("judge", sa.Boolean, nullable=False),
    _moment("rated"),
    sa.Index("ix_ratings_member", "member"),
)

# Money, in micro-dollars.
budgets: Final = _table("budgets", _text("period", key=True), _number("spent"), _number("tripped", optional=True))
spend: Final = _numbered(
    "spend",
    _text("period"),
    _number("reserved"),
    _number("settled", optional=True),
    _text("state"),
    _moment("at"),
    sa.Index("ix_spend_period", "period"),
)

# Vectors, and which embedder made them.
embedders: Final = _table("embedders", _text("name", key=True), _number("dimension"), _moment("since"))
vectors: Final = _table(
    "vectors",
    _text("embedder", key=True),
    _text("text_hash", key=True),
    _number("dimension"),
    sa.Column("vector", sa.LargeBinary, nullable=False),
)

# Cases of outside agents.
cases: Final = _table(
    "cases",
    _text("id", key=True),
    _number("version"),
    _text("state"),
    _text("payload"),
    _text("thread", optional=True),
    _text("door"),
    _moment("opened"),
    _moment("touched"),
    _moment("expires"),
    sa.Index("ix_cases_expires", "expires"),
)

# Who holds a right across processes: `owner` is host:pid, `token` one taking of it.
locks: Final = _table("locks", _text("name", key=True), _text("owner"), _text("token"), _moment("taken"), _moment("renewed"))
