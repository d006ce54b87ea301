"""From a sign-up to a session: the mail, its code and its link, with and without PKCE."""

from datetime import timedelta
from uuid import UUID

import httpx
import pytest
from pytest_django import Settings

from accounts.models import Identity
from clients import services as clients
from core.clock import now
from sync.writes.db_executor import write
from tests.support.accounts.api import (
    PASSWORD,
    PKCE,
    VERIFIER,
    bearer,
    counts,
    dump,
    error_of,
    execute,
    fragment,
    methods,
    query,
    rows,
    sign_in,
    sign_up,
)
from tests.support.accounts.link_page import make_rows_older, pressed
from tests.support.accounts.mailed_sign_up import ADA, WRONG_CODE, WRONG_LINK, sign_up_mail, typed
from tests.support.accounts.second_factor import protect
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import BASE

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.usefixtures("by_mail")]


async def test_a_sign_up_mails_a_code_and_a_link(http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings) -> None:
    mail = await sign_up_mail(http, mailbox, f"{settings.SITE_URL}/welcome?plan=1")
    assert (mail.to, mail.subject) == (ADA, "Confirm your email address")
    assert len(mail.code) == 6
    assert mail.link_query == {
        "token": mail.link_query["token"],
        "type": "signup",
        "landing": "1",
        "redirect_to": f"{settings.SITE_URL}/welcome?plan=1",
    }
    assert mail.link.startswith(f"{settings.SITE_URL}/auth/v1/verify?token=")
    assert mail.code in mail.html
    assert mail.link_query["token"] in mail.html
    assert mail.message["From"] == "Pulseboard <no-reply@localhost>"
    assert error_of(await sign_in(http)) == (400, "email_not_confirmed", "Email not confirmed")
    assert (await counts())["sessions"] == 0


async def test_the_code_confirms_the_address_and_begins_a_session(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    mail = await sign_up_mail(http, mailbox)
    reply = await typed(http, mail.code)
    assert reply.status_code == 200
    session = reply.json()
    assert session["user"]["email_confirmed_at"]
    assert session["user"]["user_metadata"]["email_verified"] is True
    assert session["user"]["identities"][0]["identity_data"]["email_verified"] is True
    assert methods(session) == ["otp"]
    assert (await http.get("/user", headers=bearer(session))).json() == session["user"]
    counts_after = await counts()
    assert (counts_after["sessions"], counts_after["one_time_tokens"], counts_after["mails"]) == (1, 0, 1)
    assert error_of(await typed(http, mail.code)) == WRONG_CODE
    assert await counts() == counts_after
    assert (await sign_in(http)).status_code == 200


async def test_the_token_of_the_link_can_be_posted(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    """A page of the app posts it, so that no mail scanner uses up the link."""
    mail = await sign_up_mail(http, mailbox, **PKCE)
    assert mail.link_query["token"].startswith("pkce_")
    reply = await http.post("/verify", json={"type": "signup", "token_hash": mail.link_query["token"]})
    assert (reply.status_code, methods(reply.json())) == (200, ["otp"])
    assert (await counts())["flow_states"] == 0


async def test_the_button_behind_the_link_leads_back_with_a_session(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    mail = await sign_up_mail(http, mailbox, f"{settings.SITE_URL}/welcome?plan=1")
    reply = await pressed(http, mail)
    assert reply.status_code == 303
    assert reply.headers["Location"].startswith(f"{settings.SITE_URL}/welcome?plan=1#access_token=")
    params = fragment(reply)
    assert list(params) == sorted(params)
    assert {name: params[name] for name in ("expires_in", "sb", "token_type", "type")} == {
        "expires_in": "3600",
        "sb": "",
        "token_type": "bearer",
        "type": "signup",
    }
    assert (await http.get("/user", headers=bearer(params))).json()["email"] == ADA
    assert reply.headers["Cache-Control"] == "no-store"
    await make_rows_older()
    before = await counts()
    second_reply = await pressed(http, mail)
    assert (second_reply.status_code, fragment(second_reply)) == (
        303,
        {
            "error": "access_denied",
            "error_code": "otp_expired",
            "error_description": "Email link is invalid or has expired",
            "sb": "",
        },
    )
    assert await counts() == before


async def test_codes_and_links_expire_after_an_hour(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    mail = await sign_up_mail(http, mailbox)
    await execute("UPDATE one_time_tokens SET created_at = %s", now() - timedelta(hours=1))
    before = await counts()
    assert error_of(await typed(http, mail.code)) == WRONG_CODE
    link_reply = await http.post("/verify", json={"type": "signup", "token_hash": mail.link_query["token"]})
    assert error_of(link_reply) == WRONG_LINK
    assert fragment(await pressed(http, mail))["error_code"] == "otp_expired"
    assert await counts() == before
    assert error_of(await sign_in(http)) == (400, "email_not_confirmed", "Email not confirmed")


@pytest.mark.usefixtures("fake_clock")
async def test_within_the_cool_down_no_second_mail_is_sent(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    settings.AUTH_MAIL_COOLDOWN_S = 60
    await sign_up_mail(http, mailbox)
    before = await counts()
    reply = await http.post("/signup", json={"email": ADA, "password": PASSWORD})
    message = "For security purposes, you can only request this after 60 seconds."
    assert error_of(reply) == (429, "over_email_send_rate_limit", message)
    reply = await http.post("/resend", json={"type": "signup", "email": ADA})
    assert error_of(reply) == (429, "over_email_send_rate_limit", message)
    assert (await counts(), await mailbox.mails()) == (before, [])
    await execute("UPDATE limit_counters SET at = %s", now() - timedelta(seconds=60))
    assert (await http.post("/resend", json={"type": "signup", "email": ADA})).status_code == 200
    assert len(await mailbox.mails()) == 1


async def test_the_database_contains_no_code_and_no_link(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    """This holds while the mail is queued, after it is sent, and while a flow is finished."""
    await http.post("/signup", json={"email": ADA, "password": PASSWORD, **PKCE})
    dump_while_queued = await dump()
    mail = await mailbox.mail()
    dump_after_delivery = await dump()
    code = query(await http.get(mail.path))["code"]
    dump_during_flow = await dump()
    for secret in (
        mail.code,
        mail.link_query["token"],
        mail.link_query["token"].removeprefix("pkce_"),
        PASSWORD,
        VERIFIER,
    ):
        assert secret not in dump_while_queued, secret
        assert secret not in dump_after_delivery, secret
    assert code not in dump_during_flow
    assert await rows("SELECT state, sealed, reason FROM mails") == [("sent", "", "")]


async def test_sessions_from_before_the_confirmation_end(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    settings.AUTH_AUTOCONFIRM = True
    session = await sign_up(http)
    settings.AUTH_AUTOCONFIRM = False
    await execute("UPDATE users SET email_confirmed_at = NULL")
    assert (await http.post("/resend", json={"type": "signup", "email": ADA})).status_code == 200
    reply = await typed(http, (await mailbox.mail()).code)
    assert reply.status_code == 200
    session_ended = (403, "session_not_found", "Session from session_id claim in JWT does not exist")
    assert error_of(await http.get("/user", headers=bearer(session))) == session_ended


async def test_the_confirmation_removes_earlier_credentials_of_an_account(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    """The creator of the account may have set a password, a factor and a phone, and linked their own identity."""
    settings.AUTH_AUTOCONFIRM = True
    session = await sign_up(http, full_name="Mallory")
    _, aal2_session = await protect(http, session)
    response = await http.post(f"{BASE}/rest/v1/recovery_codes", headers=bearer(aal2_session))
    assert response.status_code == 201
    identity_fields = {"user_id": UUID(session["user"]["id"]), "provider": "google", "subject": "mallory"}
    await write(lambda: Identity.objects.create(**identity_fields, identity_data={"email": "mallory@example.com"}))
    await execute("UPDATE users SET email_confirmed_at = NULL, phone = '15550100', new_email = 'mallory@example.com'")
    settings.AUTH_AUTOCONFIRM = False
    await mailbox.mails()
    assert (await http.post("/resend", json={"type": "signup", "email": ADA})).status_code == 200
    user = (await typed(http, (await mailbox.mail()).code)).json()["user"]
    assert "allory" not in str(user)
    assert [identity["provider"] for identity in user["identities"]] == ["email"]
    assert (user["phone"], user.get("new_email"), user.get("factors")) == ("", None, None)
    assert user["app_metadata"]["needs_password"] is True
    for table, count in {"factors": 0, "recovery_codes": 0, "one_time_tokens": 0, "sessions": 1}.items():
        assert await rows(f"SELECT COUNT(*) FROM {table}") == [(count,)], table
    assert error_of(await sign_in(http))[1] == "invalid_credentials"


async def test_only_the_confirmation_links_a_client_that_an_admin_created(
    http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    """A user who signs up with a client's address but cannot read its mail gets no access to that client."""
    await write(clients.create_client, company_name="Engines", contact_name="Ada", contact_email=ADA, tier="pro")
    mail = await sign_up_mail(http, mailbox)
    assert await rows("SELECT user_id FROM clients") == [(None,)]
    user = (await typed(http, mail.code)).json()["user"]
    [(user_id, tier)] = await rows("SELECT user_id, subscription_tier FROM clients")
    assert (UUID(str(user_id)), tier) == (UUID(user["id"]), "pro")
