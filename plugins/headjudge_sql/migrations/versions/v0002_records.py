"""What answered a call, verdicts given again, and which budgets' alarms were sounded."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them."""
    op.create_table(
        "texts",
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_texts"),
    )
    for name in ("asked_as", "turns", "gates"):
        op.add_column("calls", sa.Column(name, sa.Text, nullable=True))
    op.add_column("calls", sa.Column("repeats", sa.BigInteger, nullable=True))
    op.create_index("ix_calls_asked_as", "calls", ["asked_as", "id"])
    op.add_column("budgets", sa.Column("tripped", sa.BigInteger, nullable=True))
