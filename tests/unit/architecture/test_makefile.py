"""The Makefile's behaviour at a terminal and on a build machine."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.architecture.tree import ROOT

TEXT = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = {"run", "test", "check", "quality", "bench", "soak", "format"}


def test_make_alone_lists_the_targets() -> None:
    env = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    output = subprocess.run(["make"], cwd=ROOT, env=env, capture_output=True, text=True, timeout=30, check=True).stdout
    listed = dict(re.findall(r"^  make (\S+) +(\S.*)$", output, re.MULTILINE))
    assert set(listed) >= TARGETS
    assert len(listed) == len(output.splitlines())


# Each program of a recipe, after the PYTHONPATH of its line.
PROGRAMS = [
    ("".join(re.findall(r"PYTHONPATH=([\w:]+)", line)), program)
    for line in TEXT.splitlines()
    for program in re.findall(r"\$\(BIN\)/python -m (tests\.[\w.]+)", line)
]
assert PROGRAMS


@pytest.mark.parametrize(("path", "program"), PROGRAMS)
def test_each_program_imports_without_the_set_up_of_a_test_run(path: str, program: str) -> None:
    """Pytest has loaded Django's apps before a test imports the program, so other tests cannot show this."""
    file = ROOT.joinpath(*program.split("."))
    module = f"{program}.__main__" if file.is_dir() else program
    env = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO")}
    env["PYTHONPATH"] = path
    command = [sys.executable, "-c", f"import {module}"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# A fake pytest: prints its arguments, and returns the exit code that FAILS names for its store.
PYTEST = """#!/bin/sh
store="${STORE:-sqlite}"
echo "$store: $*"
case " $FAILS " in *" $store "*) exit 1;; esac
"""
BRIEFLY = "-m not thorough --durations=15 --durations-min=5"
NEEDS_A_STORE = (
    "tests/faults/sync tests/faults/distributed tests/integration/sync/convergence tests/integration/sync/writes "
    "tests/integration/sync/log tests/integration/sync/effects tests/integration/sync/bootstrap/test_page_positions.py "
    "tests/integration/sync/connection/test_membership_races.py tests/integration/messaging/test_bulk_send.py "
    "tests/integration/messaging/test_limits.py tests/integration/messaging/test_order.py "
    "tests/integration/messaging/test_posting.py tests/integration/messaging/test_read_markers.py "
    "tests/integration/messaging/test_search.py tests/integration/messaging/test_search_limits.py "
    "tests/integration/messaging/test_taking_back.py tests/integration/clients/test_audit_log.py "
    "tests/integration/clients/test_audit_tampering.py --ignore=tests/integration/sync/convergence/test_services.py"
)
LINES_OF_BOTH = {f"postgresql: -n 3 {BRIEFLY} {NEEDS_A_STORE}", f"sqlite: -n 4 {BRIEFLY}"}


@pytest.mark.parametrize(("fails", "code"), [("", 0), ("sqlite", 2), ("postgresql", 2), ("sqlite postgresql", 2)])
def test_pytest_runs_on_both_stores_and_either_one_fails_the_command(tmp_path: Path, fails: str, code: int) -> None:
    """The output has the lines of both runs, even if one of them fails."""
    (tmp_path / "pytest").write_text(PYTEST, encoding="utf-8")
    (tmp_path / "pytest").chmod(0o755)
    env = {name: value for name, value in os.environ.items() if "MAKE" not in name and name != "STORE"}
    command = ["make", "-j2", "-k", "pytest-sqlite", "pytest-postgresql", f"BIN={tmp_path}"]
    run = subprocess.run(command, cwd=ROOT, env=env | {"FAILS": fails}, capture_output=True, text=True, timeout=30)
    assert (run.returncode, set(run.stdout.splitlines())) == (code, LINES_OF_BOTH)


def test_make_test_runs_pytest_last() -> None:
    env = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    command = ["make", "--dry-run", "test", "MAKE=echo"]
    output = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=30, check=True).stdout
    # MAKE=echo prints each recipe, and then runs it, which prints its arguments.
    *_, checks, _, pytest_sqlite = output.splitlines()
    assert "pytest-postgresql" in checks.split()
    assert pytest_sqlite == "--no-print-directory pytest-sqlite"


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


@pytest.mark.parametrize(("goal", "program"), [("thorough", "tests.quality.thorough"), ("soak", "test_friday_run.py")])
def test_long_runs_set_a_new_seed_unless_one_is_set(goal: str, program: str) -> None:
    env = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    command = ["make", "--dry-run", goal]
    output = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=30, check=True).stdout
    [line] = [line for line in output.splitlines() if program in line]
    assert "FAULT_SEED=${FAULT_SEED:-$(date +%s)} " in line


def test_an_old_make_can_run_the_makefile() -> None:
    """GNU Make 3.81 comes with macOS: no .ONESHELL, no `!=`, no `$(file ...)`, no --output-sync."""
    assert not re.search(r"^\.ONESHELL|^\w+ *!=|\$\(file |--output-sync|&:", TEXT, re.MULTILINE)
