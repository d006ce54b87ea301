"""Devices that acknowledge messages, and the delivery markers of a thread."""

import pytest

from sync.hub import delivery_receipts as deliveries
from tests.support.portal.agency import Json, Portal, sign_in
from tests.support.sync.socket import Opener, Socket

CLIENT, PROVIDER = "client_delivered_created_at", "provider_delivered_created_at"


@pytest.fixture
async def no_delay(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deliveries are written without a delay."""
    monkeypatch.setattr(deliveries, "RECORD_AFTER_S", 0.0)
    monkeypatch.setattr(deliveries, "EVERY_S", 0.005)


async def device(portal: Portal, sockets: Opener, name: str, cursor: Json | None = None) -> tuple[Socket, str]:
    """A device that follows the shared stream of `name` from its head or from `cursor`."""
    socket = sockets((await sign_in(portal.users[name].email)).token)
    stream = "w" if name == "ana" else f"c:{portal.clients[name]}"
    await socket.hello(cursor or await head_cursor(portal, name))
    await socket.frame("live", s=stream)
    return socket, stream


async def head_cursor(portal: Portal, name: str) -> Json:
    """A cursor at the head of the shared stream of `name`."""
    stream = "w" if name == "ana" else f"c:{portal.clients[name]}"
    load = (await portal.as_(name).post("/realtime/v1/bootstrap", json={"s": stream})).json()
    return {key: load[key] for key in ("s", "e", "c", "at")}


async def acknowledge(device: Socket, stream: str, message: Json) -> None:
    """Wait until the device has received the message, and acknowledge it."""

    def frames_with_message() -> list[Json]:
        frames = device.all("ch", s=stream)
        return [frame for frame in frames if any(item["id"] == message["id"] for item in frame["d"])]

    await device.until(lambda: bool(frames_with_message()))
    device.send("ack", c={stream: frames_with_message()[0]["to"]})


async def thread_row(device: Socket, thread: str, **fields: object) -> Json:
    """The thread's row with these fields, once the device receives it."""

    def matches() -> list[Json]:
        items = [item["row"] for frame in device.all("ch") for item in frame["d"] if item["tbl"] == "threads"]
        return [item for item in items if item["id"] == thread and item | fields == item]

    await device.until(lambda: bool(matches()))
    return matches()[-1]
