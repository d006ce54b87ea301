"""Typing and presence on open sockets: who sees whom, what ends it, and that nothing is stored."""

import asyncio
from uuid import uuid4

import pytest

from sync.hub import ephemeral
from sync.log import membership, streams
from sync.protocol.frames import WINDOW_CHANGES
from sync.writes.db_executor import write
from tests.support.database.maintenance import many_clients
from tests.support.portal.agency import Portal, sign_in
from tests.support.sync.socket import Json, Opener, Socket

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def items(device: Socket, kind: str) -> list[Json]:
    """The `typing` or `presence` items that a device has received."""
    return [item for frame in device.all("eph") for item in frame["d"] if item["k"] == kind]


async def receive(device: Socket, kind: str, **fields: object) -> Json:
    """The first item of this kind with these fields; waits for it if necessary."""

    def matches() -> list[Json]:
        return [item for item in items(device, kind) if item | fields == item]

    await device.until(lambda: bool(matches()))
    return matches()[0]


async def connect(portal: Portal, sockets: Opener, name: str) -> Socket:
    """A device of a new session of `name`, after its `hello`."""
    device = sockets((await sign_in(portal.users[name].email)).token)
    assert (await device.hello())["eph"] == 1
    return device


async def test_ep2_ep4_both_sides_see_typing_and_admins_see_presence(portal: Portal, sockets: Opener) -> None:
    thread = str(portal.clients["maya"])
    ana = await connect(portal, sockets, "ana")
    ana.send("eph", k="look", threads=[thread, str(portal.clients["otto"])])
    await receive(ana, "presence", thread=thread, on=False)
    maya = await connect(portal, sockets, "maya")
    await receive(ana, "presence", thread=thread, on=True)
    async with portal.unchanged():
        maya.send("eph", k="typing", thread=thread, on=True)
        assert (await receive(ana, "typing", on=True))["name"] == "Maya Lindqvist"
        ana.send("eph", k="typing", thread=thread, on=True)
        item = await receive(maya, "typing", on=True)
        assert item == {
            "k": "typing",
            "thread": thread,
            "by": str(portal.users["ana"].id),
            "name": "Ana Ferreira",
            "role": "admin",
            "on": True,
        }
    assert items(maya, "presence") == []


async def test_ep2_another_clients_thread_gets_neither_typing_nor_presence(portal: Portal, sockets: Opener) -> None:
    maya, otto = await connect(portal, sockets, "maya"), await connect(portal, sockets, "otto")
    for thread in (str(portal.clients["maya"]), str(uuid4())):
        otto.send("eph", k="typing", thread=thread, on=True)
        otto.send("eph", k="look", threads=[thread])
    await otto.drain()
    await maya.drain()
    assert (maya.all("eph"), otto.all("eph")) == ([], [])
    assert otto.closed is None


async def test_ep1_a_device_with_backlog_gets_no_typing_and_presence_later(portal: Portal, sockets: Opener) -> None:
    thread = str(portal.clients["maya"])
    epoch = (await portal.as_("ana").post("/realtime/v1/bootstrap", json={"s": "w"})).json()["e"]
    await many_clients(WINDOW_CHANGES // 2 + 50)
    ana = sockets(portal.users["ana"].token)
    await ana.hello({"s": "w", "e": epoch, "c": 0, "at": ""})
    await ana.until(lambda: sum(frame["to"] - frame["from"] + 1 for frame in ana.all("ch")) > WINDOW_CHANGES // 2)
    ana.send("eph", k="look", threads=[thread])
    maya = await connect(portal, sockets, "maya")
    maya.send("eph", k="typing", thread=thread, on=True)
    await maya.drain()
    await ana.drain()
    assert ana.all("eph") == []
    ana.send("ack", c={"w": ana.all("ch")[-1]["to"]})
    await receive(ana, "presence", thread=thread, on=True)
    assert items(ana, "typing") == []


async def test_ep5_a_disconnected_user_is_absent_a_little_later(
    portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ephemeral, "LEAVES_AFTER_S", 0.0)
    monkeypatch.setattr("sync.hub.hub.TICK_S", 0.005)
    thread = str(portal.clients["maya"])
    ana, maya = await connect(portal, sockets, "ana"), await connect(portal, sockets, "maya")
    ana.send("eph", k="look", threads=[thread])
    await receive(ana, "presence", thread=thread, on=True)
    await maya.disconnect()
    await receive(ana, "presence", thread=thread, on=False)


@pytest.mark.parametrize(("name", "other"), [("ana", "maya"), ("maya", "ana")])
async def test_ep7_a_user_who_lost_a_stream_receives_no_ephemeral_frames(
    name: str, other: str, portal: Portal, sockets: Opener
) -> None:
    """Neither an admin nor a client gets anything about a thread after they lose the stream of that thread."""
    thread, stream = str(portal.clients["maya"]), streams.client(portal.clients["maya"])
    device = await connect(portal, sockets, name)
    device.send("eph", k="look", threads=[thread])
    await receive(device, "presence", thread=thread, on=name == "maya")
    lost = streams.ADMINS if name == "ana" else stream
    await write(membership.leave, user_id=portal.users[name].id, stream=lost)
    await device.frame("revoke", s=lost)
    typist = await connect(portal, sockets, other)
    typist.send("eph", k="typing", thread=thread, on=True)
    await typist.drain()
    await device.drain(2)
    assert (items(device, "typing"), len(items(device, "presence"))) == ([], 1)


async def test_ephemeral_frames_are_not_logged(portal: Portal, sockets: Opener) -> None:
    thread = str(portal.clients["maya"])
    maya = await connect(portal, sockets, "maya")
    async with portal.grows({"messages": 1, "effects": 1, "threads": 1, "w": 2, "c:maya": 2}):
        maya.send("eph", k="typing", thread=thread, on=True)
        await asyncio.gather(maya.drain(), portal.post("maya"))
        maya.send("eph", k="typing", thread=thread, on=False)
        await maya.drain(2)
