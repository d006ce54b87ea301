"""The Makefile's behaviour at a terminal and on a build machine."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.support.architecture.tree import ROOT

TEXT = (ROOT / "Makefile").read_text(encoding="utf-8")
CHORES = {"run", "test", "check", "quality", "bench", "soak", "format"}


def test_make_alone_lists_the_chores() -> None:
    env = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    output = subprocess.run(["make"], cwd=ROOT, env=env, capture_output=True, text=True, timeout=30, check=True).stdout
    listed = dict(re.findall(r"^  make (\S+) +(\S.*)$", output, re.MULTILINE))
    assert set(listed) >= CHORES
    assert len(listed) == len(output.splitlines())


# A fake pytest: prints its closing line and returns the exit code that FAILS names for its store.
PYTEST = """#!/bin/sh
store="${STORE:-sqlite}"
echo "$store: $*"
case " $FAILS " in *" $store "*) exit 1;; esac
"""
BRIEFLY = "-n 4 -m not thorough --durations=15 --durations-min=5"
NEEDS_A_STORE = (
    "tests/faults/sync tests/faults/distributed tests/integration/sync tests/integration/messaging "
    "--ignore=tests/integration/sync/convergence/test_services.py"
)
BOTH = [f"postgresql: {BRIEFLY} {NEEDS_A_STORE}", f"sqlite: {BRIEFLY}"]


@pytest.mark.parametrize(("fails", "code"), [("", 0), ("sqlite", 2), ("postgresql", 2), ("sqlite postgresql", 2)])
def test_pytest_runs_on_either_store_and_its_closing_line_ends_the_log(tmp_path: Path, fails: str, code: int) -> None:
    """A failure on the first store still fails the command when the second store passes."""
    (tmp_path / "pytest").write_text(PYTEST, encoding="utf-8")
    (tmp_path / "pytest").chmod(0o755)
    env = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "STORE"}
    command = ["make", "test", "MAKE=true", f"BIN={tmp_path}"]
    run = subprocess.run(command, cwd=ROOT, env=env | {"FAILS": fails}, capture_output=True, text=True, timeout=30)
    assert (run.returncode, run.stdout.splitlines()) == (code, BOTH)


@pytest.mark.parametrize(
    ("goal", "requirements", "npm"),
    [
        ("build", ["requirements.txt"], ["ci --silent --omit=dev"]),
        (
            "tools",
            ["requirements.txt", "requirements-dev.txt"],
            ["ci --silent --omit=dev", "install --silent --no-save"],
        ),
    ],
)
def test_only_the_commands_of_development_install_its_tools(goal: str, requirements: list[str], npm: list[str]) -> None:
    """`make run` installs what `make build` installs, and the scanner."""
    env = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    command = ["make", "--dry-run", "--always-make", goal]
    output = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=30, check=True).stdout
    assert re.findall(r"^\S+/uv pip install .*-r (requirements\S*)$", output, re.MULTILINE) == requirements
    assert re.findall(r"^cd pwa && \S+/npm ((?:ci|install).*)$", output, re.MULTILINE) == npm


def test_an_old_make_understands_it() -> None:
    """GNU Make 3.81 comes with macOS: no .ONESHELL, no `!=`, no `$(file ...)`, no --output-sync."""
    assert not re.search(r"^\.ONESHELL|^\w+ *!=|\$\(file |--output-sync|&:", TEXT, re.MULTILINE)
