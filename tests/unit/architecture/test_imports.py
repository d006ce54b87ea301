"""The import contracts between apps and roles: import-linter catches a planted breach of each.

`make check` runs it on this tree.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.architecture.tree import ROOT

LINTER = Path(sys.executable).with_name("lint-imports")
# File -> the line planted at its end, the text that the report has about it, and the contract it breaks.
PLANTED = [
    ("core/ids.py", "import sync.writes.db_executor", "core.ids -> sync.writes.db_executor", "apps"),
    ("clients/queries.py", "import messaging.queries", "clients.queries -> messaging.queries", "apps"),
    ("website/apps.py", "import config.settings", "website.apps -> config.settings", "apps"),
    ("accounts/errors.py", "import accounts.services", "accounts.errors -> accounts.services", "roles"),
    ("messaging/access.py", "import messaging.queries", "messaging.access -> messaging.queries", "roles"),
    ("messaging/schemas.py", "import messaging.api", "messaging.schemas -> messaging.api", "roles"),
    ("messaging/queries.py", "import ninja", "messaging.queries -> ninja", "transport"),
    ("messaging/access.py", "import channels.layers", "messaging.access -> channels", "transport"),
    ("clients/models.py", "import pydantic", "clients.models -> pydantic", "transport"),
    ("sync/queries.py", "import huey", "sync.queries -> huey", "transport"),
    ("sync/protocol/session.py", "from django.db import connection", "sync.protocol.session -> django", "pure"),
    ("sync/protocol/frames.py", "import redis", "sync.protocol.frames -> redis", "pure"),
    ("sync/log/hints.py", "import sync.hub.hub", ".log -> .hub", "acyclic"),
]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of import-linter on a copy of platform/ with every breach planted."""
    root = tmp_path_factory.mktemp("planted")
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
    shutil.copytree(ROOT / "platform", root / "platform", ignore=ignored)
    for name, line, _, _ in PLANTED:
        with (root / "platform" / name).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")
    command = [str(LINTER), "--config", str(ROOT / "pyproject.toml"), "--no-logo", "--no-cache"]
    done = subprocess.run(command, cwd=root / "platform", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stdout.count(" BROKEN") == 5
    return done.stdout


@pytest.mark.parametrize(("name", "line", "message", "contract"), PLANTED)
def test_a_breach_is_caught(name: str, line: str, message: str, contract: str, report: str) -> None:
    assert message in _part_of(report, contract)


def test_every_contract_names_the_alternative(report: str) -> None:
    for advice in (
        "Declare a port",
        "Entry points parse the input, call one service or query",
        "Take plain arguments",
        "returns effects",
        "into a third module",
    ):
        assert advice in " ".join(report.split())


def _part_of(report: str, contract: str) -> str:
    """The broken contract's own paragraph, so that a breach does not count for another contract."""
    titles = {
        "apps": "An app imports only from apps below it",
        "roles": "Inside an app",
        "transport": "import no transport",
        "pure": "do no I/O",
        "acyclic": "import each other in one direction",
    }
    details = report.split("Broken contracts", 1)[1]
    starts = sorted((details.index(title), key) for key, title in titles.items())
    bounds = [start for start, _ in starts] + [len(details)]
    parts = {key: details[start : bounds[i + 1]] for i, (start, key) in enumerate(starts)}
    return parts[contract]
