"""What Alembic runs: the migrations, on the connection that it was lent."""

from alembic import context

from headjudge_sql.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
