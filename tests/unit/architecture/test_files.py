"""The checks of files: their folder, name, length and first line."""

from pathlib import Path

import pytest

from tests.support.architecture import shape
from tests.support.architecture.planting import Check, on_the_tree_and_on, plant

LONG = '"""A long file."""\n' + "x = 1\n" * 250
LONG_FOR_A_REASON = '"""A long file. Over 250 lines because it is one table."""\n' + "x = 1\n" * 250
ENDLESS = '"""An endless file. Over 250 lines because it is one table."""\n' + "x = 1\n" * 400
GOOD = {
    "platform/core/clock.py": '"""The time."""\n',
    "pwa/src/lib/time/clock.ts": "// The time.\n",
    "tests/__init__.py": "",
}

CHECKS = (
    shape.no_platform_package,
    shape.no_standard_names,
    shape.no_drawers,
    shape.no_long_files,
    shape.no_full_folders,
    shape.first_lines,
    shape.tests_stay_in_tests,
    shape.units_without_a_store,
)


OTHER_DOCSTRINGS = {"platform/core/ids.py": "'Ids.'\n", "platform/core/patterns.py": 'r"""Patterns such as \\d."""\n'}
test_the_tree_is_clean, test_a_good_tree_passes = on_the_tree_and_on(
    GOOD | OTHER_DOCSTRINGS | {"platform/sync/log/changes.py": LONG_FOR_A_REASON}, CHECKS
)


@pytest.mark.parametrize(
    ("check", "name", "text", "message"),
    [
        (shape.no_platform_package, "platform/__init__.py", "", "shadows the standard library's module"),
        (shape.no_standard_names, "platform/site/models.py", '"""Sites."""', "`import site` must stay"),
        (shape.tests_stay_in_tests, "platform/sync/test_hub.py", '"""Tests."""', "move it to tests/"),
        (shape.tests_stay_in_tests, "platform/conftest.py", '"""Tests."""', "move it to tests/"),
        (
            shape.units_without_a_store,
            "tests/unit/test_a.py",
            "@pytest.mark.django_db\ndef test_a(): ...",
            "integration",
        ),
        (shape.no_drawers, "platform/sync/utils.py", '"""Things."""', "`utils.py` is no topic"),
        (shape.no_drawers, "pwa/src/helpers/dates.ts", "// Dates.", "`helpers` is no topic"),
        (shape.no_drawers, "pwa/src/lib/common.test.ts", "// Tests.", "`common.test.ts` is no topic"),
        (shape.no_long_files, "platform/sync/log/changes.py", LONG, "251 lines; split it, or write at its top"),
        (shape.no_long_files, "platform/sync/log/changes.py", ENDLESS, "401 lines; over 400 never"),
        (shape.no_long_files, "pwa/src/app/router.tsx", "// Routes.\n" * 251, "251 lines; split it"),
        (shape.first_lines, "platform/sync/hub/hub.py", "import os\n", "start with one sentence"),
        (shape.first_lines, "platform/sync/hub/hub.py", '""" """\n', "start with one sentence"),
        (shape.first_lines, "platform/sync/hub/hub.py", '"Hubs".strip()\n', "start with one sentence"),
        (shape.first_lines, "pwa/src/sync/connection/socket.ts", "import x from 'y'\n", "start with one sentence"),
        (shape.first_lines, "pwa/src/index.css", "body { margin: 0 }\n", "start with one sentence"),
    ],
)
def test_a_breach_is_caught(check: Check, name: str, text: str, message: str, tmp_path: Path) -> None:
    [breach] = check(plant(tmp_path, GOOD | {name: text}))
    assert breach.startswith(name.rsplit("/", 1)[0]), breach
    assert message in breach


def test_a_full_folder_is_caught(tmp_path: Path) -> None:
    files = {f"pwa/src/ui/part-{number}.tsx": "// A part.\n" for number in range(29)}
    assert shape.no_full_folders(plant(tmp_path, GOOD | files)) == [
        "pwa/src/ui: 29 files; over 28 never: make folders by topic."
    ]
