"""The proof that a new password, address or factor requires: the current password or a mailed code."""

import json
from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings

from core.clock import now
from tests.support.accounts.api import (
    PASSWORD,
    Json,
    auth_client,
    bearer,
    counts,
    dump,
    error_of,
    execute,
    methods,
    rows,
    sign_in,
    sign_up,
)
from tests.support.accounts.mailed_sign_up import ADA, WRONG_CODE, typed
from tests.support.accounts.second_factor import protect
from tests.support.mail.mailbox import Mailbox

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

BETTER = "a better password"


async def change(http: httpx.AsyncClient, session: Json, **body: object) -> httpx.Response:
    return await http.put("/user", json=body, headers=bearer(session))


@pytest.fixture
def secure_password_change(settings: Settings) -> None:
    settings.AUTH_SECURE_PASSWORD_CHANGE = True


async def age_session(session: Json) -> Json:
    """Make every session 24 h and 1 s old, and return this one."""
    await execute("UPDATE sessions SET created_at = %s", now() - timedelta(hours=24, seconds=1))
    return session


async def test_an_old_session_needs_a_code_for_a_new_password(
    secure_password_change: None, http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    session = await age_session(await sign_up(http))
    reauthentication_needed = (400, "reauthentication_needed", "Password update requires reauthentication")
    wrong_nonce = (422, "reauthentication_not_valid", "Nonce has expired or is invalid")
    assert error_of(await change(http, session, password=BETTER)) == reauthentication_needed
    assert error_of(await change(http, session, password=BETTER, nonce="123456")) == wrong_nonce
    reply = await http.get("/reauthenticate", headers=bearer(session))
    assert (reply.status_code, reply.json()) == (200, {})
    mail = await mailbox.mail()
    assert (mail.to, mail.subject) == (ADA, "Your security code")
    assert "/auth/v1/" not in mail.text
    assert mail.code not in await dump()
    for type in ("email", "magiclink", "signup", "recovery", "reauthentication"):
        assert error_of(await typed(http, mail.code, type=type)) == WRONG_CODE
    assert (await change(http, session, password=BETTER, nonce=mail.code)).status_code == 200
    assert (await counts())["one_time_tokens"] == 0
    second_reply = await change(http, session, password=PASSWORD, nonce=mail.code)
    assert error_of(second_reply) == wrong_nonce
    assert (await sign_in(http, password=BETTER)).status_code == 200


async def test_five_wrong_codes_void_the_reauthentication(
    secure_password_change: None, http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    session = await age_session(await sign_up(http))
    await http.get("/reauthenticate", headers=bearer(session))
    mail = await mailbox.mail()
    wrong_code = "000000" if mail.code != "000000" else "111111"
    for code in [wrong_code] * 5 + [mail.code]:
        assert error_of(await change(http, session, password=BETTER, nonce=code))[1] == "reauthentication_not_valid"
    assert (await sign_in(http)).status_code == 200


async def test_a_fresh_session_needs_no_code_for_a_new_password(
    secure_password_change: None, http: httpx.AsyncClient
) -> None:
    changed = await change(http, await sign_up(http), password=BETTER, current_password=PASSWORD)
    assert changed.status_code == 200


async def test_an_unconfirmed_address_gets_no_code(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    session = await sign_up(http)
    await execute("UPDATE users SET email_confirmed_at = NULL")
    reply = await http.get("/reauthenticate", headers=bearer(session))
    assert error_of(reply) == (422, "email_not_confirmed", "Please verify your email first.")
    assert await mailbox.mails() == []


@pytest.mark.parametrize("change_body", [{"password": BETTER}, {"email": "new@example.com"}])
async def test_a_password_and_an_address_change_by_the_current_password_or_a_mailed_code(
    change_body: Json, http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    session = await sign_up(http)
    stored, before = await rows("SELECT * FROM users"), await counts()
    message = "Current password required when setting new password."
    assert error_of(await change(http, session, **change_body)) == (400, "current_password_required", message)
    wrong_password_reply = await change(http, session, **change_body, current_password="guess")
    assert error_of(wrong_password_reply) == (400, "current_password_invalid", "Current password is incorrect.")
    assert (await rows("SELECT * FROM users"), await counts(), await mailbox.mails()) == (stored, before, [])
    await http.get("/reauthenticate", headers=bearer(session))
    code = (await mailbox.mail()).code
    assert (await change(http, session, **change_body, nonce=code)).status_code == 200
    second_reply = await change(http, session, email="another@example.com", nonce=code)
    assert error_of(second_reply)[1] == "reauthentication_not_valid"


async def test_a_session_from_a_mail_sets_a_password_without_the_old_one_for_15_minutes(
    http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    await sign_up(http)
    await http.post("/recover", json={"email": ADA})
    session = (await typed(http, (await mailbox.mail()).code, type="recovery")).json()
    email_reply = await change(http, session, email="new@example.com")
    assert error_of(email_reply)[1] == "current_password_required"
    await execute("UPDATE sessions SET created_at = %s", now() - timedelta(minutes=15, seconds=1))
    assert error_of(await change(http, session, password=BETTER))[1] == "current_password_required"
    await execute("UPDATE sessions SET created_at = %s", now() - timedelta(minutes=14))
    assert (await change(http, session, password=BETTER)).status_code == 200
    mail = await mailbox.mail()
    assert (mail.to, mail.subject) == (ADA, "Your password was changed")


async def test_the_policy_can_be_switched_off(http: httpx.AsyncClient, settings: Settings) -> None:
    settings.AUTH_CURRENT_PASSWORD = False
    assert (await change(http, await sign_up(http), password=BETTER)).status_code == 200


async def test_changing_a_factor_needs_a_recent_proof(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    reauthentication_needed = (
        400,
        "reauthentication_needed",
        "This change requires a recent sign-in or reauthentication",
    )

    async def enrol(session: Json) -> httpx.Response:
        return await http.post("/factors", json={"factor_type": "totp"}, headers=bearer(session))

    session = await sign_up(http)
    old_amr = json.dumps([{"method": "password", "timestamp": int((now() - timedelta(minutes=11)).timestamp())}])
    await execute("UPDATE sessions SET amr = %s", old_amr)
    before = await counts()
    assert error_of(await enrol(session)) == reauthentication_needed
    assert await counts() == before
    assert error_of(await change(http, session, current_password="guess"))[1] == "current_password_invalid"
    assert error_of(await enrol(session)) == reauthentication_needed
    assert (await change(http, session, current_password=PASSWORD)).status_code == 200
    assert (await enrol(session)).status_code == 200
    await execute("UPDATE sessions SET amr = %s", old_amr)
    await http.get("/reauthenticate", headers=bearer(session))
    assert (await change(http, session, nonce=(await mailbox.mail()).code)).status_code == 200
    assert methods(session) == ["password"]
    await execute("DELETE FROM factors")
    assert (await enrol(session)).status_code == 200


async def test_added_and_removed_factors_are_reported_by_mail(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    session = await sign_up(http)
    _, aal2_session = await protect(http, session)
    added_mail = await mailbox.mail()
    assert (added_mail.to, added_mail.subject) == (ADA, "Two-factor sign-in: a second step was added")
    [factor] = aal2_session["user"]["factors"]
    old_amr = json.dumps([{"method": "totp", "timestamp": int((now() - timedelta(minutes=11)).timestamp())}])
    await execute("UPDATE sessions SET amr = %s", old_amr)
    response = await http.delete(f"/factors/{factor['id']}", headers=bearer(aal2_session))
    assert (error_of(response)[1], await mailbox.mails()) == ("reauthentication_needed", [])
    await change(http, aal2_session, current_password=PASSWORD)
    assert (await http.delete(f"/factors/{factor['id']}", headers=bearer(aal2_session))).status_code == 200
    removed_mail = await mailbox.mail()
    assert (removed_mail.to, removed_mail.subject) == (ADA, "Two-factor sign-in: a second step was removed")


async def test_a_session_without_the_second_factor_changes_metadata_and_nothing_else(http: httpx.AsyncClient) -> None:
    await protect(http, await sign_up(http))
    aal1_session = (await sign_in(http)).json()
    for credential in ({"email": "eve@example.com"}, {"phone": "+15550100"}, {"password": BETTER}):
        response = await change(http, aal1_session, data={"full_name": "Eve"}, current_password=PASSWORD, **credential)
        assert error_of(response)[:2] == (401, "insufficient_aal")
    assert "full_name" not in (await http.get("/user", headers=bearer(aal1_session))).json()["user_metadata"]
    response = await change(http, aal1_session, data={"full_name": "Ada King"}, email=ADA)
    assert (response.status_code, response.json()["user_metadata"]["full_name"]) == (200, "Ada King")


async def test_a_sign_in_from_a_new_browser_is_reported_by_mail(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    await sign_up(http)
    assert (await sign_in(http)).status_code == 200
    assert await mailbox.mails() == []
    async with auth_client() as stranger:
        stranger.headers["User-Agent"] = "Another browser"
        assert (await sign_in(stranger)).status_code == 200
        mail = await mailbox.mail()
        assert (mail.to, mail.subject) == (ADA, "A new sign-in to your account")
        session = (await sign_in(stranger)).json()
        await http.post("/logout", headers=bearer(session))
        assert (await sign_in(stranger)).status_code == 200
    assert await mailbox.mails() == []
