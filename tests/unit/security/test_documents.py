"""The tables of ASVS and of threats: they are complete, and each test and file that they name exists."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.support.servers.server import ROOT

DOCS = ROOT / "deploy/docs"
PAGES = sorted([*DOCS.glob("asvs/*.md"), *DOCS.glob("threats/*.md")])
TEST = re.compile(r"`(tests/[\w/.]+\.py)::(test_\w+)`")
FILE = re.compile(r"`((?:platform|pwa|deploy|tests)/[\w/.@-]+|pyproject\.toml|CONTRIBUTING\.md)`")
REQUIREMENT = re.compile(
    r"^\| (V\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \| ([^|]*) \| ([^|]*) \|$", re.MULTILINE
)


@cache
def names_in(file: Path) -> frozenset[str]:
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    syntax = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(node.name for node in syntax.body if isinstance(node, functions))


def missing(text: str) -> list[str]:
    """The tests and files that a document names and that do not exist."""
    tests = [f"{file}::{name}" for file, name in TEST.findall(text) if not is_test(file, name)]
    return tests + [path for path in FILE.findall(text) if not (ROOT / path).exists()]


def is_test(file: str, name: str) -> bool:
    return (ROOT / file).exists() and name in names_in(ROOT / file)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_each_named_test_and_file_exists(page: Path) -> None:
    assert missing(page.read_text(encoding="utf-8")) == []


def test_a_test_or_file_that_does_not_exist_is_found() -> None:
    own = "tests/unit/security/test_documents.py"
    text = f"`{own}::test_gone` `{own}::test_each_named_test_and_file_exists` `platform/gone.py` `platform/core`"
    assert missing(text) == [f"{own}::test_gone", "platform/gone.py"]


def requirements() -> list[tuple[str, ...]]:
    return [row for page in sorted(DOCS.glob("asvs/V*.md")) for row in REQUIREMENT.findall(page.read_text("utf-8"))]


def test_each_requirement_of_levels_1_and_2_has_one_row() -> None:
    """V17 is about WebRTC, which the product does not use."""
    expected = (Path(__file__).parent / "asvs_ids.txt").read_text(encoding="utf-8").splitlines()
    assert sorted(f"{number} {level}" for number, level, *_ in requirements()) == sorted(expected)


def test_each_status_has_its_proof() -> None:
    for number, _, _, status, proof, note in requirements():
        names = TEST.findall(proof)
        if status == "met":
            assert names, f"{number} names no test"
        elif status == "by reading":
            assert FILE.findall(proof), f"{number} names no file"
            assert not names
        else:
            assert status in {"**not met**", "does not apply"}, number
            assert note.strip(), f"{number} has no reason"
            assert not proof.strip()


def test_the_summary_counts_the_rows() -> None:
    statuses = [status for _, _, _, status, _, _ in requirements()]
    counts = [statuses.count(one) for one in ("met", "by reading", "**not met**", "does not apply")]
    assert f"| all | {' | '.join(map(str, counts))} |" in (DOCS / "asvs/README.md").read_text(encoding="utf-8")


def test_each_threat_names_a_test() -> None:
    pages = sorted(DOCS.glob("threats/*.md"))
    assert len(pages) >= 6
    for page in pages:
        text = page.read_text(encoding="utf-8").partition("| threat | defence | test |\n")[2]
        rows = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith("|---")]
        assert [row for row in rows if not TEST.search(row)] == [], page.name
        assert page.name == "README.md" or len(rows) >= 8
