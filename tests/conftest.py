"""What every part of the suite may need."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
import stamina
from filelock import FileLock

hypothesis.settings.register_profile("untimed", deadline=None)  # machines are shared: figures come from the benchmark
hypothesis.settings.load_profile("untimed")

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session", autouse=True)
def hurry() -> Iterator[None]:
    """Nobody waits between two attempts; each makes as many as it does elsewhere, for none makes a hundred."""
    with stamina.set_testing(True, attempts=100, cap=True):
        yield


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of the real corpora beside the checkout; the test is skipped where it is absent."""
    if not DATA.is_dir():
        pytest.skip("the real corpora are not beside the checkout")
    return DATA


@pytest.fixture(scope="session")
def judge_command() -> str:
    """The installed command."""
    found = shutil.which("judge", path=sysconfig.get_path("scripts"))
    assert found, "the command judge is not installed; pip install '.[test]'"
    return found


@pytest.fixture(scope="session")
def magic_mirror(real_data: Path) -> Iterator[str]:
    """The address of the upstreams' stand-in, which serves the real data. It listens on loopback alone."""
    mirror = [sys.executable, str(real_data.parent / "tools" / "mirror.py"), "--port", "0"]
    with subprocess.Popen(mirror, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().strip()
        process.kill()


@pytest.fixture(scope="session")
def magic_data_dir(magic_mirror: str, judge_command: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder into which `judge refresh` loaded the real corpora, once for the session. Copy it, never load into it.

    ``refreshed.txt`` in it is what the command printed.
    """
    folder = tmp_path_factory.getbasetemp()
    # Workers of one run share the folder above their own.
    folder = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "magic"
    said = folder / "refreshed.txt"
    with FileLock(f"{folder}.lock"):
        if not said.exists():
            where = {"JUDGE_DATA_DIR": str(folder), "JUDGE_SCRYFALL_URL": magic_mirror, "JUDGE_RULES_PAGE_URL": f"{magic_mirror}/en/rules"}
            clean = {name: value for name, value in os.environ.items() if not name.startswith("JUDGE_")}
            run = subprocess.run([judge_command, "refresh"], env=clean | where, capture_output=True, text=True)
            assert run.returncode == 0, run.stderr
            said.write_text(run.stdout, encoding="utf-8")
    return folder
