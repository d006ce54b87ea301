"""Actions that could take the installation from its owner: only the operator's commands call them, no endpoint or job."""

import ast
from pathlib import Path

import pytest

from tests.support.architecture.planting import plant
from tests.support.architecture.tree import ROOT, dotted, imported_names, python

CLIENTS, ACCOUNTS = "platform/clients/management/commands", "platform/accounts/management/commands"


def callers_of(name: str, root: Path) -> set[str]:
    """The files that use a function of this name as an attribute of a module, or under any name that they import."""
    files = set()
    for source in python(root):
        if name.rpartition(".")[2] not in source.text:
            continue  # parsing every file takes seconds
        names = imported_names(source.syntax)
        for node in ast.walk(source.syntax):
            if isinstance(node, ast.Attribute | ast.Name):
                # `dotted` does not resolve attributes of other expressions, such as those of a call.
                full_name = dotted(node, names) or ast.unparse(node)
                if f".{full_name}".endswith(f".{name}") and "." in full_name:
                    files.add(source.name)
    return files


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
    assert callers_of(name, ROOT) == callers


@pytest.mark.parametrize(
    ("name", "endpoint"),
    [
        ("create_admin", "from clients import services\n\nservices.create_admin(email='a@b.example')"),
        ("create_admin", "from clients.services import create_admin\n\ncreate_admin(email='a@b.example')"),
        ("create_admin", "from clients.services import create_admin\n\nwrite(create_admin, email='a@b.example')"),
        ("create_admin", "from clients.services import create_admin as promote\n\npromote(email='a@b.example')"),
        ("create_admin", "def post():\n    from clients.services import create_admin\n\n    create_admin()"),
        ("create_admin", "load('clients.services').create_admin()"),
        ("key_rotation.revoke", "from accounts.tokens import key_rotation as keys\n\nkeys.revoke()"),
        ("key_rotation.revoke", "from accounts.tokens.key_rotation import revoke\n\nrevoke()"),
        ("key_rotation.revoke", "import accounts.tokens.key_rotation\n\naccounts.tokens.key_rotation.revoke()"),
    ],
)
def test_a_call_in_an_endpoint_is_found(name: str, endpoint: str, tmp_path: Path) -> None:
    harmless = "from billing.services import revoke\n\nrevoke()\n\n\ndef create_admin(): ...\n\n\ncreate_admin()\n"
    plant(tmp_path, {"platform/clients/api.py": endpoint, "platform/billing/api.py": harmless})
    assert callers_of(name, tmp_path) == {"platform/clients/api.py"}
