def pytest_configure(config: object) -> None:
    """Nothing yet."""
