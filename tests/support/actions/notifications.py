"""Actions of the notifications app: notices, acknowledgements, devices and settings."""

from datetime import timedelta
from uuid import UUID

import pytest

from core.clock import now
from core.ids import uuid7
from notifications import queries, services
from notifications.effects import delivery, pushes
from notifications.effects.pushes import PushTarget
from notifications.models import Notice, PushDevice
from notifications.services import Subscription
from sync.writes.db_executor import read, write
from tests.support.actions import Actions
from tests.support.apps.push import KEYS
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of


async def notify_users(portal: Portal, *names: str, kind: str = "report", subject: str = "") -> list[Notice]:
    """Notify these users of something about maya; returns all notices."""
    client_id, user_ids = portal.clients["maya"], [portal.users[name].id for name in names]
    await write(
        lambda: services.notify(
            [
                services.NewNotice(
                    to=queries.locked_recipients(user_ids, kind),
                    kind=kind,
                    client_id=client_id,
                    tag=f"{kind}:{client_id}",
                    subject=subject or str(uuid7()),
                    title=f"A new {kind}",
                    body="Have a look.",
                    path="/dashboard",
                )
            ]
        )
    )
    return await read(lambda: list(Notice.objects.order_by("id")))


async def device_of(portal: Portal, name: str, endpoint: str = "https://push.example/one") -> PushDevice:
    subscription = Subscription(endpoint, *KEYS)
    actor = actor_of(portal.users[name])
    return await write(services.register_device, actor=actor, subscription=subscription, user_agent="Firefox/140.0")


async def users_are_notified_twice(portal: Portal) -> None:
    await notify_users(portal, "ana", "maya", subject="one")
    await notify_users(portal, "ana", "maya", subject="two")
    await notify_users(portal, "ana", "maya", subject="two")


async def notice_is_withdrawn(portal: Portal) -> None:
    """Withdraw a notice by a text that it does not quote, then by one that it quotes."""
    await notify_users(portal, "ana", "maya")
    client_id = portal.clients["maya"]
    for texts in (["Other words"], ["Have a look."]):
        await write(
            services.withdraw,
            client_id=client_id,
            side="client",
            tag=f"report:{client_id}",
            texts=texts,
            replacement="It was withdrawn",
        )


async def shared_notice_is_withdrawn(portal: Portal) -> None:
    """Withdraw an earlier event of a shared notice, then its last one."""
    for subject in ("one", "two"):
        await notify_users(portal, "ana", "maya", subject=subject)
    user_ids, tag = [portal.users[name].id for name in ("ana", "maya")], f"report:{portal.clients['maya']}"
    for subject in ("one", "two"):
        await write(
            services.withdraw_shared,
            user_ids=user_ids,
            tag=tag,
            subject=subject,
            replacement="It was withdrawn",
            others_title="Others",
            others_path="/dashboard",
        )


async def notice_is_opened(portal: Portal) -> None:
    await notify_users(portal, "ana", "maya")
    client_id = portal.clients["maya"]
    for side in ("client", "provider"):
        await write(services.mark_opened, client_id=client_id, side=side, tag=f"report:{client_id}")


async def notice_is_seen_and_repeated(portal: Portal) -> None:
    [notice] = await notify_users(portal, "maya")
    device = await device_of(portal, "maya")
    for what in ("shown", "opened"):
        await acknowledge(portal, "maya", notice, what, device.id)
    await notify_users(portal, "maya")


async def acknowledge(portal: Portal, name: str, notice: Notice, what: str, device_id: UUID | None = None) -> None:
    body = {"id": str(notice.id), "n": notice.n, "what": what, "device": device_id and str(device_id)}
    reply = await portal.as_(name).put("/rest/v1/notices", json=body)
    assert reply.status_code == 200, reply.text


async def device_comes_and_goes(portal: Portal) -> None:
    device = await device_of(portal, "maya")
    await device_of(portal, "maya")
    await write(services.test_device, actor=actor_of(portal.users["maya"]), device_id=device.id)
    await device_of(portal, "ana")  # the same browser, which another user uses now
    moved = await read(lambda: PushDevice.objects.get())
    await write(services.remove_device, actor=actor_of(portal.users["ana"]), device_id=moved.id)


async def settings_are_changed(portal: Portal) -> None:
    actor = actor_of(portal.users["ana"])
    await write(services.save_preferences, actor=actor, is_quiet=True, zone="Europe/Lisbon")
    await write(services.save_preferences, actor=actor, messages=False)


async def notice_is_pushed_and_rejected(portal: Portal) -> None:
    [notice] = await notify_users(portal, "maya")
    device = await device_of(portal, "maya")
    target = PushTarget(notice.id, device.id, notice.n)
    await write(pushes.enqueue_pushes, pushes=[(notice.id, notice.n)])
    await write(pushes.record_outcome, target=target, outcome="rejected", reason="no")
    await write(pushes.record_outcome, target=target, outcome="accepted")
    await write(pushes.record_outcome, target=target, outcome="expired")


async def notice_stays_unread(portal: Portal) -> None:
    """Mail a notice, mark it as not reached, and prune it."""
    [notice] = await notify_users(portal, "maya")
    with pytest.MonkeyPatch.context() as patch:
        advance(patch, timedelta(minutes=11))
        await write(delivery.email_unseen, notice_id=notice.id)
        advance(patch, timedelta(hours=49))
        await write(delivery.mark_unreached, notice_id=notice.id)
        advance(patch, timedelta(days=61))
        await write(delivery.prune)


def advance(patch: pytest.MonkeyPatch, time: timedelta) -> None:
    """Advance the clock of `delivery` only, because the product's clock would let the connections' tokens expire."""
    patch.setattr(delivery, "now", lambda: now() + time)


ACTIONS: Actions = {
    "notifications.notify": [users_are_notified_twice, notice_is_pushed_and_rejected, notice_stays_unread],
    "notifications.mark_opened": [notice_is_opened],
    "notifications.withdraw": [notice_is_withdrawn],
    "notifications.withdraw_shared": [shared_notice_is_withdrawn],
    "notifications.acknowledge": [notice_is_seen_and_repeated],
    "notifications.register_device": [device_comes_and_goes],
    "notifications.remove_device": [device_comes_and_goes],
    "notifications.test_device": [device_comes_and_goes],
    "notifications.save_preferences": [settings_are_changed],
}
