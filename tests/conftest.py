"""What every part of the suite may need."""

from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of the real corpora beside the checkout; the test is skipped where it is absent."""
    if not DATA.is_dir():
        pytest.skip("the real corpora are not beside the checkout")
    return DATA
