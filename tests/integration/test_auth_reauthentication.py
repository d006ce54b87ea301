"""What a new password is asked for: a code in an old session, the current one by a policy."""

from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings

from core.clock import now
from tests.support.auth import (
    PASSWORD,
    Json,
    bearer,
    counts,
    dump,
    execute,
    refused,
    sign_in,
    sign_up,
)
from tests.support.by_mail import ADA, WRONG_CODE, typed
from tests.support.mailbox import Mailbox

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

BETTER = "a better password"


async def change(http: httpx.AsyncClient, session: Json, **body: object) -> httpx.Response:
    return await http.put("/user", json=body, headers=bearer(session))


@pytest.fixture
def secure(settings: Settings) -> None:
    settings.AUTH_SECURE_PASSWORD_CHANGE = True


async def aged(session: Json) -> Json:
    """The same session, a day and a moment later."""
    await execute("UPDATE sessions SET created_at = %s", now() - timedelta(hours=24, seconds=1))
    return session


async def test_an_old_session_needs_a_code_for_a_new_password(
    secure: None, http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    session = await aged(await sign_up(http))
    needed = (400, "reauthentication_needed", "Password update requires reauthentication")
    wrong = (422, "reauthentication_not_valid", "Nonce has expired or is invalid")
    assert refused(await change(http, session, password=BETTER)) == needed
    assert refused(await change(http, session, password=BETTER, nonce="123456")) == wrong
    reply = await http.get("/reauthenticate", headers=bearer(session))
    assert (reply.status_code, reply.json()) == (200, {})
    letter = await mailbox.letter()
    assert (letter.to, letter.subject) == (ADA, "Your security code")
    assert "/auth/v1/" not in letter.text
    assert letter.code not in await dump()
    for type in ("email", "magiclink", "signup", "recovery", "reauthentication"):
        assert refused(await typed(http, letter.code, type=type)) == WRONG_CODE
    assert (await change(http, session, password=BETTER, nonce=letter.code)).status_code == 200
    assert (await counts())["one_time_tokens"] == 0
    again = await change(http, session, password=PASSWORD, nonce=letter.code)
    assert refused(again) == wrong
    assert (await sign_in(http, password=BETTER)).status_code == 200


async def test_five_wrong_nonces_end_it(secure: None, http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    session = await aged(await sign_up(http))
    await http.get("/reauthenticate", headers=bearer(session))
    letter = await mailbox.letter()
    wrong = "000000" if letter.code != "000000" else "111111"
    for code in [wrong] * 5 + [letter.code]:
        assert refused(await change(http, session, password=BETTER, nonce=code))[1] == "reauthentication_not_valid"
    assert (await sign_in(http)).status_code == 200


async def test_a_fresh_session_needs_none(secure: None, http: httpx.AsyncClient) -> None:
    assert (await change(http, await sign_up(http), password=BETTER)).status_code == 200


async def test_an_unconfirmed_address_gets_no_code(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    session = await sign_up(http)
    await execute("UPDATE users SET email_confirmed_at = NULL")
    reply = await http.get("/reauthenticate", headers=bearer(session))
    assert refused(reply) == (422, "email_not_confirmed", "Please verify your email first.")
    assert await mailbox.letters() == []


async def test_a_policy_asks_for_the_current_password(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    settings.AUTH_CURRENT_PASSWORD = True
    session = await sign_up(http)
    said = "Current password required when setting new password."
    assert refused(await change(http, session, password=BETTER)) == (400, "current_password_required", said)
    wrong = await change(http, session, password=BETTER, current_password="guess")
    assert refused(wrong) == (400, "current_password_invalid", "Current password is incorrect.")
    assert (await change(http, session, password=BETTER, current_password=PASSWORD)).status_code == 200
    await http.post("/otp", json={"email": ADA})
    by_code = (await typed(http, (await mailbox.letter()).code, type="email")).json()
    assert (await change(http, by_code, password="yet another password")).status_code == 200
