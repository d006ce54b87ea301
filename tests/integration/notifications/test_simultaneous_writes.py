"""Writes of notices and devices that another transaction changes between their check and their lock."""

from uuid import UUID

import pytest

from core.actor import Actor
from notifications import access, queries, services
from notifications.models import Notice, PushDevice
from notifications.services.preferences import Subscription
from sync.log import changes
from sync.writes.db_executor import read
from tests.support.apps.push import DEVICES, KEYS, NOTICES, notify_maya
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

BODY = {"endpoint": "https://push.example/1", "p256dh": KEYS[0], "auth": KEYS[1]}


async def test_a_browser_registered_by_another_tab_meanwhile_is_returned(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    maya = actor_of(portal.users["maya"])
    registered_devices: list[PushDevice] = []
    surplus_devices = queries.surplus_devices

    def register_in_another_tab(user_id: UUID, *, limit: int) -> list[PushDevice]:
        monkeypatch.setattr(queries, "surplus_devices", surplus_devices)
        registered_devices.append(
            services.register_device(actor=maya, subscription=Subscription(**BODY), user_agent="Another")
        )
        return []

    monkeypatch.setattr(queries, "surplus_devices", register_in_another_tab)
    reply = await portal.as_("maya").put(DEVICES, json=BODY)
    assert reply.status_code == 200, reply.text
    assert reply.json()["id"] == str(registered_devices[0].id)
    assert await read(PushDevice.objects.count) == 1


async def test_a_notice_deleted_while_it_is_acknowledged_is_not_found(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    notice = await notify_maya(portal)
    must_own_notice = access.must_own_notice

    def check_then_delete(actor: Actor, notice_id: UUID) -> None:
        must_own_notice(actor, notice_id)
        row = changes.locked(Notice, notice_id)
        assert row is not None
        changes.delete(row)

    monkeypatch.setattr(access, "must_own_notice", check_then_delete)
    async with portal.unchanged():
        body = {"id": str(notice["id"]), "n": notice["n"], "what": "opened"}
        reply = await portal.as_("maya").put(NOTICES, json=body)
    assert (reply.status_code, reply.json()["code"]) == (404, "notice_not_found")
