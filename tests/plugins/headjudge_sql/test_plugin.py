"""The plugin's part in the whole."""

from headjudge.discovery import discover
from headjudge.roles import Store
from headjudge.settings import Settings


def test_the_plugin_gives_the_store() -> None:
    """Its entry point gives one store, for both kinds of URL."""
    stores = discover().collect("stores", Settings())

    assert [tuple(store.schemes) for store in stores] == [("sqlite", "postgresql")]
    assert all(isinstance(store, Store) for store in stores)


def test_auto_migrate_is_read_from_the_settings() -> None:
    """JUDGE_AUTO_MIGRATE reaches the store."""
    settings = Settings.from_environ({"JUDGE_AUTO_MIGRATE": "false"})

    assert [store.auto_migrate for store in discover().collect("stores", settings)] == [False]
