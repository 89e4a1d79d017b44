"""Store on SQLAlchemy Core: SQLite by default, PostgreSQL by URL."""
