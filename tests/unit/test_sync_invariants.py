"""The page of invariants and the tests that it names keep each other honest."""

import re

from tests.support.walls.tree import ROOT

PAGE = (ROOT / "platform/sync/INVARIANTS.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^## (\d+)\. (.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
SECTIONS = {int(number): text for number, text in SECTION.findall(PAGE)}
NAMED = re.compile(r"^- `((?:tests|pwa)/\S+?)::([^`]+)`", re.MULTILINE)


def test_all_eighteen_are_there_in_order() -> None:
    assert list(SECTIONS) == list(range(1, 19))


def test_each_names_tests_that_are_there() -> None:
    for number, text in SECTIONS.items():
        named = NAMED.findall(text)
        assert named, f"{number} names no test"
        for file, title in named:
            code = (ROOT / file).read_text(encoding="utf-8")
            assert (f"def {title}(" if file.endswith(".py") else title) in code, f"{number}: {file} has no {title}"
