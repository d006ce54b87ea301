"""Opening a connection: who is admitted, the contents of `ok`, and the close code of each error."""

import base64
import json
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import override_settings
from time_machine import Traveller

from clients.models import Client
from sync.log import changes
from sync.writes.db_executor import write
from tests.support.portal.agency import Portal
from tests.support.sync.socket import Opener, Socket, modes

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.mark.usefixtures("quick")
async def test_he1_a_connection_without_hello_closes_after_5_s(sockets: Opener, fake_clock: Traveller) -> None:
    silent = sockets()
    assert await silent.open()
    fake_clock.shift(timedelta(seconds=5))
    assert (await silent.close_code(), silent.frames) == (4408, [])


@pytest.mark.parametrize("changed", [{"p": 2}, {"build": "2026.10.9"}], ids=["protocol", "build"])
async def test_he2_an_old_device_must_update(changed: dict[str, object], portal: Portal, sockets: Opener) -> None:
    device = sockets("an invalid token")
    await device.open()
    device.send("hello", **(device.greeting() | changed))
    assert (await device.close_code(), device.frames) == (4510, [])


@override_settings(MIN_BUILD="2026.12.0")
async def test_he2_the_minimum_build_is_a_setting(portal: Portal, sockets: Opener) -> None:
    device = sockets(portal.users["maya"].token)
    await device.open()
    device.send("hello", **device.greeting())
    assert await device.close_code() == 4510


def forged(token: str) -> str:
    """The token with a later expiry and the signature of the original."""
    head, claims, signature = token.split(".")
    payload = json.loads(base64.urlsafe_b64decode(claims + "=="))
    body = base64.urlsafe_b64encode(json.dumps(payload | {"exp": payload["exp"] + 9}).encode()).decode().rstrip("=")
    return f"{head}.{body}.{signature}"


@pytest.mark.parametrize("kind", ["empty", "garbage", "lone surrogate", "forged", "ended session", "expired"])
async def test_he3_an_unacceptable_token_closes_the_connection(
    kind: str, portal: Portal, sockets: Opener, fake_clock: Traveller
) -> None:
    token = portal.users["maya"].token
    match kind:
        case "ended session":
            await portal.end_sessions("maya")
        case "expired":
            fake_clock.shift(timedelta(hours=1))
        case "forged":
            token = forged(token)
        case _:
            token = {"empty": "", "garbage": "a.b.c", "lone surrogate": "\ud800.b.c"}[kind]
    device = sockets(token)
    await device.open()
    device.send("hello", **device.greeting())
    assert (await device.close_code(), device.frames) == (4401, [])


async def test_he3_a_user_without_a_role_is_barred(portal: Portal, sockets: Opener) -> None:
    def leave() -> None:
        changes.delete(Client.objects.select_for_update().get(id=portal.clients["maya"]))

    await write(leave)
    device = sockets(portal.users["maya"].token)
    await device.open()
    device.send("hello", **device.greeting())
    assert (await device.close_code(), device.frames) == (4503, [])


async def test_he4_ok_lists_every_stream_of_the_user(portal: Portal, sockets: Opener) -> None:
    maya, client = portal.users["maya"], str(portal.clients["maya"])
    heads = await portal.heads()
    ok = await sockets(maya.token).hello()
    assert {name: ok[name] for name in ("user", "role", "client", "name", "hb", "min_build")} == {
        "user": str(maya.id),
        "role": "client",
        "client": client,
        "name": "Maya Lindqvist",
        "hb": 25,
        "min_build": "2026.11.1",
    }
    assert ok["exp"] > ok["now"]
    own, shared = sorted(ok["subs"], key=lambda sub: str(sub["s"]), reverse=True)
    assert shared == {"s": f"c:{client}", "e": shared["e"], "head": heads["c:maya"], "tail": 1, "mode": "bootstrap"}
    assert own == {"s": f"u:{maya.id}", "e": shared["e"], "head": heads["u:maya"], "tail": 1, "mode": "bootstrap"}


async def test_he4_an_admin_follows_the_providers_stream(portal: Portal, sockets: Opener) -> None:
    ok = await sockets(portal.users["ana"].token).hello()
    assert (ok["role"], ok["client"], ok["name"]) == ("admin", None, "Ana Ferreira")
    assert modes(ok) == {"w": "bootstrap", f"u:{portal.users['ana'].id}": "bootstrap"}


async def test_he5_a_foreign_stream_is_revoked_whether_it_exists_or_not(portal: Portal, sockets: Opener) -> None:
    foreign = [f"c:{portal.clients['otto']}", f"c:{uuid4()}", f"u:{portal.users['otto'].id}", "w", "x:1", "", "\ud800"]
    device = sockets(portal.users["maya"].token)
    ok = await device.hello(*({"s": stream, "e": "k", "c": 0, "at": ""} for stream in foreign))
    await device.drain()
    assert not set(foreign) & set(modes(ok))
    assert device.all("revoke") == [{"t": "revoke", "s": stream, "why": "membership"} for stream in foreign]
    await portal.post("otto", to="otto")
    await device.drain(2)
    assert device.all("ch") == []


ORIGINS = [
    # (Origin, Host, whether the server accepts it)
    ("http://localhost:8000", "portal.test", True),
    ("http://localhost:8123", "localhost:8123", True),
    ("http://192.168.1.7:8000", "192.168.1.7:8000", True),
    ("http://[::1]:8000", "[::1]:8000", True),
    ("https://evil.example", "portal.test", False),
    ("http://evil.example", "evil.example", False),
    ("http://127.0.0.1.evil.example", "127.0.0.1.evil.example", False),
    ("http://192.168.1.7:8000", "192.168.1.7", False),
    ("http://192.168.1.7:8000", "192.168.1.8:8000", False),
    ("http://localhost:8000.evil.example", "portal.test", False),
    ("http://evil.example/localhost:8000", "localhost:8000", False),
    ("null", "portal.test", False),
    ("", "portal.test", False),
    ("", "", False),
    ("http://", "", False),
    ("http://[", "[", False),
    ("localhost:8123", "localhost:8123", False),
]


@pytest.mark.parametrize(("origin", "host", "is_ours"), ORIGINS)
async def test_he6_only_pages_of_this_installation_may_connect(
    origin: str, host: str, is_ours: bool, sockets: Opener
) -> None:
    """A host name that resolves here is not trusted, because its owner may have pointed it here."""
    device = sockets()
    assert await device.open((b"origin", origin.encode()), (b"host", host.encode())) is is_ours
    assert device.frames == []


async def test_he6_a_program_without_an_origin_may_connect(sockets: Opener) -> None:
    assert await sockets().open()


async def test_he7_a_new_connection_of_a_tab_supersedes_its_former_one(portal: Portal, sockets: Opener) -> None:
    token, dev, tab = portal.users["maya"].token, str(uuid4()), str(uuid4())
    first, other_tab, other_device = sockets(token, dev=dev, tab=tab), sockets(token, dev=dev), sockets(token, tab=tab)
    for device in (first, other_tab, other_device):
        await device.hello()
    second = sockets(token, dev=dev, tab=tab)
    await second.hello()
    assert await first.close_code() == 4409
    third = sockets(token, dev=dev, tab=tab)
    await third.hello()
    assert await second.close_code() == 4409
    for n, device in enumerate((third, other_tab, other_device)):
        await device.drain(n)
        assert device.closed is None


async def test_he7_another_user_at_the_same_tab_supersedes_no_connection(portal: Portal, sockets: Opener) -> None:
    first = sockets(portal.users["maya"].token)
    await first.hello()
    other = sockets(portal.users["otto"].token, dev=first.dev, tab=first.tab)
    await other.hello()
    for n, device in enumerate((first, other)):
        await device.drain(n)
        assert device.closed is None


async def test_he7_a_rejected_hello_supersedes_no_connection(portal: Portal, sockets: Opener) -> None:
    first = sockets(portal.users["maya"].token)
    await first.hello()
    stranger = sockets("a.b.c", dev=first.dev, tab=first.tab)
    await stranger.open()
    stranger.send("hello", **stranger.greeting())
    assert await stranger.close_code() == 4401
    await first.drain()
    assert first.closed is None


async def test_he8_sub_after_a_first_load_resumes(portal: Portal, sockets: Opener) -> None:
    stream = f"c:{portal.clients['maya']}"
    device = sockets(portal.users["maya"].token)
    await device.hello()
    load = (await portal.as_("maya").post("/realtime/v1/bootstrap", json={"s": stream})).json()
    await portal.post("ana")
    assert device.all("ch") == []  # the server sends no changes before the device has a cursor
    device.send("sub", subs=[{name: load[name] for name in ("s", "e", "c", "at")}])
    assert modes(await device.frame("subs")) == {stream: "resume"}
    [frame] = await device.changes(stream, load["c"] + 2)
    assert (frame["from"], [item["tbl"] for item in frame["d"]]) == (load["c"] + 1, ["messages", "threads"])
    await device.frame("live", s=stream, c=load["c"] + 2)


async def test_he8_a_foreign_stream_in_sub_is_revoked(portal: Portal, sockets: Opener) -> None:
    device = sockets(portal.users["maya"].token)
    await device.hello()
    device.send("sub", subs=[{"s": f"c:{portal.clients['otto']}", "e": "k", "c": 0, "at": ""}])
    assert await device.frame("revoke") == {"t": "revoke", "s": f"c:{portal.clients['otto']}", "why": "membership"}
    assert device.all("subs") == []


async def send_invalid(device: Socket, kind: str) -> None:
    match kind:
        case "binary":
            device.raw(data=b'{"t":"ping","n":1}')
        case "no JSON":
            device.raw("hello")
        case "second hello":
            device.send("hello", **device.greeting())
        case "unknown":
            device.send("subscribe")


@pytest.mark.parametrize("kind", ["binary", "no JSON", "second hello", "unknown"])
async def test_he9_an_invalid_frame_closes_the_connection_and_changes_nothing(
    kind: str, portal: Portal, sockets: Opener
) -> None:
    device, other = sockets(portal.users["maya"].token), sockets(portal.users["ana"].token)
    for each in (device, other):
        await each.hello()
    await device.drain()
    texts = list(device.texts)
    async with portal.unchanged():
        await send_invalid(device, kind)
        assert (await device.close_code(), device.texts) == (4500, texts)
    await other.drain()
    assert other.closed is None


async def test_he9_every_other_frame_before_hello_is_invalid(portal: Portal, sockets: Opener) -> None:
    for t, fields in (("ping", {"n": 1}), ("ack", {"c": {}}), ("sub", {"subs": []}), ("auth", {"token": "a"})):
        device = sockets()
        await device.open()
        device.send(t, **fields)
        assert (await device.close_code(), device.frames) == (4500, [])
