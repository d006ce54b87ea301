"""The Makefile: what it promises a person at a terminal, and a build machine."""

import os
import re
import subprocess

from tests.support.walls.tree import ROOT

TEXT = (ROOT / "Makefile").read_text(encoding="utf-8")
CHORES = {"run", "test", "check", "quality", "bench", "soak", "format"}


def test_make_alone_lists_the_chores() -> None:
    env = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    said = subprocess.run(["make"], cwd=ROOT, env=env, capture_output=True, text=True, timeout=30, check=True).stdout
    listed = dict(re.findall(r"^  make (\S+) +(\S.*)$", said, re.MULTILINE))
    assert set(listed) >= CHORES
    assert len(listed) == len(said.splitlines())


def test_pytest_comes_last_on_either_store() -> None:
    """Also where the first run fails: the second one's closing line ends the log, and the failure is not forgotten."""
    recipe = re.search(r"^test:.*\n((?:\t.*\n)+)", TEXT, re.MULTILINE)
    assert recipe is not None
    checks, shared, own = recipe[1].splitlines()
    assert "/pytest" not in checks
    assert re.search(r"STORE=postgresql \S+/pytest .*tests/integration tests/faults; shared=\$\$\?; \\$", shared)
    assert re.search(r"^\s+\S+/pytest -n 4 --dist loadgroup && exit \$\$shared$", own)


def test_an_old_make_understands_it() -> None:
    """GNU Make 3.81 comes with macOS: no .ONESHELL, no `!=`, no `$(file ...)`, no --output-sync."""
    assert not re.search(r"^\.ONESHELL|^\w+ *!=|\$\(file |--output-sync|&:", TEXT, re.MULTILINE)
