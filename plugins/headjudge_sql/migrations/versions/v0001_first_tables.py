"""The first tables."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# Spelt out here and not taken from `schema`: what a released migration makes never changes again.
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_MOMENT = sa.DateTime(timezone=True)


def _text(name: str, *, optional: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Text, nullable=optional)


def _number(name: str, *, optional: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, nullable=optional)


def _moment(name: str, *, optional: bool = False) -> sa.Column[Any]:
    return sa.Column(name, _MOMENT, nullable=optional)


def _flag(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Boolean, nullable=False)


def _table(name: str, key: tuple[str, ...], *parts: sa.schema.SchemaItem, **options: Any) -> None:
    op.create_table(name, *parts, sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"), **options)


def _numbered(name: str, *parts: sa.schema.SchemaItem) -> None:
    _table(name, ("id",), sa.Column("id", _NUMBER, nullable=False, autoincrement=True), *parts, sqlite_autoincrement=True)


def _shelved(name: str, key: tuple[str, ...], *parts: sa.schema.SchemaItem) -> None:
    _table(name, ("edition", *key), sa.Column("edition", _NUMBER, nullable=False), *parts, sqlite_with_rowid=False)


def _of_call(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["call"], ["calls.id"], name=f"fk_{table}_call", ondelete="CASCADE")


# Rows of a table or index, then rows that share its first column, its first two, and so on: about what Magic has.
# Without figures SQLite reads a whole edition by its primary key where an index would find one card's rulings.
_STATISTICS = (
    ("rules", "rules", "3000 3000 1"),
    ("rules", "ix_rules_number", "3000 3000 1"),
    ("cards", "cards", "30000 30000 1"),
    ("cards", "ix_cards_oracle_id", "30000 30000 1"),
    ("card_names", "card_names", "36000 36000 1 1"),
    ("rulings", "rulings", "58000 58000 1"),
    ("rulings", "ix_rulings_key", "58000 58000 1"),
    ("rulings", "ix_rulings_oracle_id", "58000 58000 4"),
)


def upgrade() -> None:
    """Make every table."""
    _corpora()
    _calls()
    _money()
    _vectors()
    _cases()
    _table("locks", ("name",), _text("name"), _text("owner"), _text("token"), _moment("taken"), _moment("renewed"))
    if op.get_bind().dialect.name == "sqlite":
        _tell_the_planner()


def _tell_the_planner() -> None:
    op.execute("ANALYZE")  # makes the table sqlite_stat1
    figures = sa.table("sqlite_stat1", sa.column("tbl"), sa.column("idx"), sa.column("stat"))
    op.bulk_insert(figures, [{"tbl": table, "idx": index, "stat": stat} for table, index, stat in _STATISTICS])


def _corpora() -> None:
    _numbered(
        "editions",
        _text("shelf"),
        _text("source"),
        _text("version"),
        _text("release"),
        _number("rows"),
        _moment("loaded"),
        _flag("finished"),
        _text("loader"),
    )
    _numbered("generations", _text("corpus"), _text("release"), _moment("switched"))
    _table(
        "generation_editions",
        ("generation", "shelf"),
        _number("generation"),
        _text("shelf"),
        _number("edition"),
        sa.ForeignKeyConstraint(["generation"], ["generations.id"], name="fk_generation_editions_generation", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["edition"], ["editions.id"], name="fk_generation_editions_edition"),
    )
    op.create_index("ix_generation_editions_edition", "generation_editions", ["edition"])
    _shelves()


def _shelves() -> None:
    _shelved(
        "rules",
        ("position",),
        _number("position"),
        _text("number"),
        _text("text"),
        _text("section"),
        _text("heading"),
        _text("examples"),
        _text("masked"),
    )
    op.create_index("ix_rules_number", "rules", ["edition", "number"])
    _shelved("cards", ("position",), _number("position"), _text("oracle_id"), _text("name"), _text("text_hash"), _text("payload"))
    op.create_index("ix_cards_oracle_id", "cards", ["edition", "oracle_id"])
    _shelved(
        "card_names", ("folded", "oracle_id"), _text("folded"), _text("oracle_id"), _text("kind"), _text("text"), _text("card"), _number("position")
    )
    _shelved(
        "rulings",
        ("position",),
        _number("position"),
        _text("key"),
        _text("oracle_id"),
        sa.Column("published", sa.Date, nullable=True),
        _text("text"),
        _text("source"),
    )
    op.create_index("ix_rulings_key", "rulings", ["edition", "key"])
    op.create_index("ix_rulings_oracle_id", "rulings", ["edition", "oracle_id"])
    _shelved("entries", ("kind", "position"), _text("kind"), _number("position"), _text("key"), _text("payload"))


def _calls() -> None:
    _numbered(
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
        _flag("from_case"),
        _moment("retired", optional=True),
    )
    op.create_index("ix_calls_thread", "calls", ["thread", "id"])
    _parts_of_calls()


def _parts_of_calls() -> None:
    _table(
        "citations",
        ("call", "position"),
        _number("call"),
        _number("position"),
        _text("kind"),
        _text("key"),
        _text("label"),
        _text("release"),
        _text("quote"),
        _text("source_hash"),
        _text("card", optional=True),
        _of_call("citations"),
    )
    op.create_index("ix_citations_key", "citations", ["kind", "key"])
    _table(
        "call_cards",
        ("call", "position"),
        _number("call"),
        _number("position"),
        _text("oracle_id"),
        _text("name"),
        _text("url"),
        _text("text_hash"),
        _text("span"),
        _of_call("call_cards"),
    )
    op.create_index("ix_call_cards_oracle_id", "call_cards", ["oracle_id"])
    _table("ratings", ("call", "member"), _number("call"), _text("member"), _number("value"), _flag("judge"), _moment("rated"), _of_call("ratings"))
    op.create_index("ix_ratings_member", "ratings", ["member"])


def _money() -> None:
    _table("budgets", ("period",), _text("period"), _number("spent"))
    _numbered("spend", _text("period"), _number("reserved"), _number("settled", optional=True), _text("state"), _moment("at"))
    op.create_index("ix_spend_period", "spend", ["period"])


def _vectors() -> None:
    _table("embedders", ("name",), _text("name"), _number("dimension"), _moment("since"))
    _table(
        "vectors",
        ("embedder", "text_hash"),
        _text("embedder"),
        _text("text_hash"),
        _number("dimension"),
        sa.Column("vector", sa.LargeBinary, nullable=False),
    )


def _cases() -> None:
    _table(
        "cases",
        ("id",),
        _text("id"),
        _number("version"),
        _text("state"),
        _text("payload"),
        _text("thread", optional=True),
        _text("door"),
        _moment("opened"),
        _moment("touched"),
        _moment("expires"),
    )
    op.create_index("ix_cases_expires", "cases", ["expires"])
