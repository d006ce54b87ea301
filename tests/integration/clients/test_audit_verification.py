"""The faults of the audit log are reported by `manage.py verify_audit_log`, the daily verification and the doctor."""

import asyncio
import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings
from time_machine import TimeMachineFixture

from clients.models import AuditEntry, AuditHead
from clients.tasks.audit_verification import verify_when_due
from config.doctor import work
from core.clock import now
from server.logs import clean
from tests.support.apps.audit_log import entry, write_entries
from tests.support.database.tampering import tamper
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

NEW_LOG = ("ok", "it is new; the server verifies it every day.")
UNSIGNED = "The head was not written with the SECRET_KEY of this installation."


def test_a_restore_with_new_keys_is_a_fault_until_an_operator_accepts_the_head(settings: Settings) -> None:
    write_entries(1)
    settings.SECRET_KEY = "new keys of forty characters ..........."
    with pytest.raises(CommandError, match=UNSIGNED):
        run_command()
    write_entries(1)
    with pytest.raises(CommandError, match=UNSIGNED):
        run_command()
    assert run_command("--accept-head", "--yes")[-1] == UNCHANGED
    assert (entry(3).action, entry(3).subject) == ("audit.head-accepted", "entry 2")


def test_the_doctor_reports_an_unverified_and_a_changed_log(time_machine: TimeMachineFixture) -> None:
    time_machine.move_to(now() - timedelta(days=3))
    assert [(one.state, one.what) for one in work.check_audit_log()] == [NEW_LOG]
    write_entries(1)
    assert [(one.state, one.what) for one in work.check_audit_log()] == [NEW_LOG]
    time_machine.shift(timedelta(days=2, minutes=1))
    assert [(one.state, one.what) for one in work.check_audit_log()] == [
        ("warning", "it was not verified in the last two days.")
    ]
    run_command()
    assert [one.state for one in work.check_audit_log()] == ["ok"]
    tamper("UPDATE audit_log SET action = 'x'")
    with pytest.raises(CommandError):
        run_command()
    [check] = work.check_audit_log()
    assert (check.state, check.what) == ("broken", "faults found by its last verification: 1.")


def test_the_command_prints_a_head_that_a_later_run_compares() -> None:
    write_entries(2)
    head = f"2:{entry(2).digest}"[:18]
    assert run_command() == ["Entries: 2, with erased texts: 0.", f"Head: {head}", UNCHANGED]
    write_entries(1)
    assert run_command("--head", head)[-1] == UNCHANGED
    tamper("UPDATE audit_log SET action = 'x' WHERE n = 3")
    with pytest.raises(CommandError) as error:
        run_command("--head", head)
    assert str(error.value) == f"The audit log is not as the product wrote it.\nEntry 3 ({entry(3).id}) was changed."


def test_the_command_adopts_entries_of_a_former_version() -> None:
    AuditEntry.objects.create(action="report.withdrawn", subject="r")
    with pytest.raises(CommandError, match="another program: 1"):
        run_command()
    first, *_, last = run_command("--adopt", "--yes")
    assert (first, last) == ("Entries of a former version appended to the chain: 1.", UNCHANGED)


async def test_the_daily_verification_logs_faults_and_sets_the_metric(
    portal: Portal, caplog: pytest.LogCaptureFixture, time_machine: TimeMachineFixture, settings: Settings
) -> None:
    settings.METRICS_TOKEN = "token"
    caplog.set_level("INFO", "clients.tasks.audit_verification")
    await asyncio.to_thread(write_entries, 1)
    await asyncio.to_thread(verify_when_due)
    [record] = caplog.messages
    head = await asyncio.to_thread(AuditHead.objects.get)
    assert record == f"The audit log is unchanged. Head: {head.n}:{head.digest[:16]}"
    assert clean(record) == record
    await asyncio.to_thread(tamper, "UPDATE audit_log SET action = 'x' WHERE n = 1")
    time_machine.move_to(timedelta(hours=22))
    await asyncio.to_thread(verify_when_due)
    assert len(caplog.messages) == 1
    time_machine.move_to(timedelta(hours=2))
    await asyncio.to_thread(verify_when_due)
    assert caplog.messages[1].startswith("The audit log is not as the product wrote it: Entry 1 (")
    metrics = (await portal.as_(None).get("/metrics", headers={"Authorization": "Bearer token"})).text
    assert "pulseboard_audit_log_faults 1.0" in metrics
    [verified_at] = re.findall(r"^pulseboard_audit_log_verified_seconds (.*)", metrics, re.MULTILINE)
    assert 0 <= now().timestamp() - float(verified_at) < 60


UNCHANGED = "No entry was changed, removed or inserted."


def run_command(*arguments: str) -> list[str]:
    """The lines that the command prints. Raises CommandError."""
    out = StringIO()
    call_command("verify_audit_log", *arguments, stdout=out)
    return out.getvalue().splitlines()
