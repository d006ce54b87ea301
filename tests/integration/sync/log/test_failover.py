"""A database server takes over and lacks committed changes. Only its timeline is simulated."""

import asyncio

import pytest
from django.db.models import F

from sync import queries
from sync.db import timeline
from sync.db.timeline import Timeline
from sync.hub.failover import Failover
from sync.log import epochs
from sync.models import Change, Stream
from sync.writes.db_executor import read, write
from tests.support.apps.deliveries import PROVIDER, acknowledge, device, no_delay, thread_row
from tests.support.portal.agency import Portal
from tests.support.sync.socket import WITHIN_S, Opener, Socket, quick

__all__ = ["no_delay", "quick"]
pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.usefixtures("quick")]


class Server:
    """The database server: the number of its timeline, which grows when another one takes over."""

    def __init__(self) -> None:
        self.timeline, self._reads, self._loop = 1, asyncio.Queue[None](), asyncio.get_running_loop()

    def current(self) -> Timeline:
        self._loop.call_soon_threadsafe(self._reads.put_nowait, None)
        return Timeline(f"{self.timeline:08}", is_synchronous=False)

    async def wait_for_poll(self) -> None:
        """Wait until the process has read the timeline and acted on it."""
        while not self._reads.empty():
            self._reads.get_nowait()
        async with asyncio.timeout(WITHIN_S):
            for _ in range(2):  # the second read begins after the process has acted on the first one
                await self._reads.get()


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    server = Server()
    monkeypatch.setattr(timeline, "current", server.current)
    return server


async def fail_over(server: Server, device: Socket) -> None:
    """Another server takes over, and `device` must reconnect."""
    server.timeline += 1
    await must_reconnect(device)


async def must_reconnect(device: Socket) -> None:
    """Wait until the server makes `device` reconnect."""
    assert (await device.frame("bye"))["why"] == "deploy"
    assert await device.close_code() == 1012


@pytest.mark.parametrize("is_lost", [False, True])
async def test_cu8_the_epoch_changes_once_also_if_an_operator_has_rotated_it(
    is_lost: bool, server: Server, portal: Portal, sockets: Opener
) -> None:
    """The standby that takes over may not have received the operator's rotation."""
    maya, _ = await device(portal, sockets, "maya")
    before, other_process = await read(queries.epoch), Failover()
    await server.wait_for_poll()
    rotated = await write(epochs.rotate)
    await server.wait_for_poll()
    assert await other_process.may_have_lost_changes() is False
    assert (await read(queries.epoch), maya.closed) == (rotated, None)

    def take_over() -> None:
        server.timeline += 1
        if is_lost:
            Stream.objects.update(epoch=before)

    await write(take_over)
    await must_reconnect(maya)
    after = await read(queries.epoch)
    assert after not in {before, rotated}
    assert await other_process.may_have_lost_changes() is True
    await server.wait_for_poll()
    assert await read(queries.epoch) == after


@pytest.mark.usefixtures("no_delay")
async def test_cu8_messages_whose_numbers_were_used_before_are_delivered(
    server: Server, portal: Portal, sockets: Opener
) -> None:
    """The process must forget the numbers of the lost log up to which it has recorded deliveries."""
    thread = str(portal.clients["maya"])
    ana, stream = await device(portal, sockets, "ana")
    for n in range(3):
        lost = await portal.post("maya", f"lost {n}")
        await acknowledge(ana, stream, lost)
    await thread_row(ana, thread, **{PROVIDER: lost["created_at"]})

    def lose_changes() -> None:
        Stream.objects.filter(id=stream).update(head=F("head") - 6)
        Change.objects.filter(stream=stream, seq__gt=Stream.objects.get(id=stream).head).delete()

    await write(lose_changes)
    await fail_over(server, ana)
    ana, _ = await device(portal, sockets, "ana")
    later = await portal.post("maya", "later")
    await acknowledge(ana, stream, later)
    await thread_row(ana, thread, **{PROVIDER: later["created_at"]})
