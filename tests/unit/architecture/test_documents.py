"""The check of documents against the tree catches stale references; and the README has the demo sign-ins."""

from pathlib import Path

import pytest

from demo.seed import PASSWORD, sign_ins
from demo.stories import STORIES
from tests.support.architecture import documents
from tests.support.architecture.planting import Check, on_the_tree_and_on, plant
from tests.support.architecture.tree import ROOT

GOOD = {
    "Makefile": "help: ## list\nrun: tools ## serve (set PORT)\n\t@true\nsoak: ## run long\n\t@true $${SOAK_S:-1}\n"
    "check-types: tools\n",
    "CONTRIBUTING.md": "| `make` | lists all |\n| `make run`, `make soak` | serves (`PORT`), or runs long (`SOAK_S`) |\n"
    "\n`python -m tests.quality WORD` runs one.\n",
    "tests/quality/__main__.py": '"""Runs long."""\n',
    "platform/clients/models.py": 'class Client:\n    phone = models.CharField("Phone")\n',
    "FIRST_CHANGE.md": "1. **The column.** In `platform/clients/models.py`, above `phone` in the class `Client`:\n\n"
    "       nickname = models.CharField()\n\n2. **The name.** Below *Phone*, add `'nickname'`.\n",
    "platform/sync/hub/hub.py": '"""Hints."""\n',
    "platform/sync/log/changes.py": "def publish(row): ...\n",
    "platform/sync/PATHS.md": "1. `platform/sync/log/changes.py` has `publish(row)`.\n2. Then `wake()` follows.\n",
    "README.md": "Read `platform/sync/hub/hub.py` (`hub.py`), below `platform/`.\n\n```sh\nmake run    # serves\n```\n"
    "The build is in `pwa/dist/index.html`, the rest in `/etc/pulseboard/env`; make sure of it.\n",
}
CHECKS = (
    documents.named_files_exist,
    documents.named_functions_exist,
    documents.named_make_targets_exist,
    documents.named_modules_exist,
    documents.commands_are_listed,
    documents.steps_name_existing_code,
)


test_the_tree_is_clean, test_a_good_tree_passes = on_the_tree_and_on(GOOD, CHECKS)


@pytest.mark.parametrize(
    ("check", "line", "message"),
    [
        (documents.named_files_exist, "See `platform/sync/nub.py`.", "`platform/sync/nub.py` is not there"),
        (documents.named_files_exist, "See `tests/soak/`.", "`tests/soak/` is not there"),
        (documents.named_files_exist, "Run `.venv/bin/pytest tests/unit/test_x.py`.", "`tests/unit/test_x.py` is not"),
        (documents.named_files_exist, "See `nub.py`.", "no file is named `nub.py`"),
        (documents.named_make_targets_exist, "Then `make dinner`.", "the Makefile has no target `dinner`"),
        (documents.named_make_targets_exist, "make dinner   # hot", "the Makefile has no target `dinner`"),
        (documents.named_modules_exist, "Run `python -m tests.gone`.", "`python -m tests.gone` starts nothing"),
    ],
)
def test_a_breach_is_caught(check: Check, line: str, message: str, tmp_path: Path) -> None:
    [breach] = check(plant(tmp_path, GOOD | {"deploy/README.md": f"# Planted\n\n{line}\n"}))
    assert breach.startswith("deploy/README.md: ")
    assert message in breach


@pytest.mark.parametrize(
    ("check", "file", "before", "after", "message"),
    [
        (documents.commands_are_listed, "Makefile", "soak:", "rest: ## rest\nsoak:", "`make rest` is not in the table"),
        (documents.commands_are_listed, "Makefile", "set PORT", "set nothing", "has no option `PORT`"),
        (documents.commands_are_listed, "Makefile", "SOAK_S", "SECONDS", "has no option `SOAK_S`"),
        (documents.steps_name_existing_code, "platform/clients/models.py", "phone", "mobile", "`phone` is not in"),
        (
            documents.steps_name_existing_code,
            "platform/clients/models.py",
            "Client:",
            "Customer:",
            "`Client` is not in",
        ),
        (documents.steps_name_existing_code, "platform/clients/models.py", "Phone", "Mobile", "`Phone` is not in"),
        (documents.steps_name_existing_code, "FIRST_CHANGE.md", "nickname =", "pet =", "`nickname` is not in"),
    ],
)
def test_a_stale_table_or_tutorial_is_caught(
    check: Check, file: str, before: str, after: str, message: str, tmp_path: Path
) -> None:
    [breach] = check(plant(tmp_path, GOOD | {file: GOOD[file].replace(before, after)}))
    assert message in breach


def test_a_named_function_missing_in_its_file_is_caught(tmp_path: Path) -> None:
    [breach] = documents.named_functions_exist(
        plant(tmp_path, GOOD | {"platform/sync/log/changes.py": "def published(row): ...\n"})
    )
    assert breach == "platform/sync/PATHS.md: `publish(row)` is not in platform/sync/log/changes.py."


def test_the_readme_has_the_demo_sign_ins_and_the_picture() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for email in (STORIES.admin.email, STORIES.clients[0].contact_email):
        assert f"| {email} | {PASSWORD} |" in text
        assert any(f" {email} " in line for line in sign_ins())
    assert STORIES.clients[0].company_name in text
    assert "(deploy/screenshot.png)" in text
    assert (ROOT / "deploy/screenshot.png").read_bytes().startswith(b"\x89PNG")
