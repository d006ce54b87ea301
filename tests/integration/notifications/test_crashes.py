"""Crashes of a process between any two steps of a notification: the notice is neither lost nor shown twice."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from time_machine import TimeMachineFixture

from core.ids import uuid7
from mail.effects import delivery as mail_delivery
from mail.models import Mail
from mail.providers import transport
from messaging import services as messaging
from notifications import services, tasks
from notifications.effects import pushes
from notifications.models import Notice
from notifications.providers import push_service
from sync.effects import effects
from sync.writes.db_executor import read, write
from tests.support.fakes.push_service import Push, PushService
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import Json, Portal, row
from tests.support.sync.device import actor_of

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.thorough]
DEVICES = "/rest/v1/push_devices"


class Killed(BaseException):
    """Simulates the end of a process; no code catches it."""


class Steps:
    """Counts writes and deliveries, and raises Killed after step number `crash_step`, if that is not 0."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.crash_step, self.step_count = 0, 0
        for module, name in (
            (effects, "write_now"),
            (pushes, "write_now"),
            (mail_delivery, "write_now"),
            (push_service, "send"),
            (transport, "deliver"),
        ):
            patch.setattr(module, name, self._around(getattr(module, name)))

    def _around(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def count_step(*args: Any, **kwargs: Any) -> Any:
            result = work(*args, **kwargs)
            self.step_count += 1
            if self.step_count == self.crash_step:
                raise Killed
            return result

        return count_step


async def run_process() -> None:
    """Run all due work, as the threads of a process do. Stops at a crash."""

    def work() -> None:
        try:
            effects.sweep()
            tasks.send_due_pushes()
        finally:
            connection.close()

    with suppress(Killed):
        await asyncio.to_thread(work)


async def notify_until_mailed(portal: Portal, time_machine: TimeMachineFixture) -> None:
    """Send Maya a message that she does not read, and run processes until the push and the mail must have been sent.

    The leases of a crashed process last 2 min, so a new process runs 3 min later.
    """
    ana, client_id = actor_of(portal.users["ana"]), portal.clients["maya"]
    time_machine.move_to(timedelta(hours=1))
    await write(messaging.send_message, actor=ana, message_id=uuid7(), client_id=client_id, content="Hello")
    for minutes in (0, 3, 11, 3, 13):
        time_machine.shift(timedelta(minutes=minutes))
        await run_process()


async def assert_notified_once(portal: Portal, notice_count: int, pushes: list[Push], mail_count: int) -> None:
    notice = await row(Notice, user_id=portal.users["maya"].id)
    assert (notice["n"], notice["pushed_at"] is None, notice["mailed_at"] is None) == (notice_count, False, False)
    # A push that is delivered twice is shown once, because tag and number are the same.
    assert {(push.data["id"], push.data["n"]) for push in pushes} == {(str(notice["id"]), notice_count)}
    assert len(pushes) <= 2
    mail: Json = await row(Mail, id=notice["mail_id"])
    assert mail["kind"] == "notices"
    assert (mail_count, mail["state"]) in {(1, "sent"), (1, "unknown"), (0, "unknown")}
    assert await read(Mail.objects.count) == notice_count


async def test_a_crash_at_any_step_still_notifies_once(
    portal: Portal,
    pushes: PushService,
    mailbox: Mailbox,
    monkeypatch: pytest.MonkeyPatch,
    time_machine: TimeMachineFixture,
) -> None:
    assert (await portal.as_("maya").put(DEVICES, json=pushes.subscribe())).status_code == 200
    maya, steps = actor_of(portal.users["maya"]), Steps(monkeypatch)
    crashes = notice_count = 0
    while crashes == notice_count:
        notice_count += 1
        steps.crash_step, steps.step_count = notice_count, 0
        await notify_until_mailed(portal, time_machine)
        crashes += steps.step_count >= notice_count
        steps.crash_step = 0
        await assert_notified_once(portal, notice_count, pushes.taken(), len(await mailbox.mails()))
        notice = await row(Notice, user_id=maya.id)
        await write(services.acknowledge, actor=maya, notice_id=notice["id"], n=notice["n"], what="opened")
    assert crashes > 15
