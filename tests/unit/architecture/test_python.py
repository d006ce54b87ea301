"""The checks of Python code: mypy's strictness and ruff's rules each catch a planted breach."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.architecture.planting import plant
from tests.support.architecture.tree import ROOT

BIN = Path(sys.executable).parent
# mypy's error code -> code that it rejects.
LOOSE = {
    "no-untyped-def": "def send(message):\n    return message",
    "type-arg": "def rows() -> list:\n    return []",
    "no-any-return": "import json\ndef load() -> str:\n    return json.loads('1')",
    "misc": "from clients.models import Client\nClient.objects.get(nonsense=1)",
    "unreachable": "def sign(n: int) -> int:\n    if isinstance(n, str):\n        return 1\n    return 0",
    "unused-ignore": "x: int = 1  # type: ig" + "nore[assignment]",
}
# ruff's rule -> code that it rejects.
CARELESS = {
    "ASYNC210": "import httpx\nasync def get() -> None:\n    httpx.get('http://127.0.0.1')",
    "B006": "def add(rows: list[int] = []) -> None: ...",
    "F401": "import os",
    "PGH003": "x = 1  # type: ig" + "nore",
    "TID252": "from ..sync import hub",
}


@pytest.fixture(scope="module")
def type_errors(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    """File and code of each error that mypy finds in the planted files with the project's settings."""
    root = tmp_path_factory.mktemp("loose")
    names = {code: f"planted_{code.replace('-', '_')}.py" for code in LOOSE}
    plant(root, {names[code]: f'"""Planted."""\n\n{text}\n' for code, text in LOOSE.items()})
    command = [str(BIN / "mypy"), "--no-error-summary", "--output=json", *(str(root / name) for name in names.values())]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    errors = [json.loads(line) for line in done.stdout.splitlines()]
    return [(Path(error["file"]).name, error["code"]) for error in errors]


@pytest.mark.parametrize("code", LOOSE)
def test_loose_types_are_rejected(code: str, type_errors: list[tuple[str, str]]) -> None:
    assert (f"planted_{code.replace('-', '_')}.py", code) in type_errors


@pytest.mark.parametrize("rule", CARELESS)
def test_careless_code_is_rejected(rule: str) -> None:
    command = [str(BIN / "ruff"), "check", "--output-format=json", "--stdin-filename=platform/clients/planted.py", "-"]
    text = f'"""Planted."""\n\n{CARELESS[rule]}\n'
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True, timeout=60, check=False)
    assert rule in {finding["code"] for finding in json.loads(done.stdout)}
