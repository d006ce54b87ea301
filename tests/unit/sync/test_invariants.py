"""INVARIANTS.md, the tests that it names and the mutations are consistent."""

import re

from tests.mutations.named import MUTATIONS
from tests.support.architecture.tree import ROOT

PAGE = (ROOT / "platform/sync/INVARIANTS.md").read_text(encoding="utf-8")
SECTIONS = {
    int(number): text for number, text in re.findall(r"^## (\d+)\. (.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
}
NAMED = re.compile(r"^- `((?:tests|pwa)/\S+?)::([^`]+)`", re.MULTILINE)
DEFECT = re.compile(r"^- mutation: (.+)$", re.MULTILINE)


def test_the_document_has_all_twenty_invariants_in_order() -> None:
    assert list(SECTIONS) == list(range(1, 21))


def test_each_invariant_names_existing_tests() -> None:
    for number, text in SECTIONS.items():
        named = NAMED.findall(text)
        assert named, f"{number} names no test"
        for file, title in named:
            code = (ROOT / file).read_text(encoding="utf-8")
            assert (f"def {title}(" if file.endswith(".py") else title) in code, f"{number}: {file} has no {title}"


def test_each_invariant_has_mutations_and_each_mutation_an_invariant() -> None:
    defects = {(number, name) for number, text in SECTIONS.items() for name in DEFECT.findall(text)}
    assert defects == {(mutation.invariant, mutation.name) for mutation in MUTATIONS}
    assert {number for number, _ in defects} == set(SECTIONS)


def test_each_mutation_has_one_place_and_one_of_its_invariants_tests() -> None:
    """Otherwise the mutation would not apply, or would prove nothing."""
    for mutation in MUTATIONS:
        for file, old, new in mutation.edits:
            assert (ROOT / file).read_text(encoding="utf-8").count(old) == 1, f"{mutation.name}: {file}"
            assert old != new
        file, _, title = mutation.test.partition("::")
        named = NAMED.findall(SECTIONS[mutation.invariant])
        assert any(file == other and text.startswith(title.partition("[")[0]) for other, text in named), mutation.name
