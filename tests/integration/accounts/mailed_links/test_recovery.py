"""Recovery of an account without its password."""

from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings

from core.clock import now
from tests.support.accounts.api import (
    PASSWORD,
    PKCE,
    VERIFIER,
    Json,
    bearer,
    counts,
    dump,
    error_of,
    execute,
    fragment,
    methods,
    query,
    sign_in,
    sign_up,
)
from tests.support.accounts.link_page import pressed
from tests.support.accounts.mailed_sign_up import ADA, sign_up_mail, typed
from tests.support.mail.mailbox import Mailbox

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def test_recovery_leads_to_a_new_password(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    old_session = await sign_up(http)
    reply = await http.post("/recover", json={"email": "Ada@Example.com"})
    assert (reply.status_code, reply.json()) == (200, {})
    mail = await mailbox.mail()
    assert (mail.to, mail.subject, mail.link_query["type"]) == (ADA, "Reset your password", "recovery")
    session = (await typed(http, mail.code, type="recovery")).json()
    assert methods(session) == ["otp"]
    assert session["user"]["recovery_sent_at"]
    change_reply = await http.put("/user", json={"password": "a better password"}, headers=bearer(session))
    assert (change_reply.status_code, change_reply.json()["id"]) == (200, old_session["user"]["id"])
    assert error_of(await sign_in(http)) == (400, "invalid_credentials", "Invalid login credentials")
    assert (await sign_in(http, password="a better password")).status_code == 200
    session_ended = (403, "session_not_found", "Session from session_id claim in JWT does not exist")
    assert error_of(await http.get("/user", headers=bearer(old_session))) == session_ended
    assert (await http.get("/user", headers=bearer(session))).status_code == 200


async def test_recovery_within_the_cool_down_gets_the_same_response(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    settings.AUTH_MAIL_COOLDOWN_S = 60
    await sign_up(http)
    assert (await http.post("/recover", json={"email": ADA})).json() == {}
    await mailbox.mail()
    before = await counts()
    reply = await http.post("/recover", json={"email": ADA})
    assert (reply.status_code, reply.json()) == (200, {})
    assert (await counts(), await mailbox.mails()) == (before, [])


async def test_recovery_confirms_an_address(http: httpx.AsyncClient, mailbox: Mailbox, by_mail: None) -> None:
    await sign_up_mail(http, mailbox)
    await http.post("/recover", json={"email": ADA})
    reply = await pressed(http, await mailbox.mail())
    assert fragment(reply)["type"] == "recovery"
    user = (await http.get("/user", headers=bearer(fragment(reply)))).json()
    assert user["email_confirmed_at"]
    assert error_of(await sign_in(http))[1] == "invalid_credentials"  # a recovery does not prove who chose the password
    assert (await counts())["one_time_tokens"] == 0


async def test_recovery_in_a_flow_returns_a_code(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    await sign_up(http)
    await http.post("/recover", json={"email": ADA, **PKCE})
    code = query(await http.get((await mailbox.mail()).path))["code"]
    reply = await http.post("/token?grant_type=pkce", json={"auth_code": code, "code_verifier": VERIFIER})
    assert methods(reply.json()) == ["recovery"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "Password recovery requires an email"),
        ({"email": ""}, "Password recovery requires an email"),
        ({"email": "ada"}, "Unable to validate email address: invalid format"),
        (
            {"email": ADA, "code_challenge": "x" * 43},
            "PKCE flow requires code_challenge_method and code_challenge",
        ),
    ],
)
async def test_recovery_without_a_valid_address_is_rejected(
    body: Json, message: str, http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    await sign_up(http)
    before = await counts()
    assert error_of(await http.post("/recover", json=body)) == (400, "validation_failed", message)
    assert await counts() == before


async def test_the_database_contains_no_code_and_no_link(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    await sign_up(http)
    await http.post("/recover", json={"email": ADA, **PKCE})
    dump_while_queued, mail = await dump(), await mailbox.mail()
    dump_after_delivery = await dump()
    for secret in (mail.code, mail.link_query["token"], PASSWORD):
        assert secret not in dump_while_queued
        assert secret not in dump_after_delivery


async def test_an_sso_user_gets_no_recovery_mail(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    await sign_up(http)
    await execute("UPDATE users SET is_sso = true, recovery_sent_at = %s", now() - timedelta(days=1))
    for path, body in (("/recover", {}), ("/resend", {"type": "signup"}), ("/otp", {"create_user": False})):
        await http.post(path, json={"email": ADA, **body})
    assert await mailbox.mails() == []
