"""Applies each named defect to a copy of the tree: its test must pass without the defect and fail with it.

`python -m tests.mutations 1 13` runs only the mutations of these invariants. `make soak` runs all of them and stores
the results in tests/bench/results/mutations.md. It runs them again only if the code has changed.
"""

import os
import re
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.harness.results import RESULTS, commit, machine
from tests.mutations.named import MUTATIONS, Mutation
from tests.support.servers.server import ROOT

BUILT = (".venv", "pwa/node_modules", "pwa/dist")  # git ignores them
# What a result depends on: the code, its packages and the configuration of the tests, but no stored results.
CODE = (
    *("platform", "pwa", "deploy/sandbox", "tests", "manage.py", "pyproject.toml", "requirements*.txt"),
    ":(exclude,glob)tests/*/results/**",
)
RESULT = RESULTS / "mutations.md"
TEST_S = 600
KILLED, SURVIVED, UNSOUND, UNDECIDED = "killed", "**survived**", "**its test fails without it**", "**did not run**"


def main() -> int:
    """Returns exit code 0 if every test passes without its mutation and fails with it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("invariants", nargs="*", type=int)
    invariants = parser.parse_args().invariants
    if not invariants and has_current_result():
        print(f"{RESULT.name} is up to date")
        return 0
    results: list[tuple[Mutation, str]] = []
    with TemporaryDirectory(prefix="pulseboard-mutations-") as folder:
        copy(Path(folder))
        for mutation in MUTATIONS:
            if not invariants or mutation.invariant in invariants:
                results.append((mutation, result_of(Path(folder), mutation)))
                print(f"{mutation.invariant:2}  {results[-1][1]:32}  {mutation.name}", flush=True)
    if not invariants:
        RESULT.write_text(page(results), encoding="utf-8")
    return 0 if all(result == KILLED for _, result in results) else 1


def has_current_result() -> bool:
    """Whether the stored result is of exactly this code and says that all mutations were killed."""
    text = RESULT.read_text(encoding="utf-8") if RESULT.exists() else ""
    commit_match = re.search(r"commit (\w+)", text)
    names = [f"{KILLED} | {mutation.name} |" for mutation in MUTATIONS]
    if commit_match is None or not all(name in text for name in names):
        return False
    return is_unchanged_since(commit_match[1], ROOT)


def is_unchanged_since(version: str, tree: Path) -> bool:
    """Whether the files of CODE in the folder `tree` equal those of this commit, and git ignores every other file."""
    git = ["git", "-C", str(tree)]
    diff = subprocess.run([*git, "diff", "--quiet", version, "--", *CODE], capture_output=True, check=False)
    others = [*git, "ls-files", "--others", "--exclude-standard", "--", *CODE]
    return diff.returncode == 0 and subprocess.run(others, capture_output=True, check=True).stdout == b""


def page(results: Sequence[tuple[Mutation, str]]) -> str:
    killed = sum(result == KILLED for _, result in results)
    lines = [
        "# Mutations: defects of the product, and the tests that notice them",
        "",
        f"{datetime.now(UTC).date().isoformat()}, commit {commit()}, {machine()}.",
        f"`make soak`; **{killed} of {len(results)} killed**: the test passes as the code is, and fails with the defect.",
        "",
        "| invariant | result | defect | test |",
        "| ---: | --- | --- | --- |",
    ]
    lines += [
        f"| {mutation.invariant} | {result} | {mutation.name} | `{mutation.test}` |" for mutation, result in results
    ]
    return "\n".join(lines) + "\n"


def copy(tree: Path) -> None:
    """Copy every file that git does not ignore to the folder `tree`, and link the installed and built folders there."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    for name in BUILT:
        if (ROOT / name).exists() and not (tree / name).exists():
            (tree / name).symlink_to((ROOT / name).resolve())


def result_of(tree: Path, mutation: Mutation) -> str:
    """The result of one mutation: `KILLED`, `SURVIVED`, `UNSOUND` or `UNDECIDED`."""
    passed, _ = run_test(tree, mutation)
    if not passed:
        return UNSOUND
    with apply_edits(tree, mutation.edits):
        passed, failed = run_test(tree, mutation)
    return KILLED if failed else SURVIVED if passed else UNDECIDED


@contextmanager
def apply_edits(tree: Path, edits: Sequence[tuple[str, str, str]]) -> Iterator[None]:
    """Apply the edits during the `with` block. Raises ValueError unless each file has its old text exactly once."""
    before = {file: (tree / file).read_text(encoding="utf-8") for file, _, _ in edits}
    try:
        for file, old, new in edits:
            text = (tree / file).read_text(encoding="utf-8")
            if text.count(old) != 1:
                raise ValueError(f"{file} has the mutation's old text {text.count(old)} times, not once:\n{old}")
            (tree / file).write_text(text.replace(old, new), encoding="utf-8")
        yield
    finally:
        for file, text in before.items():
            (tree / file).write_text(text, encoding="utf-8")


def run_test(tree: Path, mutation: Mutation) -> tuple[bool, bool]:
    """Whether the test ran and passed, and whether it ran and failed. A test that times out counts as failed."""
    python = str(tree / ".venv/bin/python")
    cwd, command = tree, [python, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", mutation.test]
    if not mutation.test.startswith("tests/"):
        file, _, title = mutation.test.removeprefix("pwa/").partition("::")
        cwd = tree / "pwa"
        command = [str(tree / ".venv/bin/node"), "node_modules/vitest/vitest.mjs", "run", file, "-t", title]
    env = os.environ | {"STORE": mutation.store, "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}
    env.pop("PYTHONPATH", None)  # it names the original tree
    try:
        done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=TEST_S, check=False)
    except subprocess.TimeoutExpired:
        return False, True
    output = done.stdout + done.stderr
    return done.returncode == 0 and bool(re.search(r"\b\d+ passed", output)), bool(
        done.returncode == 1 and re.search(r"\b\d+ failed", output)
    )


if __name__ == "__main__":
    sys.exit(main())
