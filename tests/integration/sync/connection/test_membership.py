"""Gains and losses of membership, and ends of sessions, as open sockets see them."""

import asyncio
from collections.abc import Callable
from copy import copy
from typing import Any
from uuid import UUID

import pytest
from django.db import OperationalError, ProgrammingError, connection

from accounts import services as accounts
from clients import services as clients
from sync.connection import lookup
from sync.hub import log_follower
from sync.log import hints, membership, streams
from sync.protocol import frames
from sync.writes.db_executor import read, write
from tests.support.database.write_audit import clear_audit
from tests.support.portal.agency import Portal, SignedInUser, cursors_of, sign_in
from tests.support.sync.device import actor_of
from tests.support.sync.socket import Opener, modes

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def make_admin(name: str) -> None:
    await write(clients.create_admin, email=f"{name}@portal.example", name=name, password_hash="")


async def test_mb2_mb3_a_connected_client_who_becomes_an_admin_switches_streams(
    portal: Portal, sockets: Opener
) -> None:
    own, shared = streams.user(portal.users["maya"].id), streams.client(portal.clients["maya"])
    device, ana = sockets(portal.users["maya"].token), sockets(portal.users["ana"].token)
    await ana.hello(*await cursors_of(portal, "ana"))
    await device.hello(*await cursors_of(portal, "maya"))
    await portal.post("ana", "before the loss")
    await device.frame("ch", s=shared)
    await make_admin("maya")
    await portal.post("ana", "after the loss")
    assert await device.frame("revoke") == {"t": "revoke", "s": shared, "why": "membership"}
    assert modes(await device.frame("subs")) == {"w": "bootstrap"}
    await ana.until(lambda: any("after the loss" in text for text in ana.texts))
    await device.drain()
    assert not any("after the loss" in text for text in device.texts)
    after_revoke = device.frames[[frame["t"] for frame in device.frames].index("revoke") :]
    assert all(frame["s"] == own and frame["d"] == [] for frame in after_revoke if frame["t"] == "ch")
    load = (await portal.as_("maya").post("/realtime/v1/bootstrap", json={"s": "w"})).json()
    device.send("sub", subs=[{key: load[key] for key in ("s", "e", "c", "at")}])
    await device.frame("live", s="w")
    await portal.post("ana", "seen as an admin")
    await device.until(lambda: any("seen as an admin" in text for text in device.texts))


async def test_mb2_a_loss_reaches_a_device_whose_window_is_full(portal: Portal, sockets: Opener) -> None:
    shared = streams.client(portal.clients["maya"])
    cursors = await cursors_of(portal, "maya")
    device = sockets(portal.users["maya"].token)
    await device.hello(*cursors)
    for n in range(30):  # 570 kB; the window has space for 512
        await portal.post("ana", f"{n} " + "x" * 19_000)
    await device.changes(shared, cursors[0]["c"] + 20)
    assert device.all("ch", s=shared)[-1]["to"] < cursors[0]["c"] + 60
    await make_admin("maya")
    await device.frame("revoke", s=shared)
    sent = len(device.all("ch", s=shared))
    device.send("ack", c={shared: device.all("ch", s=shared)[-1]["to"]})
    await device.drain()
    await portal.post("ana", "after the loss")
    await device.drain(2)
    assert len(device.all("ch", s=shared)) == sent


async def test_mb4_a_membership_change_is_in_the_range_of_a_frame_but_not_in_its_items(
    portal: Portal, sockets: Opener
) -> None:
    maya = portal.users["maya"]
    await sign_in(maya.email)
    other = await sign_in(maya.email)
    own = streams.user(maya.id)
    cursors = await cursors_of(portal, "maya")
    await write(accounts.sign_out, caller=actor_of(other), scope="local")
    device = sockets(maya.token)
    await device.hello(*cursors)
    [frame] = await device.changes(own, cursors[1]["c"] + 1)
    assert (frame["from"], frame["to"], frame["d"]) == (cursors[1]["c"] + 1, cursors[1]["c"] + 1, [])
    await write(accounts.sign_out, caller=actor_of(maya), scope="others")
    await device.changes(own, cursors[1]["c"] + 2)
    assert device.closed is None
    received = "\n".join(device.texts)
    assert not any(secret in received for secret in ("session-ended", str(other.session_id), str(maya.session_id)))


@pytest.mark.parametrize(
    ("query", "closed"),
    [
        ("?scope=local", {"here", "same session"}),
        ("?scope=others", {"elsewhere"}),
        ("", {"here", "same session", "elsewhere"}),
    ],
)
async def test_mb5_a_sign_out_closes_the_sockets_of_the_sessions_it_ends(
    query: str, closed: set[str], portal: Portal, sockets: Opener
) -> None:
    elsewhere = await sign_in("maya@portal.example")
    tokens = {
        "here": portal.users["maya"].token,
        "same session": portal.users["maya"].token,
        "elsewhere": elsewhere.token,
        "otto": portal.users["otto"].token,
        "ana": portal.users["ana"].token,
    }
    opened = {name: sockets(token) for name, token in tokens.items()}
    for device in opened.values():
        await device.hello()
    reply = await portal.as_("maya").post(f"/auth/v1/logout{query}")
    assert reply.status_code == 204
    for name in closed:
        assert await opened[name].close_code() == 4401
    for name in set(opened) - closed:
        await opened[name].drain()
        assert opened[name].closed is None


MEMBERSHIP_CHANGES: dict[str, Callable[[UUID, str], None]] = {
    "all sessions ended": lambda user, stream: membership.end_session(user_id=user, session_id=None),
    "lost and had again": lambda user, stream: membership.leave(user_id=user, stream=stream),
}
# User, SQL that an operator may run, and the close code of the user's connection.
MANUAL_CHANGES = {
    "the session": ("maya", "DELETE FROM sessions WHERE id = %(session)s", 4401),
    "the ban": ("maya", "UPDATE users SET banned_until = '2999-01-01 00:00:00' WHERE id = %(user)s", 4401),
    "the client's user": ("maya", "UPDATE clients SET user_id = NULL WHERE user_id = %(user)s", 4503),
    "the admin": ("ana", "DELETE FROM admins WHERE user_id = %(user)s", 4503),
}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("change", MANUAL_CHANGES)
async def test_mb7_access_removed_in_the_database_ends_with_the_next_heartbeat(
    change: str, portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MB7; the server closes no other connection."""
    name, sql, code = MANUAL_CHANGES[change]
    monkeypatch.setattr(frames, "HEARTBEAT_S", 0.05)
    device, other = sockets(portal.users[name].token), sockets(portal.users["otto"].token)
    await device.hello(*await cursors_of(portal, name))
    await other.hello(*await cursors_of(portal, "otto"))
    await device.frame("hb")
    await write(run_manually, sql, portal.users[name])
    assert await device.close_code() == code
    before = len(other.all("hb"))
    await other.until(lambda: len(other.all("hb")) > before)


@pytest.mark.usefixtures("quick")
async def test_mb7_losing_one_role_in_the_database_keeps_the_other(
    portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MB7: the streams are those of the store, not those of hello."""
    await make_admin("maya")
    monkeypatch.setattr(frames, "HEARTBEAT_S", 0.05)
    device = sockets(portal.users["maya"].token)
    assert (await device.hello())["role"] == "admin"
    await write(run_manually, "DELETE FROM admins WHERE user_id = %(user)s", portal.users["maya"])
    assert (await device.frame("revoke"))["s"] == streams.ADMINS
    assert modes(await device.frame("subs")) == {streams.client(portal.clients["maya"]): "bootstrap"}


@pytest.fixture
def own_outage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the outage of a test end with the test, so that no check of a later test reports its end."""
    monkeypatch.setattr(lookup, "FAILED_CHECKS", copy(lookup.FAILED_CHECKS))


@pytest.mark.usefixtures("quick", "own_outage")
async def test_mb7_a_check_that_takes_too_long_ends_the_connection(
    portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def waits(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(frames, "HEARTBEAT_S", 0.05)
    monkeypatch.setattr(lookup, "RECHECK_S", 0.02)
    device = sockets(portal.users["maya"].token)
    await device.hello(*await cursors_of(portal, "maya"))
    monkeypatch.setattr(lookup, "read", waits)
    assert (await device.frame("bye"))["why"] == "database"
    assert await device.close_code() == 1012


@pytest.mark.usefixtures("quick", "own_outage")
async def test_mb7_a_check_that_fails_is_repeated_and_ends_the_connection_if_it_fails_again(
    portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An error of any kind: SQLite reports a wrong query as an OperationalError, PostgreSQL as a ProgrammingError."""
    errors = iter([OperationalError("gone"), None, ProgrammingError("no such column"), OperationalError("gone")])

    async def fails(*args: Any, **kwargs: Any) -> object:
        if error := next(errors, None):
            raise error
        return await read(*args, **kwargs)

    monkeypatch.setattr(frames, "HEARTBEAT_S", 0.05)
    device = sockets(portal.users["maya"].token)
    await device.hello(*await cursors_of(portal, "maya"))
    monkeypatch.setattr(lookup, "read", fails)
    assert (await device.frame("bye"))["why"] == "database"
    assert await device.close_code() == 1012
    assert list(errors) == []
    lines = [record.getMessage() for record in caplog.records if record.name == lookup.__name__]
    assert [" cannot " in line for line in lines] == [True, False, True]


def run_manually(sql: str, target: SignedInUser) -> None:
    """Run one of MANUAL_CHANGES, as an operator would with psql."""
    native = connection.features.has_native_uuid_field
    ids = {"session": target.session_id, "user": target.id}
    with connection.cursor() as cursor:
        if sql.startswith("DELETE FROM sessions"):
            cursor.execute("DELETE FROM refresh_tokens")
        cursor.execute(sql, {name: id if native else id.hex for name, id in ids.items()})
        assert cursor.rowcount == 1
    clear_audit()  # the write audit would report this write, which bypasses the log


@pytest.mark.parametrize("change", MEMBERSHIP_CHANGES)
async def test_mb6_a_membership_change_that_hello_has_seen_closes_no_newer_connection(
    change: str, portal: Portal, sockets: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hub reads the change only after the newer connection has opened."""
    monkeypatch.setattr(log_follower, "HEADS_EVERY_S", 3600)
    monkeypatch.setattr(log_follower, "POLL_EVERY_S", 3600)
    monkeypatch.setattr(hints, "publish", lambda committed: None)
    maya, shared = portal.users["maya"], streams.client(portal.clients["maya"])
    older = sockets(maya.token)
    await older.hello(*await cursors_of(portal, "maya"))
    await older.drain()
    await write(lambda: MEMBERSHIP_CHANGES[change](maya.id, shared))
    newer = sockets((await sign_in(maya.email)).token)
    cursors = await cursors_of(portal, "maya")
    await newer.hello(*cursors)
    if change == "lost and had again":
        await older.frame("revoke", s=shared)
    else:
        assert await older.close_code() == 4401
    await newer.drain()
    assert (newer.closed, newer.all("revoke")) == (None, [])
