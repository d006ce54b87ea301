"""Actions that could take the installation from its owner: only the operator's commands call them, no endpoint or job."""

import ast

import pytest

from tests.support.architecture.tree import ROOT, python

CLIENTS, ACCOUNTS = "platform/clients/management/commands", "platform/accounts/management/commands"


@pytest.mark.parametrize(
    ("name", "callers"),
    [
        ("create_admin", {f"{CLIENTS}/create_admin.py", "platform/demo/seed.py"}),
        ("remove_admin", {f"{CLIENTS}/remove_admin.py"}),
        ("key_rotation.rotate", {f"{ACCOUNTS}/rotate_keys.py"}),
        ("key_rotation.revoke", {f"{ACCOUNTS}/rotate_keys.py"}),
    ],
)
def test_only_commands_call(name: str, callers: set[str]) -> None:
    calls = {
        source.name
        for source in python(ROOT)
        for node in ast.walk(source.syntax)
        if isinstance(node, ast.Attribute) and ast.unparse(node).endswith(name)
    }
    assert calls == callers
