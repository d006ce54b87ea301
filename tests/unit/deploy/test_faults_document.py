"""Each fault of deploy/docs/faults.md names a test that exists, and alerts that exist."""

import ast
import re

import pytest

from tests.support.architecture.tree import ROOT

DOCUMENT = (ROOT / "deploy/docs/faults.md").read_text(encoding="utf-8")
ALERTS = (ROOT / "deploy/monitoring/alerts.yml").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in DOCUMENT.splitlines()
    if line.startswith("| ") and not line.startswith("| fault ")
]


def test_the_document_has_rows_with_five_cells() -> None:
    assert len(ROWS) > 20
    assert {len(row) for row in ROWS} == {5}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: re.sub(r"\W+", " ", str(row[0])))
def test_a_fault_names_an_existing_test(row: list[str]) -> None:
    file, _, name = row[-1].strip("` ").partition("::")
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    assert name in functions


def test_the_named_alerts_exist() -> None:
    named = set(re.findall(r"`(Pulseboard\w+)`", DOCUMENT))
    assert named
    assert named <= set(re.findall(r"alert: (\w+)", ALERTS))
