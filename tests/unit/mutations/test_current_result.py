"""Whether a stored result of the mutations is of the present code: every file that a test depends on counts."""

import subprocess
from pathlib import Path

import pytest

from tests.mutations.__main__ import is_unchanged_since
from tests.support.architecture.planting import plant

TREE = {
    ".gitignore": "dist/\n",
    "README.md": "read me",
    "manage.py": "",
    "pyproject.toml": "",
    "requirements.txt": "django==6.0",
    "requirements-dev.txt": "pytest==9.0",
    "platform/sync/log.py": "",
    "deploy/sandbox/api.py": "",
    "pwa/package.json": "{}",
    "pwa/package-lock.json": "{}",
    "pwa/vitest.config.ts": "",
    "pwa/src/main.ts": "",
    "tests/soak/results/day.md": "",
    "tests/soak/day.py": "",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    plant(tmp_path, TREE)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "--quiet", "--message", "A tree.")
    return tmp_path


def git(tree: Path, *command: str) -> None:
    subprocess.run(["git", "-C", str(tree), *command], check=True)


@pytest.mark.parametrize("name", [*TREE, "platform/sync/new.py", "tests/unit/conftest.py", "requirements-new.txt"])
def test_a_changed_or_new_file_that_tests_depend_on_makes_the_result_old(name: str, tree: Path) -> None:
    harmless = {".gitignore", "README.md", "tests/soak/results/day.md"}
    plant(tree, {name: "dist/\nchanged"})
    assert is_unchanged_since("HEAD", tree) is (name in harmless)


def test_ignored_files_and_new_results_count_as_no_change_and_an_unknown_commit_as_one(tree: Path) -> None:
    plant(tree, {"pwa/dist/index.html": "built", "tests/nemesis/results/faults.md": "new"})
    assert is_unchanged_since("HEAD", tree)
    assert not is_unchanged_since("abcdef0", tree)
