"""The OpenAPI document, held against a real listener by schemathesis."""

import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest

SCHEMATHESIS = shutil.which("schemathesis", path=sysconfig.get_path("scripts"))
PHASES = ("--phases", "examples,coverage,fuzzing", "--max-examples", "60", "--generation-deterministic")


@pytest.mark.openapi
@pytest.mark.skipif(SCHEMATHESIS is None, reason="pip install schemathesis")
def test_the_api_is_as_its_document_says(service: Any, tmp_path: Path) -> None:
    """Every check of schemathesis, on every operation: what fits is taken, what does not is refused, and each reply is described."""
    # From a file: the route that a document is read from is not tried.
    (tmp_path / "openapi.json").write_text(service.get("/api/openapi.json").text, encoding="utf-8")
    command = [str(SCHEMATHESIS), "run", "openapi.json", "--url", service.url, *PHASES, "--no-color"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)

    print(run.stdout)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "No issues found" in run.stdout
    assert f"Tested: {len(operations(service))}\n" in run.stdout


def operations(service: Any) -> list[tuple[str, str]]:
    """(method, path) of what the document describes."""
    return [(method, path) for path, methods in service.get("/api/openapi.json").body["paths"].items() for method in methods]


def test_the_document_describes_what_is_served(service: Any) -> None:
    """The questions, the look-ups, health and about; with the address of the service and who answers for it."""
    document = service.get("/api/openapi.json").body

    assert document["openapi"].startswith("3.1")
    assert document["servers"] == [{"url": service.url}]
    assert document["info"]["contact"] == {"email": "judge@example.org"}
    assert {path for _, path in operations(service)} >= {
        *("/api/judge", "/api/judge/stream", "/api/health", "/api/about"),
        *("/api/cards", "/api/cards/{name}", "/api/rules/{number}", "/api/search", "/api/glossary/{term}"),
    }
    assert set(document["paths"]["/api/judge"]["post"]["responses"]) == {"200", "400", "408", "413", "415", "422", "429", "503"}
