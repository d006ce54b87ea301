"""`/verify`: the codes and links that it redeems, and its errors."""

from datetime import timedelta
from urllib.parse import urlsplit

import httpx
import pytest
from pytest_django import Settings

from core.clock import now
from tests.support.accounts.api import Json, counts, error_of, execute, fragment, sign_up
from tests.support.accounts.link_page import pressed
from tests.support.accounts.mailed_sign_up import ADA, WRONG_CODE, sign_up_mail, typed
from tests.support.mail.mailbox import Mailbox

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.usefixtures("by_mail")]


@pytest.mark.parametrize("type", ["signup", "email", "invite"])
async def test_valid_types_redeem_the_code(type: str, http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    mail = await sign_up_mail(http, mailbox)
    assert (await typed(http, mail.code, type=type)).status_code == 200


@pytest.mark.parametrize("type", ["magiclink", "recovery", "email_change", "sms", "nonsense"])
async def test_other_types_do_not_redeem_the_code(type: str, http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    mail = await sign_up_mail(http, mailbox)
    assert error_of(await typed(http, mail.code, type=type)) == WRONG_CODE
    assert (await typed(http, mail.code)).status_code == 200


async def test_ten_wrong_guesses_void_the_code_and_not_the_link(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    mail = await sign_up_mail(http, mailbox)
    wrong_code = "000000" if mail.code != "000000" else "111111"
    for _ in range(10):
        assert error_of(await typed(http, wrong_code)) == WRONG_CODE
    assert error_of(await typed(http, mail.code)) == WRONG_CODE
    assert (await counts())["sessions"] == 0
    assert "access_token" in fragment(await pressed(http, mail))


async def test_nine_wrong_guesses_do_not_void_the_code(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    mail = await sign_up_mail(http, mailbox)
    wrong_code = "000000" if mail.code != "000000" else "111111"
    for _ in range(9):
        assert error_of(await typed(http, wrong_code)) == WRONG_CODE
    assert (await typed(http, mail.code)).status_code == 200


async def test_a_resent_mail_voids_the_one_resent_before_and_not_the_sign_up_mail(
    http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    """Anybody can request a mail again, so the code of the original sign-up mail stays valid."""
    original_mail = await sign_up_mail(http, mailbox)
    await http.post("/resend", json={"type": "signup", "email": ADA})
    first_resent = await mailbox.mail()
    assert (await http.post("/resend", json={"type": "signup", "email": ADA})).json() == {}
    second_resent = await mailbox.mail()
    assert second_resent.link_query["token"] != first_resent.link_query["token"]
    if first_resent.code != second_resent.code:
        assert error_of(await typed(http, first_resent.code)) == WRONG_CODE
    assert (await typed(http, original_mail.code)).status_code == 200
    assert error_of(await typed(http, second_resent.code)) == WRONG_CODE


async def test_another_users_code_is_rejected(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    mail = await sign_up_mail(http, mailbox)
    await sign_up(http, "eve@example.com")
    assert error_of(await typed(http, mail.code, email="eve@example.com")) == WRONG_CODE
    assert error_of(await typed(http, mail.code, email="nobody@example.com")) == WRONG_CODE
    assert (await typed(http, mail.code, email="ADA@Example.com")).status_code == 200


async def test_a_banned_user_cannot_confirm(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    mail = await sign_up_mail(http, mailbox)
    await execute("UPDATE users SET banned_until = %s", now() + timedelta(hours=1))
    before = await counts()
    assert error_of(await typed(http, mail.code)) == (403, "user_banned", "User is banned")
    assert fragment(await pressed(http, mail))["error_code"] == "user_banned"
    assert await counts() == before


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "Verify requires a verification type"),
        ({"type": "", "token": "1", "email": ADA}, "Verify requires a verification type"),
        ({"type": "signup"}, "Verify requires either a token or a token hash"),
        ({"type": "signup", "token": "1", "token_hash": "2"}, "Verify requires either a token or a token hash"),
        ({"type": "signup", "token": "1"}, "Only an email address or phone number should be provided on verify"),
        (
            {"type": "signup", "token": "1", "email": ADA, "phone": "+15551234567"},
            "Only an email address or phone number should be provided on verify",
        ),
        ({"type": "signup", "token_hash": "2", "email": ADA}, "Only the token_hash and type should be provided"),
        ({"type": "signup", "token_hash": "2", "phone": "1"}, "Only the token_hash and type should be provided"),
        ({"type": "signup", "token_hash": "2", "redirect_to": "x"}, "Only the token_hash and type should be provided"),
        ({"type": "sms", "token": "1", "phone": "call me"}, "Invalid phone number format (E.164 required)"),
        ({"type": "nonsense", "token_hash": "2"}, "Invalid email verification type"),
    ],
)
async def test_an_invalid_verify_request_is_rejected(body: Json, message: str, http: httpx.AsyncClient) -> None:
    before = await counts()
    assert error_of(await http.post("/verify", json=body)) == (400, "validation_failed", message)
    assert await counts() == before


async def test_an_invalid_address_returns_422(http: httpx.AsyncClient) -> None:
    reply = await typed(http, "123456", email="ada")
    assert error_of(reply) == (422, "validation_failed", "Unable to validate email address: invalid format")


async def test_a_phone_has_no_code(http: httpx.AsyncClient) -> None:
    reply = await http.post("/verify", json={"type": "sms", "phone": "+15551234567", "token": "123456"})
    assert error_of(reply) == WRONG_CODE


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/verify", "Verify requires a verification type"),
        ("/verify?token=x", "Verify requires a verification type"),
        ("/verify?type=signup", "Verify requires a token or a token hash"),
    ],
)
async def test_a_truncated_link_does_not_redirect(path: str, message: str, http: httpx.AsyncClient) -> None:
    assert error_of(await http.get(path)) == (400, "validation_failed", message)


async def test_a_link_of_an_unknown_type_redirects_with_an_error(http: httpx.AsyncClient, settings: Settings) -> None:
    reply = await http.get("/verify?token=x&type=nonsense")
    assert (reply.status_code, urlsplit(reply.headers["Location"]).netloc) == (303, urlsplit(settings.SITE_URL).netloc)
    assert fragment(reply)["error"] == "invalid_request"


async def test_a_head_request_does_not_use_up_a_link(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    """Mail scanners send HEAD requests."""
    mail = await sign_up_mail(http, mailbox)
    before = await counts()
    reply = await http.head(mail.path)
    assert (reply.status_code, reply.headers["X-Sb-Error-Code"]) == (405, "method_not_allowed")
    assert await counts() == before
    assert (await typed(http, mail.code)).status_code == 200
