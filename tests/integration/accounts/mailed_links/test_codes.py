"""Sign-in by a mailed code or link, and mails that are sent again."""

import asyncio

import httpx
import pytest
from pytest_django import Settings

from tests.support.accounts.api import (
    PKCE,
    VERIFIER,
    Json,
    bearer,
    counts,
    error_of,
    methods,
    query,
    rows,
    sign_in,
    sign_up,
)
from tests.support.accounts.mailed_sign_up import ADA, WRONG_CODE, typed
from tests.support.mail.mailbox import Mailbox

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

COOL_DOWN = "For security purposes, you can only request this after 60 seconds."


async def test_recovery_of_an_unknown_address_gets_the_same_response(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    before = await counts()
    reply = await http.post("/recover", json={"email": "nobody@example.com"})
    assert (reply.status_code, reply.json()) == (200, {})
    assert (await counts(), await mailbox.mails()) == (before, [])


async def test_a_code_signs_in(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    owner = await sign_up(http)
    reply = await http.post("/otp", json={"email": ADA, "create_user": False, **PKCE})
    assert (reply.status_code, reply.json()) == (200, {})
    mail = await mailbox.mail()
    assert (mail.subject, mail.link_query["type"]) == ("Your sign-in code", "magiclink")
    session = (await typed(http, mail.code, type="email")).json()
    assert (session["user"]["id"], methods(session)) == (owner["user"]["id"], ["otp"])
    assert error_of(await typed(http, mail.code, type="email")) == WRONG_CODE
    assert (await http.get("/user", headers=bearer(owner))).status_code == 200


async def test_a_magic_link_signs_in_the_requesting_browser(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    await sign_up(http)
    await http.post("/otp", json={"email": ADA, **PKCE})
    code = query(await http.get((await mailbox.mail()).path))["code"]
    reply = await http.post("/token?grant_type=pkce", json={"auth_code": code, "code_verifier": VERIFIER})
    assert methods(reply.json()) == ["magiclink"]


@pytest.mark.usefixtures("fake_clock")
async def test_a_magic_link_and_a_recovery_share_a_token_and_a_cool_down(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    await sign_up(http)
    await http.post("/otp", json={"email": ADA})
    link_mail = await mailbox.mail()
    await http.post("/recover", json={"email": ADA})
    recovery_mail = await mailbox.mail()
    settings.AUTH_MAIL_COOLDOWN_S = 60
    if link_mail.code != recovery_mail.code:
        assert error_of(await typed(http, link_mail.code, type="magiclink")) == WRONG_CODE
    assert error_of(await http.post("/otp", json={"email": ADA})) == (429, "over_email_send_rate_limit", COOL_DOWN)
    assert (await typed(http, recovery_mail.code, type="magiclink")).status_code == 200


async def test_an_unknown_address_signs_up_by_a_code(http: httpx.AsyncClient, mailbox: Mailbox, by_mail: None) -> None:
    reply = await http.post("/otp", json={"email": ADA, "data": {"full_name": "Ada"}})
    assert (reply.status_code, reply.json()) == (200, {})
    mail = await mailbox.mail()
    assert mail.link_query["type"] == "signup"
    assert await rows("SELECT password_hash FROM users") == [("",)]
    session = (await typed(http, mail.code, type="email")).json()
    assert session["user"]["user_metadata"]["full_name"] == "Ada"
    assert error_of(await sign_in(http, password="")) == (400, "invalid_credentials", "Invalid login credentials")


async def test_with_autoconfirm_an_unknown_address_gets_a_magic_link(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    await http.post("/otp", json={"email": ADA})
    mail = await mailbox.mail()
    assert mail.link_query["type"] == "magiclink"
    assert (await typed(http, mail.code, type="magiclink")).json()["user"]["email_confirmed_at"]


async def test_an_unknown_address_gets_no_mail_if_creation_is_off(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    before = await counts()
    reply = await http.post("/otp", json={"email": ADA, "create_user": False})
    assert error_of(reply) == (422, "otp_disabled", "Signups not allowed for otp")
    assert (await counts(), await mailbox.mails()) == (before, [])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, (400, "validation_failed", "One of email or phone must be set")),
        (
            {"email": ADA, "phone": "+15551234567"},
            (400, "validation_failed", "Only an email address or phone number should be provided"),
        ),
        (
            {"email": ADA, "channel": "sms"},
            (400, "validation_failed", "Channel should only be specified with Phone OTP"),
        ),
        ({"email": "ada"}, (400, "validation_failed", "Unable to validate email address: invalid format")),
        ({"phone": "+15551234567"}, (400, "phone_provider_disabled", "Unsupported phone provider")),
    ],
)
async def test_an_otp_request_without_a_valid_address_is_rejected(
    body: Json, expected: tuple[int, str, str], http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    before = await counts()
    assert error_of(await http.post("/otp", json=body)) == expected
    assert (await counts(), await mailbox.mails()) == (before, [])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            {"email": ADA},
            (400, "validation_failed", "Missing one of these types: signup, email_change, sms, phone_change"),
        ),
        (
            {"type": "recovery", "email": ADA},
            (400, "validation_failed", "Missing one of these types: signup, email_change, sms, phone_change"),
        ),
        ({"type": "signup"}, (400, "validation_failed", "Type provided requires an email address")),
        ({"type": "sms", "email": ADA}, (400, "validation_failed", "Type provided requires a phone number")),
        (
            {"type": "signup", "email": ADA, "phone": "+15551234567"},
            (400, "validation_failed", "Only an email address or phone number should be provided."),
        ),
        ({"type": "sms", "phone": "+15551234567"}, (400, "phone_provider_disabled", "Unsupported phone provider")),
    ],
)
async def test_an_invalid_resend_request_is_rejected(
    body: Json, expected: tuple[int, str, str], http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    before = await counts()
    assert error_of(await http.post("/resend", json=body)) == expected
    assert (await counts(), await mailbox.mails()) == (before, [])


@pytest.mark.parametrize("body", [{"type": "signup"}, {"type": "email_change"}])
@pytest.mark.parametrize("email", [ADA, "nobody@example.com"])
async def test_no_mail_is_sent_again_if_none_is_outstanding(
    body: Json, email: str, http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    await sign_up(http)
    before = await counts()
    reply = await http.post("/resend", json={**body, "email": email})
    assert (reply.status_code, reply.json()) == (200, {})
    assert (await counts(), await mailbox.mails()) == (before, [])


async def test_concurrent_redemptions_of_a_code_start_one_session(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    await sign_up(http)
    await http.post("/otp", json={"email": ADA})
    mail = await mailbox.mail()
    before = await counts()
    replies = await asyncio.gather(*(typed(http, mail.code, type="magiclink") for _ in range(5)))
    assert sorted(reply.status_code for reply in replies) == [200, 403, 403, 403, 403]
    assert (await counts())["sessions"] == before["sessions"] + 1
