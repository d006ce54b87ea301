"""Signed-in devices, recovery codes, and the rejection of a session without its second factor at other endpoints."""

import asyncio
from io import StringIO
from uuid import UUID

import httpx
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import Settings

from tests.support.accounts.api import Json, bearer, dump, error_of, execute, refresh, rows, sign_in, sign_up
from tests.support.accounts.second_factor import App, answer, protect
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import BASE, Portal
from tests.support.sync.socket import Opener

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

AAL2_REQUIRED = {"code": "insufficient_aal", "message": "Two-factor sign-in is needed."}
WRONG = (422, "mfa_verification_failed", "Invalid TOTP code entered")
REST = f"{BASE}/rest/v1"


async def create_recovery_codes(http: httpx.AsyncClient, session: Json) -> list[str]:
    reply = await http.post(f"{REST}/recovery_codes", headers=bearer(session))
    assert reply.status_code == 201, reply.text
    return list(reply.json()["codes"])


async def sign_up_protected(http: httpx.AsyncClient) -> tuple[App, Json]:
    return await protect(http, await sign_up(http))


async def test_a_user_sees_their_devices(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    await sign_up(http, "bob@example.com")
    current_session = (await sign_in(http)).json()
    reply = await http.get(f"{REST}/sessions", headers={**bearer(current_session)})
    assert reply.status_code == 200
    current_device, other_device = reply.json()["data"]
    assert (current_device["is_current"], other_device["is_current"]) == (True, False)
    assert (current_device["address"], current_device["aal"]) == ("203.0.113.7", "aal1")
    assert set(current_device) == {
        "id",
        "user_agent",
        "address",
        "aal",
        "amr",
        "is_current",
        "created_at",
        "refreshed_at",
    }
    assert (await http.delete(f"{REST}/sessions/{other_device['id']}", headers=bearer(current_session))).json() == {
        "id": other_device["id"]
    }
    error = (403, "session_not_found", "Session from session_id claim in JWT does not exist")
    assert error_of(await http.get("/user", headers=bearer(ada))) == error
    assert error_of(await refresh(http, ada["refresh_token"]))[1] == "refresh_token_not_found"
    assert (await http.get("/user", headers=bearer(current_session))).status_code == 200


async def test_another_users_device_is_not_found(http: httpx.AsyncClient) -> None:
    ada, bob = await sign_up(http), await sign_up(http, "bob@example.com")
    [device] = (await http.get(f"{REST}/sessions", headers=bearer(ada))).json()["data"]
    before = await dump()
    reply = await http.delete(f"{REST}/sessions/{device['id']}", headers=bearer(bob))
    assert (reply.status_code, reply.json()) == (
        404,
        {"code": "session_not_found", "message": "Session not found"},
    )
    assert await dump() == before


async def test_ending_a_device_closes_its_socket(portal: Portal, sockets: Opener) -> None:
    maya = portal.users["maya"]
    socket, other = sockets(maya.token), sockets(portal.users["otto"].token)
    await socket.hello()
    await other.hello()
    assert (await portal.as_("maya").delete(f"/rest/v1/sessions/{maya.session_id}")).status_code == 200
    await socket.until(lambda: socket.closed is not None, within=1)
    assert socket.closed == 4401
    await other.drain()


def sign_out(*arguments: str) -> str:
    """The output of `manage.py sign_out`."""
    output = StringIO()
    try:
        call_command("sign_out", "--yes", *arguments, stdout=output)
    finally:
        connection.close()
    return output.getvalue()


async def test_an_operator_ends_the_sessions_of_one_user_or_of_all(portal: Portal, sockets: Opener) -> None:
    maya, otto = sockets(portal.users["maya"].token), sockets(portal.users["otto"].token)
    await maya.hello()
    await otto.hello()
    with pytest.raises(CommandError, match=r"nobody@example\.com is signed in nowhere\."):
        await asyncio.to_thread(sign_out, "nobody@example.com")
    assert "ended: 1" in await asyncio.to_thread(sign_out, portal.users["maya"].email.upper())
    await maya.until(lambda: maya.closed is not None, within=1)
    await otto.drain()
    await asyncio.to_thread(sign_out, "--everybody")
    await otto.until(lambda: otto.closed is not None, within=1)
    assert (maya.closed, otto.closed) == (4401, 4401)
    assert await rows("SELECT COUNT(*) FROM refresh_tokens") == [(0,)]


async def test_each_recovery_code_replaces_the_app_once(http: httpx.AsyncClient) -> None:
    app, aal2_session = await sign_up_protected(http)
    codes = await create_recovery_codes(http, aal2_session)
    assert len(set(codes)) == 10
    contents = await dump()
    assert not [code for code in codes if code in contents or code.replace("-", "") in contents]
    aal1_session = (await sign_in(http)).json()
    typed_code = f" {codes[0].upper().replace('-', ' ')} "
    reply = await answer(http, aal1_session, app, typed_code)
    assert reply.status_code == 200
    second_session = (await sign_in(http)).json()
    assert error_of(await answer(http, second_session, app, codes[0])) == WRONG
    codes_reply = await http.get(f"{REST}/recovery_codes", headers=bearer(reply.json()))
    assert codes_reply.json()["left"] == 9
    assert codes_reply.json()["created_at"]
    assert (await http.delete(f"/factors/{app.id}", headers=bearer(reply.json()))).status_code == 200
    assert await rows("SELECT COUNT(*) FROM recovery_codes") == [(0,)]
    assert await rows("SELECT COUNT(*) FROM sessions WHERE aal = 'aal2'") == [(0,)]


async def test_new_recovery_codes_void_the_former(http: httpx.AsyncClient) -> None:
    app, aal2_session = await sign_up_protected(http)
    former_codes, new_codes = (
        await create_recovery_codes(http, aal2_session),
        await create_recovery_codes(http, aal2_session),
    )
    aal1_session = (await sign_in(http)).json()
    assert error_of(await answer(http, aal1_session, app, former_codes[0])) == WRONG
    assert (await answer(http, aal1_session, app, new_codes[9])).status_code == 200


async def test_another_users_recovery_codes_are_rejected(http: httpx.AsyncClient) -> None:
    _, aal2_session = await sign_up_protected(http)
    codes = await create_recovery_codes(http, aal2_session)
    app, _ = await protect(http, await sign_up(http, "bob@example.com"))
    bob = (await sign_in(http, "bob@example.com")).json()
    assert error_of(await answer(http, bob, app, codes[0])) == WRONG
    assert await rows("SELECT COUNT(*) FROM recovery_codes") == [(10,)]


async def test_recovery_codes_need_a_factor(http: httpx.AsyncClient) -> None:
    ada = await sign_up(http)
    before = await dump()
    reply = await http.post(f"{REST}/recovery_codes", headers=bearer(ada))
    no_second_factor = {"code": "no_second_factor", "message": "Set up two-factor sign-in first"}
    assert (reply.status_code, reply.json()) == (409, no_second_factor)
    assert await dump() == before
    reply = await http.get(f"{REST}/recovery_codes", headers=bearer(ada))
    assert reply.json() == {"left": 0, "created_at": None}


async def test_an_aal1_session_is_rejected_at_the_other_endpoints(http: httpx.AsyncClient) -> None:
    _, aal2_session = await sign_up_protected(http)
    thief = (await sign_in(http)).json()
    before = await dump()
    for method, path in (
        ("GET", "/sessions"),
        ("GET", "/recovery_codes"),
        ("POST", "/recovery_codes"),
        ("GET", "/clients"),
    ):
        reply = await http.request(method, f"{REST}{path}", headers=bearer(thief))
        assert (reply.status_code, reply.json()) == (401, AAL2_REQUIRED), path
    assert await dump() == before
    assert (await http.get(f"{REST}/clients", headers=bearer(aal2_session))).status_code == 200


async def test_the_stored_assurance_level_counts_and_not_the_tokens(http: httpx.AsyncClient) -> None:
    _, aal2_session = await sign_up_protected(http)
    await execute("UPDATE sessions SET aal = 'aal1'")
    reply = await http.get(f"{REST}/clients", headers=bearer(aal2_session))
    assert (reply.status_code, reply.json()) == (401, AAL2_REQUIRED)


async def test_admins_can_be_required_to_use_a_second_factor(portal: Portal, settings: Settings) -> None:
    ana, maya = portal.as_("ana"), portal.as_("maya")
    params = {"client_id": str(portal.clients["maya"])}
    assert (await ana.get("/rest/v1/messages", params=params)).status_code == 200
    settings.AUTH_ADMIN_SECOND_FACTOR = True
    factor_required = {
        "code": "second_factor_required",
        "message": "Admins sign in with a second factor. Set it up first.",
    }
    async with portal.unchanged():
        for reply in (
            await ana.get("/rest/v1/messages", params=params),
            await ana.post("/rest/v1/messages", json=portal.message()),
            await ana.post("/realtime/v1/bootstrap", json={"s": "w"}),
        ):
            assert (reply.status_code, reply.json()) == (401, factor_required)
    assert (await maya.get("/rest/v1/messages", params=params)).status_code == 200
    assert (await ana.get("/auth/v1/user")).status_code == 200
    session = {"access_token": portal.users["ana"].token}
    ana.headers["X-Supabase-Api-Version"] = "2024-01-01"
    ana.base_url = httpx.URL(f"{BASE}/auth/v1")
    _, aal2_session = await protect(ana, session)
    reply = await ana.get(f"{REST}/messages", params=params, headers=bearer(aal2_session))
    assert reply.status_code == 200


async def test_the_socket_of_an_aal1_session_is_closed(portal: Portal, sockets: Opener, settings: Settings) -> None:
    settings.AUTH_ADMIN_SECOND_FACTOR = True
    ana, maya = sockets(portal.users["ana"].token), sockets(portal.users["maya"].token)
    await ana.open()
    ana.send("hello", **ana.greeting())
    assert await ana.close_code() == 4401
    assert ana.frames == []
    await maya.hello()


async def test_a_lost_factor_is_removed_by_a_command(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    _, aal2_session = await sign_up_protected(http)
    bobs_app, _ = await protect(http, await sign_up(http, "bob@example.com"))
    await create_recovery_codes(http, aal2_session)
    await mailbox.mails()

    def run(email: str) -> None:
        try:
            call_command("remove_factors", email, "--yes", stdout=StringIO())
        finally:
            connection.close()

    with pytest.raises(CommandError, match=r"Nobody has the address nobody@example\.com\."):
        await asyncio.to_thread(run, "nobody@example.com")
    await asyncio.to_thread(run, "Ada@example.com")
    assert error_of(await http.get("/user", headers=bearer(aal2_session)))[1] == "session_not_found"
    assert [str(UUID(str(id))) for (id,) in await rows("SELECT id FROM factors")] == [bobs_app.id]
    assert await rows("SELECT COUNT(*) FROM recovery_codes") == [(0,)]
    mail = await mailbox.mail()
    assert (mail.to, mail.subject) == ("ada@example.com", "Two-factor sign-in: a second step was removed")
    ada = (await sign_in(http)).json()
    assert (await http.get(f"{REST}/clients", headers=bearer(ada))).status_code == 200
