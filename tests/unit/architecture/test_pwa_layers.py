"""The import rules of the front end's layers and folders: the check catches a planted breach of each.

`make check` runs it on this tree.
"""

from pathlib import Path

import pytest

from tests.support.architecture.front_end import folder_circles, front_end, imports, report

# Rule -> the file that breaks it and what it imports. The fixture below creates these files.
PLANTED = {
    "no-cycles": ("src/lib/planted-round.ts", "./planted-trip"),
    "no-feature-to-feature": ("src/features/planted-a/index.ts", "../planted-b"),
    "only-app-imports-features": ("src/live/planted-live.ts", "../features/planted-b"),
    "features-by-their-index": ("src/app/planted-route.ts", "../features/planted-b/inner"),
    "app-is-the-top": ("src/features/planted-c/index.ts", "../../app/planted-top"),
    "live-knows-sync-and-db": ("src/live/planted-screen.ts", "../ui/planted-ui"),
    "ui-knows-no-data": ("src/ui/planted-list.ts", "../db/planted-table"),
    "sync-reaches-down": ("src/sync/planted-toast.ts", "../ui/planted-ui"),
    "synced-reaches-down": ("src/synced/planted-kind.ts", "../ui/planted-ui"),
    "db-knows-no-network": ("src/db/planted-fetch.ts", "../api/planted-client"),
    "api-knows-no-store": ("src/api/planted-cache.ts", "../db/planted-table"),
    "lib-imports-nothing-of-ours": ("src/lib/planted-time.ts", "../ui/planted-ui"),
    "no-react-below": ("src/db/planted-hook.ts", "react"),
    "sync-by-its-index": ("src/features/planted-d/index.ts", "../../sync/planted-inner"),
    "api-only-from-remote": ("src/features/planted-e/queries.ts", "../../api/planted-client"),
    "remote-by-its-name": ("src/features/planted-f/actions.ts", "./remote"),
    "screens-show-the-replica": ("src/features/planted-f/screen.tsx", "./remote"),
    "site-stands-alone": ("src/site/planted-part.tsx", "../live/planted-live"),
    "site-is-no-part-of-the-app": ("src/app/planted-page.ts", "../site/planted-part"),
    "site-runs-light": ("src/site/planted-heavy.ts", "dexie"),
    "service-worker-stands-alone": ("src/service-worker/planted-screen.ts", "../ui/planted-ui"),
    "radix-wrapped-once": ("src/app/planted-dialog.ts", "radix-ui"),
    "testing-only-in-tests": ("src/sync/planted-fake.ts", "../testing/planted-fakes"),
    "nothing-forgotten": ("src/lib/planted-attic.ts", "./planted-trip"),
    "everything-resolves": ("src/lib/planted-lost.ts", "./planted-nowhere"),
}
TARGETS = (
    "src/features/planted-b/index.ts",
    "src/features/planted-b/inner.ts",
    "src/features/planted-f/remote.ts",
    "src/app/planted-top.ts",
    "src/ui/planted-ui.ts",
    "src/db/planted-table.ts",
    "src/api/planted-client.ts",
    "src/sync/planted-inner.ts",
    "src/testing/planted-fakes.ts",
)


@pytest.fixture(scope="module")
def cruise(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[tuple[str, str]]]:
    """Rule -> the imports that it rejects among the planted files."""
    files = {name: f"// Planted.\nimport '{target}'\n" for name, target in PLANTED.values()}
    files |= dict.fromkeys(TARGETS, "// Planted.\nexport const planted = 1\n")
    files["src/features/planted-f/actions.ts"] = "// Planted.\nexport { planted } from './remote'\n"
    files["src/main.tsx"] = "// Planted: an entry point, which reaches none of the others.\n"
    files["src/lib/planted-trip.ts"] = "// Planted.\nimport './planted-round'\n"
    root = front_end(tmp_path_factory.mktemp("pwa"), files)
    summary = report(root, "depcruise", "--config", ".dependency-cruiser.cjs", "-T", "json", "src")["summary"]
    violations: dict[str, set[tuple[str, str]]] = {rule["name"]: set() for rule in summary["ruleSetUsed"]["forbidden"]}
    for violation in summary["violations"]:
        violations[violation["rule"]["name"]].add((violation["from"], violation["to"]))
    return violations


def test_every_rule_has_a_planted_breach(cruise: dict[str, set[tuple[str, str]]]) -> None:
    assert set(cruise) == set(PLANTED)


@pytest.mark.parametrize("rule", PLANTED)
def test_a_breach_is_caught(rule: str, cruise: dict[str, set[tuple[str, str]]]) -> None:
    assert PLANTED[rule][0] in {importer for importer, _ in cruise[rule]}


def test_tests_may_import_fakes(cruise: dict[str, set[tuple[str, str]]], tmp_path: Path) -> None:
    files = {
        "src/sync/planted.test.ts": "// Planted.\nimport '../testing/planted-fakes'\n",
        "src/testing/planted-fakes.ts": "// Planted.\nexport const planted = 1\n",
    }
    root = front_end(tmp_path, files)
    violations = report(root, "depcruise", "--config", ".dependency-cruiser.cjs", "-T", "json", "src")
    assert violations["summary"]["violations"] == []


@pytest.mark.parametrize(
    ("imports", "circles"),
    [
        pytest.param(
            {"lib/a/one": "../b/one", "lib/b/two": "../a/two"},
            ["src/lib: a, b"],
            id="two folders import each other, through different files",
        ),
        pytest.param(
            {"lib/a/one": "../b/one", "lib/b/two": "../c/deep/one", "lib/c/two": "../a/two"},
            ["src/lib: a, b, c"],
            id="three folders import each other in a round",
        ),
        pytest.param(
            {"lib/base": "./a/one", "lib/a/two": "./deep/one", "lib/a/deep/two": "../../base"},
            ["src/lib: a, base.ts"],
            id="a file imports a folder that imports the file",
        ),
        pytest.param(
            {"lib/index": "./a/one", "lib/a/one": "../base", "lib/a/two": "./three"},
            [],
            id="a folder is between two files of its parent",
        ),
        pytest.param(
            {"lib/a/one": "../b/one", "lib/b/two.test": "../a/two"},
            [],
            id="a test imports what it tests",
        ),
    ],
)
def test_a_circle_between_folders_is_caught(imports: dict[str, str], circles: list[str], tmp_path: Path) -> None:
    files = {f"src/{importer}.ts": f"// Planted.\nimport '{target}'\n" for importer, target in imports.items()}
    for importer, target in imports.items():
        imported = (tmp_path / "src" / importer).parent.joinpath(target).resolve().relative_to(tmp_path)
        files.setdefault(f"{imported}.ts", "// Planted.\nexport const planted = 1\n")
    assert folder_circles(front_end(tmp_path, files)) == circles


def test_the_command_for_imports_fails_for_a_breach_between_layers(tmp_path: Path) -> None:
    files = {
        "src/lib/planted.ts": "// Planted.\nimport '../ui/planted-ui'\n",
        "src/ui/planted-ui.ts": "// Planted.\nexport const planted = 1\n",
    }
    lines = imports(front_end(tmp_path, files))
    assert "  error lib-imports-nothing-of-ours: src/lib/planted.ts → src/ui/planted-ui.ts" in lines
