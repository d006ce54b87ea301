"""Service status: the failures of each app, and retries that an admin starts."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

import pytest
from django.conf import settings

from billing.models import Event
from core.clock import iso, now
from mail.models import Mail, State
from notifications.models import PushDevice
from performance.models import ScanRun
from sync.log import changes
from sync.models import Effect
from sync.writes.db_executor import write
from tests.support.apps.scans import SITE, onboard, scan_due
from tests.support.fakes.page_speed import FakePageSpeed
from tests.support.portal.agency import Json, Portal, row

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def service_status(portal: Portal) -> Json:
    async with portal.unchanged():
        reply = await portal.as_("ana").get("/rest/v1/installation")
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def create_failing_effect(kind: str) -> None:
    due = now() + timedelta(hours=1)
    await write(lambda: Effect.objects.create(kind=kind, subject="s", error="Boom()", tries=3, due=due))


async def test_the_status_lists_failures_of_each_app(portal: Portal, speed: FakePageSpeed) -> None:
    await onboard(portal)
    speed.fails(400)
    await scan_due()
    await portal.as_("ana").post("/rest/v1/client_invitations", json={"client_id": str(portal.clients["pending"])})
    await write(lambda: Mail.objects.update(state=State.FAILED, reason="no such box"))
    await create_failing_effect("test.kind")
    status = await service_status(portal)
    assert [(one["website_url"], one["client_id"]) for one in status["failed_scans"]] == [
        (SITE, str(portal.clients["maya"]))
    ]
    assert (status["mails"]["failed"], status["mail_troubles"][0]["reason"]) == (1, "no such box")
    assert [(one["kind"], one["tries"], one["error"]) for one in status["failing"]] == [("test.kind", 3, "Boom()")]
    assert (status["friday"], status["webhook_at"]) == (None, None)


@pytest.fixture
def backup() -> Iterator[str]:
    """Write the end time of the last backup, as `deploy/backup` does. Yields that time."""
    file, ended_at = settings.DATA_DIR / "last-backup", "2026-11-21T03:00:00+00:00"
    file.write_text(f"{ended_at}\n", encoding="utf-8")
    yield ended_at
    file.unlink()


async def test_the_status_shows_push_errors_the_friday_run_and_last_events(portal: Portal, backup: str) -> None:
    reported_at, friday, maya = now() - timedelta(hours=2), date(2026, 11, 20), portal.users["maya"]

    def create_rows() -> None:
        device = PushDevice(user_id=maya.id, session_id=maya.session_id, user_agent="Phone", trouble="it answered 403")
        changes.insert(device)
        Event.objects.create(id="evt_1", type="invoice.paid", received_at=reported_at)
        for name, state in (("maya", "done"), ("otto", "failed")):
            run = ScanRun(client_id=portal.clients[name], why="weekly", week=friday, state=state, website_url=SITE)
            changes.insert(run)
        Effect.objects.create(kind="test.kind", subject="s", due=now() - timedelta(minutes=5))
        for hours in (3, 2):
            Effect.objects.create(kind="test.kind", subject=str(hours), due=reported_at + timedelta(hours=2 + hours))

    await write(create_rows)
    status = await service_status(portal)
    assert [(one["recipient"], one["device"], one["reason"]) for one in status["push_troubles"]] == [
        ("maya@portal.example", "Phone", "it answered 403")
    ]
    states = {state: count for state, count in status["friday"]["states"].items() if count}
    assert (status["friday"]["week"], states) == ("2026-11-20", {"done": 1, "failed": 1})
    assert (status["backup_at"], status["webhook_at"]) == (iso(datetime.fromisoformat(backup)), iso(reported_at))
    [effect_status] = [one for one in status["effects"] if one["kind"] == "test.kind"]
    assert (effect_status["due"], 300 <= effect_status["overdue_s"] < 360) == (1, True)
    assert (effect_status["later"], effect_status["next_due"]) == (2, iso(reported_at + timedelta(hours=4)))


async def test_a_retry_reruns_failed_effects_of_one_kind_at_once(portal: Portal) -> None:
    await create_failing_effect("test.one")
    await create_failing_effect("test.other")
    async with portal.grows({"audit_log": 1}):
        reply = await portal.as_("ana").post("/rest/v1/effect_retries", json={"kind": "test.one"})
    assert reply.json() == {"retried": 1}
    assert (await row(Effect, kind="test.one"))["due"] <= now() < (await row(Effect, kind="test.other"))["due"]
