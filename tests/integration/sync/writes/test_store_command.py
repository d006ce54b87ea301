"""Commands of an operator: they change an existing installation only, and end with one line instead of a traceback."""

import asyncio
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command, get_commands
from django.db import connection

from core.explained_command import ExplainedCommand
from sync.db import applied_migrations
from sync.management import store_command
from sync.management.store_command import StoreCommand
from tests.support.architecture.tree import ROOT, apps

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

# Commands that start or describe an installation, or that change only a file which they check themselves.
NEED_NO_STORE = {"serve", "run_huey", "doctor", "export_settings", "export_typescript", "rotate_keys"}


def test_every_command_that_writes_needs_an_existing_store() -> None:
    own = {name: app for name, app in get_commands().items() if app in apps(ROOT)}
    classes = {name: import_module(f"{app}.management.commands.{name}").Command for name, app in own.items()}
    assert {name for name, kind in classes.items() if not issubclass(kind, StoreCommand)} <= NEED_NO_STORE
    for name, kind in classes.items():
        if issubclass(kind, ExplainedCommand):
            assert f"\n  pulseboard {name}" in kind.help or "pulseboard sso_provider" in kind.help, name


async def test_a_database_of_another_version_is_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applied_migrations, "missing", lambda: ["clients.0001_initial", "clients.0002_more"])
    with pytest.raises(CommandError) as error:
        await asyncio.to_thread(call_command, "rotate_epoch")
    assert str(error.value) == (
        "The database lacks 2 migrations of this code, such as clients.0001_initial. Start the server, which adds them,"
        " or run the command `migrate`. Then run this again."
    )


async def test_the_error_of_a_failing_database_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM no_such_table")
        return []

    monkeypatch.setattr(applied_migrations, "missing", fail)
    with pytest.raises(CommandError, match=r"^The database cannot be used: .*no_such_table[^\n]*$"):
        await asyncio.to_thread(call_command, "sign_out", "--everybody")


def test_a_missing_database_is_not_created(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    store = SimpleNamespace(vendor="sqlite", settings_dict={"NAME": tmp_path / "pulseboard.sqlite3"})
    monkeypatch.setattr(store_command, "connection", store)
    with pytest.raises(CommandError, match=rf"^There is no database at {tmp_path}/pulseboard\.sqlite3, so no server"):
        call_command("reseal")
    assert list(tmp_path.iterdir()) == []
