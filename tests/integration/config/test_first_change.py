"""FIRST_CHANGE.md: its test fails in a copy of the code, and passes once its steps for the server are applied there."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from tests.support.architecture.tree import ROOT

# Pytest starts twice and Django once, each in a process of its own.
pytestmark = [pytest.mark.thorough, pytest.mark.timeout(900)]

TEST = "tests/integration/clients/test_nickname.py"
# The file of each step and the line before which its code goes, in the order of the document.
PLACES = [
    ("platform/clients/models.py", '    phone = models.CharField(max_length=40, default="")\n'),
    ("platform/clients/schemas.py", "    phone: Typed | None = None\n"),
    ("platform/clients/schemas.py", "    plan_level: str | None\n    model_preference: str | None\n"),
    ("platform/clients/client_details.py", '    "phone": _phone,\n'),
]
PERSONAL_DATA = "platform/clients/services/personal_data.py"


def code_blocks(part: str) -> list[str]:
    """The indented code of a part of the document, without its indentation."""
    blocks = re.findall(r"(?:^ {4}.*\n|^\n(?=\n* {4}))+", part, re.MULTILINE)
    return [dedent(block).strip("\n") + "\n" for block in blocks]


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False)


def test_the_steps_for_the_server_make_the_first_test_pass(tmp_path: Path) -> None:
    parts = re.split(r"^## ", (ROOT / "FIRST_CHANGE.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    [test, _] = code_blocks(parts[2])
    for folder in ("platform", "deploy", "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    for name in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / TEST).write_text(test, encoding="utf-8")
    first_run = run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", TEST)
    assert (first_run.returncode, "nickname" in first_run.stdout) == (1, True), first_run.stdout

    for (name, place), code in zip(PLACES, code_blocks(parts[3]), strict=True):
        file = tmp_path / name
        before, after = file.read_text(encoding="utf-8").split(place, 1)
        file.write_text(f"{before}    {code}{place}{after}", encoding="utf-8")
    personal_data = (tmp_path / PERSONAL_DATA).read_text(encoding="utf-8")
    (tmp_path / PERSONAL_DATA).write_text(personal_data.replace('"phone", ', '"phone", "nickname", '), encoding="utf-8")
    [migration] = re.findall(r"`\.venv/bin/python (manage\.py makemigrations .*?)`", parts[3])
    assert run(tmp_path, *migration.split()).returncode == 0
    second_run = run(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", TEST)
    assert second_run.returncode == 0, second_run.stdout
