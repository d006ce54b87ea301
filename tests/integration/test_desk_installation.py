"""How the installation is: what failed in which room, and that it is tried again when an admin says so."""

from datetime import timedelta

import pytest

from core.clock import now
from mail.models import Mail, State
from sync import effects
from sync.models import Effect
from sync.seam import read, write
from tests.support.page_speed import StandIn
from tests.support.portal import Json, Portal, row
from tests.support.scans import SITE, onboard, scan_due

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def seen(portal: Portal) -> Json:
    async with portal.unchanged():
        reply = await portal.as_("ana").get("/rest/v1/installation")
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def fail(kind: str) -> None:
    def failed() -> None:
        effects.after_commit(kind=kind, subject="s")
        Effect.objects.filter(kind=kind).update(error="Boom()", tries=3, due=now() + timedelta(hours=1))

    await write(failed)


async def test_what_failed_in_each_room_is_seen(portal: Portal, speed: StandIn) -> None:
    await onboard(portal)
    speed.fails(400)
    await scan_due()
    await portal.as_("ana").post("/rest/v1/client_invitations", json={"client_id": str(portal.clients["pending"])})
    await read(lambda: Mail.objects.update(state=State.FAILED, reason="no such box"))
    await fail("test.kind")
    found = await seen(portal)
    assert [(one["website_url"], one["client_id"]) for one in found["failed_scans"]] == [
        (SITE, str(portal.clients["maya"]))
    ]
    assert (found["mails"]["failed"], found["mail_troubles"][0]["reason"]) == (1, "no such box")
    assert [(one["kind"], one["tries"], one["error"]) for one in found["failing"]] == [("test.kind", 3, "Boom()")]
    assert (found["friday"], found["webhook_at"]) == (None, None)


async def test_what_failed_is_tried_again_at_once_and_no_other_kind(portal: Portal) -> None:
    await fail("test.one")
    await fail("test.other")
    async with portal.grows({"audit_log": 1}):
        reply = await portal.as_("ana").post("/rest/v1/effect_retries", json={"kind": "test.one"})
    assert reply.json() == {"retried": 1}
    assert (await row(Effect, kind="test.one"))["due"] <= now() < (await row(Effect, kind="test.other"))["due"]
