"""Commands that cannot be undone print their consequences, and run only after the operator typed yes."""

import asyncio
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import Session
from sync.writes.db_executor import read
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

UNKNOWN = "01a21b30-7b95-7a16-90db-20a0a83dfd33"
# Each command, and the beginning of the consequences that it prints.
COMMANDS = {
    ("rotate_keys",): "A new key signs access tokens in 600 seconds. Everybody who is signed in stays",
    ("rotate_keys", "--revoke"): "Every access token ends now, and the present keys are deleted.",
    ("sign_out", "maya@portal.example"): "1 sessions of maya@portal.example end now.",
    ("sign_out", "--everybody"): "3 sessions of all users end now. They must sign in again on each device.",
    ("remove_factors", "maya@portal.example"): "maya@portal.example loses every second factor",
    ("remove_admin", "ana@portal.example"): "ana@portal.example loses access to all clients,",
    ("sso_provider", "disable", UNKNOWN): "The users of this provider are signed out now,",
    ("sso_provider", "remove", UNKNOWN): "The provider is deleted with its secret.",
    ("rotate_epoch",): "Every device loads all its data again",
    ("verify_audit_log", "--adopt"): "Every entry outside the chain becomes part of it for ever,",
    ("verify_audit_log", "--accept-head"): "The present last entry counts as the true one from now on,",
}


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


async def run_command(command: tuple[str, ...]) -> tuple[str, str]:
    """The command's standard error, and the text of its CommandError, or "" if it raises none."""

    def call() -> tuple[str, str]:
        errors = StringIO()
        try:
            call_command(*command, stdout=StringIO(), stderr=errors)
        except CommandError as error:
            return errors.getvalue(), str(error)
        finally:
            connection.close()
        return errors.getvalue(), ""

    return await asyncio.to_thread(call)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
async def test_nothing_is_changed_without_a_yes(
    command: tuple[str, ...], portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with portal.unchanged():
        monkeypatch.setattr("sys.stdin", StringIO("yes\n"))
        consequences, error = await run_command(command)
        assert consequences.startswith(COMMANDS[command])
        assert error == "Nothing was changed. Add --yes to do this without a question."
        monkeypatch.setattr("sys.stdin", Terminal("y\n"))
        prompt, error = await run_command(command)
        assert (prompt, error) == (f"{consequences}Type yes to go on: ", "Nothing was changed.")


async def test_a_command_runs_after_a_typed_yes(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("Yes\n"))
    _, error = await run_command(("sign_out", "maya@portal.example"))
    assert (error, await read(Session.objects.count)) == ("", 2)
