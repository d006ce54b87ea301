"""A token on an open socket: its expiry, its renewal, and that it is never logged."""

import logging
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import OperationalError
from time_machine import Traveller

from accounts.models import Session
from accounts.tokens import access_tokens
from core.clock import now
from core.ids import uuid7
from messaging import services as messaging
from sync.connection import lookup
from sync.log import streams
from sync.writes.db_executor import read, write
from tests.integration.sync.connection.test_membership import MANUAL_CHANGES, run_manually
from tests.support.portal.agency import Portal, SignedInUser, sign_in
from tests.support.sync.device import actor_of
from tests.support.sync.socket import Json, Opener, Socket

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.usefixtures("quick")]

LIFE_S = 3600


async def new_token(user: SignedInUser) -> str:
    """The next token of the same session."""
    session = await read(lambda: Session.objects.select_related("user").get(id=user.session_id))
    return access_tokens.issue(session.user, session).text


async def write_to(portal: Portal, to: str, content: str) -> None:
    """Store a message of ana without an endpoint, because her token has expired too."""
    ana = actor_of(portal.users["ana"])
    client_id = portal.clients[to]
    await write(messaging.send_message, actor=ana, message_id=uuid7(), client_id=client_id, content=content)


@pytest.fixture
async def device(fake_clock: Traveller, portal: Portal, sockets: Opener) -> Socket:
    """Maya's device, live in her client's stream."""
    shared = streams.client(portal.clients["maya"])
    load = (await portal.as_("maya").post("/realtime/v1/bootstrap", json={"s": shared})).json()
    socket = sockets(portal.users["maya"].token)
    ok = await socket.hello({key: load[key] for key in ("s", "e", "c", "at")})
    assert ok["exp"] - ok["now"] == LIFE_S
    await socket.frame("live")
    return socket


async def test_tk1_nothing_is_delivered_after_the_expiry_until_a_new_token(
    device: Socket, fake_clock: Traveller, portal: Portal, sockets: Opener
) -> None:
    fake_clock.shift(timedelta(seconds=LIFE_S - 100))
    witness = sockets(await new_token(portal.users["ana"]))
    load = (await portal.as_("ana").post("/realtime/v1/bootstrap", json={"s": "w"})).json()
    await witness.hello({key: load[key] for key in ("s", "e", "c", "at")})
    fake_clock.shift(timedelta(seconds=100))
    await write_to(portal, "maya", "after the expiry")
    await witness.frame("ch")
    await device.drain()
    assert device.all("ch") == []
    device.send("auth", token=await new_token(portal.users["maya"]))
    assert (await device.frame("auth_ok"))["exp"] == int(now().timestamp()) + LIFE_S
    assert (await device.frame("ch"))["d"][0]["row"]["content"] == "after the expiry"


async def test_tk1_a_token_renewed_before_the_expiry_leaves_no_gap(
    device: Socket, fake_clock: Traveller, portal: Portal
) -> None:
    fake_clock.shift(timedelta(seconds=LIFE_S - 30))
    device.send("auth", token=await new_token(portal.users["maya"]))
    await device.frame("auth_ok")
    fake_clock.shift(timedelta(seconds=LIFE_S - 61))
    await write_to(portal, "maya", "on the second token")
    await device.frame("ch")
    assert device.closed is None


async def test_tk2_the_expiry_is_announced(device: Socket, fake_clock: Traveller) -> None:
    fake_clock.shift(timedelta(seconds=LIFE_S - 60))
    assert (await device.frame("auth_expiring"))["in"] in {59, 60}  # whole seconds
    fake_clock.shift(timedelta(seconds=20))
    await device.drain()
    assert len(device.all("auth_expiring")) == 1


async def test_tk2_the_expiry_is_announced_at_once_if_less_than_60_s_are_left(
    fake_clock: Traveller, portal: Portal, sockets: Opener
) -> None:
    fake_clock.shift(timedelta(seconds=LIFE_S - 10))
    late = sockets(portal.users["maya"].token)
    await late.hello()
    assert (await late.frame("auth_expiring"))["in"] in {9, 10}


async def test_tk3_the_socket_closes_25_s_after_the_expiry(
    device: Socket, fake_clock: Traveller, portal: Portal
) -> None:
    fake_clock.shift(timedelta(seconds=LIFE_S + 24))
    await device.frame("auth_expiring")
    await device.drain()
    assert device.closed is None
    fake_clock.shift(timedelta(seconds=1))
    assert await device.close_code() == 4401


@pytest.mark.parametrize("owner", ["another user", "another session", "an ended session", "garbage", "expired", ""])
async def test_tk4_an_unacceptable_new_token_closes_the_socket(
    owner: str, device: Socket, fake_clock: Traveller, portal: Portal
) -> None:
    maya = portal.users["maya"]
    match owner:
        case "another user":
            token = portal.users["otto"].token
        case "another session":
            token = (await sign_in(maya.email)).token
        case "an ended session":
            other = await sign_in(maya.email)
            await portal.as_("maya").post("/auth/v1/logout?scope=others")
            token = other.token
        case "expired":
            fake_clock.shift(timedelta(seconds=LIFE_S))
            token = maya.token
        case _:
            token = owner
    device.send("auth", token=token)
    assert await device.close_code() == 4401
    assert device.all("auth_ok") == []


@pytest.mark.parametrize("frame", ["auth", "sub"])
async def test_a_device_gets_a_time_to_reconnect_while_the_database_fails(
    frame: str, device: Socket, portal: Portal, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise OperationalError("the server closed the connection unexpectedly")

    fields: Json = {"token": await new_token(portal.users["maya"])} if frame == "auth" else {"subs": []}
    monkeypatch.setattr(lookup, "read", fails)
    device.send(frame, **fields)
    bye = await device.frame("bye")
    assert (bye["why"], bye["after"], await device.close_code()) == ("database", [5_000, 20_000], 1012)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_a_barred_user_cannot_renew_a_token(device: Socket, portal: Portal) -> None:
    """An operator removes the user's role with SQL, so no change in a stream reports it."""
    maya = portal.users["maya"]
    _, sql, code = MANUAL_CHANGES["the client's user"]
    await write(run_manually, sql, maya)
    device.send("auth", token=await new_token(maya))
    assert await device.close_code() == code
    assert device.all("auth_ok") == []


class LogRecorder(logging.Handler):
    """Collects all log lines, with their tracebacks."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(name)s %(message)s"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def logged() -> Iterator[list[str]]:
    """All log lines of the test, from level DEBUG on."""
    handler, root = LogRecorder(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield handler.lines
    root.setLevel(level)
    root.removeHandler(handler)


async def test_tk5_no_log_line_and_no_frame_contains_the_token(
    device: Socket, logged: list[str], portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = [portal.users["maya"].token, await new_token(portal.users["maya"]), "a-token-that-is.not.acceptable"]
    device.send("auth", token=tokens[1])
    await device.frame("auth_ok")
    for text in (f'{{"t":"hello","token":"{tokens[0]}"}}', f'{{"t":"auth","token":"{tokens[2]}"}}', tokens[0]):
        other = sockets(tokens[0])
        await other.hello()
        other.raw(text)
        await other.close_code()
    await fail_during_hello(sockets, tokens[0], monkeypatch)
    assert any("writer failed" in line for line in logged)
    everything = "\n".join([*logged, *device.texts])
    assert not any(token in everything for token in tokens)


async def fail_during_hello(sockets: Opener, token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send a `hello` whose processing raises RuntimeError, which the server logs."""

    def broken(**_: object) -> Json:
        raise RuntimeError("the database failed")

    monkeypatch.setattr("sync.queries.resolve", broken)
    device = sockets(token)
    await device.open()
    device.send("hello", **device.greeting())
    assert await device.close_code() == 4001


async def test_tk5_a_token_in_the_url_is_ignored(portal: Portal, sockets: Opener) -> None:
    token = portal.users["maya"].token
    device = sockets("", query=f"token={token}&access_token={token}")
    await device.open()
    device.send("hello", **device.greeting())
    assert (await device.close_code(), device.frames) == (4401, [])
