"""Every rule of the protocol has a test, and every test quotes an existing rule."""

from pathlib import Path

from tests.support.architecture.planting import assert_clean, plant
from tests.support.architecture.protocol import RULE, every_rule_is_quoted
from tests.support.architecture.tree import ROOT

RULES = "# Protocol\n\n- **LG1** Numbers are dense.\n- **CU2** Old cursors reset.\n- **CL10** Rows have streams.\n"
TREE = {
    "platform/sync/PROTOCOL.md": RULES,
    "tests/integration/test_log.py": """
        '''The log.'''
        def test_lg1_numbers_are_dense(): ...

        def test_an_old_cursor():
            '''CU2: never a partial catch-up.'''
        """,
    "pwa/src/sync/replica/ingest.test.ts": "// Ingest.\nit('CL10 removes a row when its last stream goes', () => {})\n",
}


def test_every_rule_is_quoted_by_a_test() -> None:
    assert_clean(every_rule_is_quoted(ROOT))


def test_the_document_has_rules() -> None:
    assert len(RULE.findall((ROOT / "platform/sync/PROTOCOL.md").read_text())) >= 60


def test_a_good_tree_passes(tmp_path: Path) -> None:
    assert every_rule_is_quoted(plant(tmp_path, TREE)) == []


def test_a_rule_without_a_test_is_caught(tmp_path: Path) -> None:
    tree = TREE | {"platform/sync/PROTOCOL.md": RULES + "- **LG12** New.\n"}
    [breach] = every_rule_is_quoted(plant(tmp_path, tree))
    assert breach.startswith("platform/sync/PROTOCOL.md: no test quotes LG12; name one test_lg12_")


def test_a_quote_outside_of_a_test_does_not_count(tmp_path: Path) -> None:
    tree = TREE | {"pwa/src/sync/replica/ingest.test.ts": "// CL10 is tested here, one day.\nconst CL10 = 'CL10'\n"}
    [breach] = every_rule_is_quoted(plant(tmp_path, tree))
    assert "no test quotes CL10" in breach


def test_a_quote_of_a_missing_rule_is_caught(tmp_path: Path) -> None:
    tree = TREE | {"tests/faults/test_kill.py": "'''Kills.'''\nasync def test_lg9_survives(): ...\n"}
    assert every_rule_is_quoted(plant(tmp_path, tree)) == [
        "tests/faults/test_kill.py: quotes LG9, which platform/sync/PROTOCOL.md does not have."
    ]


def test_a_rule_number_used_twice_is_caught(tmp_path: Path) -> None:
    tree = TREE | {"platform/sync/PROTOCOL.md": RULES + "- **LG1** Another.\n"}
    assert every_rule_is_quoted(plant(tmp_path, tree)) == [
        "platform/sync/PROTOCOL.md: LG1 names two rules; give the second another number."
    ]
