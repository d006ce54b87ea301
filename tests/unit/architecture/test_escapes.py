"""The checks that no rule is switched off, no test is skipped or sleeps, and no list has exceptions."""

from pathlib import Path

import pytest

from tests.support.architecture import escapes
from tests.support.architecture.planting import on_the_tree_and_on, plant

CONFIGURATION = """
    [tool.ruff]
    line-length = 120
    [tool.ruff.lint]
    select = ["E"]
    [tool.mypy]
    strict = true
    [[tool.mypy.overrides]]
    module = ["huey.*"]
    ignore_missing_imports = true
    [tool.importlinter]
    root_packages = ["core", "sync"]
    [[tool.importlinter.contracts]]
    id = "apps"
    layers = ["(website) | (chatbots)", "sync", "core"]
    [[tool.importlinter.contracts]]
    id = "roles"
    containers = ["core", "sync"]
    [[tool.importlinter.contracts]]
    id = "acyclic"
    ancestors = ["core", "sync"]
    """
GOOD = {
    "pyproject.toml": CONFIGURATION,
    "platform/core/ids.py": '"""Ids."""\n',
    "platform/sync/hub/hub.py": '"""Hints."""\nimport asyncio\nawait asyncio.sl" + "eep(0.05)  # readers gather\n',
    "tests/unit/test_hub.py": '"""The hub."""\nasync def test_yields():\n    await asyncio.sleep(0)\n',
    "tests/support/until.py": '"""Polls."""\nimport time\ntime.sleep(0.01)\n',
    "pwa/src/sync/hub.test.ts": "// The hub.\ntest.each([1])('skips %s', () => {})\n",
}
CHECKS = (
    escapes.nothing_switched_off,
    escapes.no_sleeping_tests,
    escapes.no_exceptions,
    escapes.every_app_has_contracts,
)


test_the_tree_is_clean, test_a_good_tree_passes = on_the_tree_and_on(GOOD, CHECKS)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("platform/sync/a.py", "x = f()  # type: ig" + "nore[arg-type]"),
        ("platform/sync/a.py", "import os  # no" + "qa: F401"),
        ("pwa/src/sync/a.ts", "// eslint-dis" + "able-next-line no-console"),
        ("pwa/src/sync/a.ts", "// oxlint-dis" + "able-next-line no-console"),
        ("pwa/src/sync/a.ts", "// @ts-expect" + "-error wrong"),
        ("tests/unit/test_a.py", "@pytest.mark.sk" + "ipif(True, reason='later')"),
        ("tests/unit/test_a.py", "pytest.sk" + "ip('no browser')"),
        ("pwa/src/sync/a.test.ts", "it.sk" + "ip('works', () => {})"),
        ("pwa/src/sync/a.test.ts", "describe.on" + "ly('one', () => {})"),
        ("platform/sync/a.py", "# TO" + "DO: the rest"),
    ],
)
def test_a_disabled_check_is_caught(name: str, line: str, tmp_path: Path) -> None:
    [breach] = escapes.nothing_switched_off(plant(tmp_path, GOOD | {name: line + "\n"}))
    assert breach.startswith(f"{name}:1: `")


@pytest.mark.parametrize(
    "line", ["time.sl" + "eep(1)", "await asyncio.sl" + "eep(0.1)", "page.wait_for_time" + "out(500)"]
)
def test_a_sleeping_test_is_caught(line: str, tmp_path: Path) -> None:
    [breach] = escapes.no_sleeping_tests(plant(tmp_path, GOOD | {"tests/e2e/test_live.py": line + "\n"}))
    assert breach.startswith("tests/e2e/test_live.py:1: ")
    assert breach.endswith("wait for the condition itself.")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            '"sync", "core"]',
            '"sync", "core"]\nignore_imports = ["core.x -> sync.y"]',
            "importlinter, apps: ignore_imports",
        ),
        ("ignore_missing_imports = true", "ignore_errors = true", "ignore_errors is a list of exceptions"),
        ("line-length = 120", 'extend-exclude = ["x"]', "ruff: extend-exclude"),
        ('select = ["E"]', 'per-file-ignores = {"x.py" = ["E501"]}', "ruff: per-file-ignores"),
    ],
)
def test_a_list_of_exceptions_is_caught(before: str, after: str, message: str, tmp_path: Path) -> None:
    [breach] = escapes.no_exceptions(
        plant(tmp_path, GOOD | {"pyproject.toml": CONFIGURATION.replace(before, after, 1)})
    )
    assert message in breach


@pytest.mark.parametrize("name", escapes.LISTS)
def test_a_file_of_exceptions_is_caught(name: str, tmp_path: Path) -> None:
    [breach] = escapes.no_exceptions(plant(tmp_path, GOOD | {name: "{}\n"}))
    assert breach == f"{name}: delete it; checks have no lists of exceptions."


def test_an_app_without_checks_is_caught(tmp_path: Path) -> None:
    breaches = escapes.every_app_has_contracts(
        plant(tmp_path, GOOD | {"platform/loyalty/models.py": '"""Points."""\n'})
    )
    assert breaches == [
        "pyproject.toml: add loyalty to the root_packages of importlinter.",
        "pyproject.toml: add loyalty to the containers of `roles` of importlinter.",
        "pyproject.toml: add loyalty to the ancestors of `acyclic` of importlinter.",
        "pyproject.toml: loyalty has no place in the layers of `apps`.",
    ]
