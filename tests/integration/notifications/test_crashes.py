"""A process that dies between any two steps of telling somebody: the notice is neither lost nor shown twice."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import connection

from core.ids import uuid7
from mail import tasks as mail_tasks
from mail import transport
from mail.models import Mail
from messaging import services as messaging
from messaging import tasks as messaging_tasks
from notifications import push_service, services, tasks
from notifications.models import Notice
from sync.effects import effects
from sync.writes.db_executor import read, write
from tests.support.apps.push import later
from tests.support.fakes.push_service import Push, PushService
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import Json, Portal, row
from tests.support.sync.device import actor_of

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.thorough]
DEVICES = "/rest/v1/push_devices"
AN_HOUR = 3600.0


class Killed(BaseException):
    """The end of a process, as nothing in it catches."""


class Steps:
    """Counts what is written and handed over; dies after step `at`, which is before the next one, once."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.at, self.passed = 0, 0
        for module, name in (
            (effects, "write_now"),
            (tasks, "write_now"),
            (messaging_tasks, "write_now"),
            (mail_tasks, "write_now"),
            (push_service, "send"),
            (transport, "deliver"),
        ):
            patch.setattr(module, name, self._around(getattr(module, name)))

    def _around(self, work: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*args: Any, **kwargs: Any) -> Any:
            result = work(*args, **kwargs)
            self.passed += 1
            if self.passed == self.at:
                raise Killed
            return result

        return stepped


async def go_on() -> None:
    """What threads of a process do, until nothing is due or they die; another process comes after them."""

    def work() -> None:
        try:
            effects.sweep()
            tasks.push_due()
        finally:
            connection.close()

    with suppress(Killed):
        await asyncio.to_thread(work)


async def one_life(portal: Portal, patch: pytest.MonkeyPatch, since: float) -> None:
    """Maya is written to, and looks at nothing until a mail has come; whoever died had two minutes' leases."""
    ana, client_id = actor_of(portal.users["ana"]), portal.clients["maya"]
    later(patch, seconds=since)
    await write(messaging.send_message, actor=ana, message_id=uuid7(), client_id=client_id, content="Hello")
    for minutes in (0, 3, 14, 17, 30):
        later(patch, seconds=since + minutes * 60)
        await go_on()


async def is_as_it_should_be(portal: Portal, told: int, pushes: list[Push], letters: int) -> None:
    notice = await row(Notice, user_id=portal.users["maya"].id)
    assert (notice["n"], notice["pushed_at"] is None, notice["mailed_at"] is None) == (told, False, False)
    # Twice handed over is once shown: the tag and the number are the same.
    assert {(push.said["id"], push.said["n"]) for push in pushes} == {(str(notice["id"]), told)}
    assert len(pushes) <= 2
    mail: Json = await row(Mail, id=notice["mail_id"])
    assert mail["kind"] == "notices"
    assert (letters, mail["state"]) in {(1, "sent"), (1, "unknown"), (0, "unknown")}
    assert await read(Mail.objects.count) == told


async def test_whenever_it_dies(
    portal: Portal, pushes: PushService, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await portal.as_("maya").put(DEVICES, json=pushes.subscribe())).status_code == 200
    maya, steps = actor_of(portal.users["maya"]), Steps(monkeypatch)
    died = told = 0
    while died == told:
        told += 1
        steps.at, steps.passed = told, 0
        await one_life(portal, monkeypatch, told * AN_HOUR)
        died += steps.passed >= told
        steps.at = 0
        await is_as_it_should_be(portal, told, pushes.taken(), len(await mailbox.mails()))
        notice = await row(Notice, user_id=maya.id)
        await write(services.acknowledge, actor=maya, notice_id=notice["id"], n=notice["n"], what="opened")
    assert died > 15
