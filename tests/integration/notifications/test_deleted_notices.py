"""Notices that were deleted, and are stored again under their id."""

import asyncio
from datetime import timedelta

import pytest
from time_machine import TimeMachineFixture

from notifications.effects import delivery
from sync.writes.db_executor import write
from tests.support.apps.push import push_due, register_device
from tests.support.fakes.push_service import PushService
from tests.support.mail.mailbox import sweep
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def test_an_admin_who_is_removed_and_added_again_gets_pushes_of_the_same_thread(
    portal: Portal, pushes: PushService, time_machine: TimeMachineFixture
) -> None:
    await register_device(portal, pushes, "ana")
    for text in ("Before", "After"):
        await portal.post("maya", text)
        await asyncio.to_thread(sweep)
        time_machine.move_to(timedelta(seconds=11))
        await push_due()
        assert len(pushes.taken()) == 1, text
        await write(delivery.delete_admin_notices, user_id=portal.users["ana"].id)
