"""Memberships and sessions that end between two reads of the store while a connection opens."""

import asyncio
from collections.abc import Callable

import pytest

from accounts import services as accounts
from clients import services as clients
from core.actor import Actor
from sync import ports
from sync.ports import Port
from sync.writes.db_executor import write, write_now
from tests.support.portal.agency import Portal, cursors_of, sign_in
from tests.support.sync.device import actor_of
from tests.support.sync.socket import Opener

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def with_action_after_first_call(name: str, action: Callable[[], object]) -> Port[Callable[..., object]]:
    """The port of this name, but its first call runs `action` between reading its result and returning it."""
    port: Port[Callable[[Actor], object]] = getattr(ports, name)
    remaining = [action]

    def call(actor: Actor) -> object:
        result = port.call(actor)
        if remaining:
            remaining.pop()()
        return result

    wrapped: Port[Callable[..., object]] = Port("wrapped")
    wrapped.register(call)
    return wrapped


@pytest.mark.parametrize("point", ["session_is_live", "following_of"])
async def test_mb1_a_session_that_ends_during_hello_closes_the_socket(
    point: str, portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MB1, MB6: if the session ends after the snapshot, the end arrives as a change; if before, the snapshot has it."""
    maya = portal.users["maya"]
    cursors = await cursors_of(portal, "maya")

    def sign_out() -> None:
        write_now(accounts.sign_out, caller=actor_of(maya), scope="local")

    monkeypatch.setattr(ports, point, with_action_after_first_call(point, sign_out))
    device = sockets(maya.token)
    await device.open()
    device.send("hello", **device.greeting(*cursors))
    assert await device.close_code() == 4401


async def test_mb1_a_loss_that_another_connection_has_read_past_is_applied(
    portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MB6: Maya's read is before the loss and Ana's after it. The process reads the log only from Ana's position on."""
    await write(clients.create_admin, email="maya@portal.example", name="maya", password_hash="")
    ana, maya = sockets(portal.users["ana"].token), sockets(portal.users["maya"].token)
    loaded = (await portal.as_("maya").post("/realtime/v1/bootstrap", json={"s": "w"})).json()
    loop = asyncio.get_running_loop()
    await ana.open()

    def remove() -> None:
        write_now(clients.remove_admin, email="maya@portal.example")
        asyncio.run_coroutine_threadsafe(ana.hello(), loop).result(10)

    monkeypatch.setattr(ports, "following_of", with_action_after_first_call("following_of", remove))
    await maya.open()
    maya.send("hello", **maya.greeting({key: loaded[key] for key in ("s", "e", "c", "at")}))
    await maya.frame("revoke", s="w")
    await portal.post("otto", "Not for Maya", to="otto")
    await maya.drain()
    assert maya.all("ch", s="w") == []
    assert not any("Not for Maya" in text for text in maya.texts)


async def test_mb1_a_session_end_that_another_connection_has_read_past_closes_the_socket(
    portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    maya, cursors = portal.users["maya"], await cursors_of(portal, "maya")
    other = sockets((await sign_in(maya.email)).token)
    loop = asyncio.get_running_loop()
    await other.open()

    def sign_out() -> None:
        write_now(accounts.sign_out, caller=actor_of(maya), scope="local")
        asyncio.run_coroutine_threadsafe(other.hello(), loop).result(10)

    monkeypatch.setattr(ports, "following_of", with_action_after_first_call("following_of", sign_out))
    device = sockets(maya.token)
    await device.open()
    device.send("hello", **device.greeting(*cursors))
    assert await device.close_code() == 4401
    assert device.all("ch") == []
