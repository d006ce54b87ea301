"""Admission as a device sees it: the server rejects it with a time to retry, and admits it later."""

import pytest
from pytest_django import Settings

from sync.hub import admission
from tests.support.portal.agency import Portal
from tests.support.sync.socket import Opener, Socket

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def retry_spread(device: Socket, why: str) -> list[int]:
    """Send `hello`. The server must close with 4429 after `bye`; returns its earliest and latest retry in ms."""
    device.send("hello", **device.greeting())
    assert await device.close_code() == 4429
    [bye] = device.frames
    assert (bye["t"], bye["why"]) == ("bye", why)
    return list(bye["after"])


async def test_ad1_a_hello_that_would_wait_too_long_must_retry_later(
    portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = sockets(portal.users["ana"].token)
    await inside.hello()
    late = sockets("a token that the server does not check")
    await late.open()
    monkeypatch.setattr(admission, "WAIT_MAX_S", -1.0)
    low, high = await retry_spread(late, "busy")
    assert 0 < low < high <= 120_500
    await inside.drain()
    monkeypatch.undo()
    assert (await sockets(portal.users["maya"].token).hello())["t"] == "ok"


async def test_ad3_one_connection_too_many_must_retry_later_and_the_others_stay_open(
    portal: Portal, sockets: Opener, settings: Settings
) -> None:
    settings.SOCKETS_PER_USER = 2
    maya = portal.users["maya"].token
    first, second, third = (sockets(maya) for _ in range(3))
    await first.hello()
    await second.hello()
    await third.open()
    assert await retry_spread(third, "sockets") == [30_000, 60_000]
    await sockets(portal.users["otto"].token).hello()
    await first.drain()
    await second.drain()
    await first.disconnect()
    assert (await sockets(maya).hello())["t"] == "ok"


async def test_ad3_a_reconnecting_tab_counts_once_after_its_former_connection_ends(
    portal: Portal, sockets: Opener, settings: Settings
) -> None:
    settings.SOCKETS_PER_USER = 2
    maya = portal.users["maya"].token
    first = sockets(maya)
    await first.hello()
    for _ in range(4):
        again = sockets(maya, dev=first.dev, tab=first.tab)
        await again.hello()
        assert await first.close_code() == 4409
        await first.disconnect()
        first = again
