"""A phone as second factor: its code arrives as a text message."""

from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings

from accounts import ports
from billing.stripe_types import State
from clients import services as clients
from core.clock import now
from sync.writes.db_executor import write
from tests.support.accounts.api import Json, bearer, counts, dump, error_of, execute, methods, rows, sign_in, sign_up
from tests.support.accounts.phone import PHONE, carrier, enroll
from tests.support.accounts.second_factor import answer, challenge
from tests.support.accounts.second_factor import enroll as enroll_app
from tests.support.apps.billing import card_on_file, payments, store_stripe_state
from tests.support.fakes.sandbox import Sandbox
from tests.support.portal.agency import Portal

__all__ = ["carrier", "payments"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

WRONG = (422, "mfa_verification_failed", "Invalid MFA Phone code entered")


async def verify(http: httpx.AsyncClient, session: Json, factor: str, challenge_id: str, code: str) -> httpx.Response:
    body = {"challenge_id": challenge_id, "code": code}
    return await http.post(f"/factors/{factor}/verify", json=body, headers=bearer(session))


async def test_a_phone_gets_a_code(http: httpx.AsyncClient, carrier: Sandbox) -> None:
    ada = await sign_up(http)
    factor = await enroll(http, ada)
    challenge_id = await challenge(http, ada, factor)
    [text] = carrier.texts()
    assert text.startswith(f"To: {PHONE}\n")
    code = text.split()[2]
    assert text.endswith(f"{code} is your code for Pulseboard.\n")
    assert code not in (await dump()).split()
    assert error_of(await verify(http, ada, factor, challenge_id, f"{(int(code) + 1) % 1000000:06d}")) == WRONG
    reply = await verify(http, ada, factor, challenge_id, code)
    assert (reply.status_code, methods(reply.json())) == (200, ["mfa/phone", "password"])
    assert reply.json()["user"]["factors"][0]["phone"] == PHONE
    second = await http.post("/factors", json={"factor_type": "phone", "phone": PHONE}, headers=bearer(reply.json()))
    message = "A verified phone factor already exists, unenroll the existing factor to continue"
    assert error_of(second) == (422, "mfa_verified_factor_exists", message)


async def test_a_code_belongs_to_its_challenge(http: httpx.AsyncClient, carrier: Sandbox) -> None:
    ada = await sign_up(http)
    factor = await enroll(http, ada)
    await challenge(http, ada, factor)
    await execute("UPDATE factors SET last_challenged_at = %s", now() - timedelta(seconds=61))
    challenge_id = await challenge(http, ada, factor)
    first_code, _ = (text.split()[2] for text in carrier.texts())
    assert error_of(await verify(http, ada, factor, challenge_id, first_code)) == WRONG


async def test_a_phone_challenge_without_an_sms_provider_is_rejected(http: httpx.AsyncClient, carrier: Sandbox) -> None:
    ada = await sign_up(http)
    factor = await enroll(http, ada)
    ports.sms.register(None)
    reply = await http.post(f"/factors/{factor}/challenge", json={}, headers=bearer(ada))
    assert error_of(reply) == (422, "mfa_phone_verify_not_enabled", "MFA verification is disabled for Phone")


async def test_a_test_phone_has_one_code_and_gets_no_message(http: httpx.AsyncClient, settings: Settings) -> None:
    settings.AUTH_TEST_PHONE = {"15550100": "424242"}
    ada = await sign_up(http)
    factor = await enroll(http, ada)
    reply = await verify(http, ada, factor, await challenge(http, ada, factor), "424242")
    assert (reply.status_code, methods(reply.json())) == (200, ["mfa/phone", "password"])


async def test_only_a_client_with_a_card_adds_a_phone_and_a_verified_one_stays(
    payments: Portal, carrier: Sandbox
) -> None:
    maya = payments.as_("maya")
    body = {"factor_type": "phone", "friendly_name": "Phone", "phone": PHONE}
    enroll_error = (422, "mfa_phone_enroll_not_enabled")
    async with payments.unchanged():
        reply = await maya.post("/auth/v1/factors", json=body)
    assert (reply.status_code, reply.json()["error_code"], carrier.texts()) == (*enroll_error, [])
    await card_on_file(payments, "maya")
    factor = (await maya.post("/auth/v1/factors", json=body)).json()["id"]
    await store_stripe_state(payments, "maya", State())
    reply = await maya.post(f"/auth/v1/factors/{factor}/challenge", json={})
    verify_error = (422, "mfa_phone_verify_not_enabled")
    assert (reply.status_code, reply.json()["error_code"], carrier.texts()) == (*verify_error, [])
    await card_on_file(payments, "maya")
    challenge_id = (await maya.post(f"/auth/v1/factors/{factor}/challenge", json={})).json()["id"]
    [text] = carrier.texts()
    proof = {"challenge_id": challenge_id, "code": text.split()[2]}
    assert (await maya.post(f"/auth/v1/factors/{factor}/verify", json=proof)).status_code == 200
    await store_stripe_state(payments, "maya", State())
    await execute("UPDATE factors SET last_challenged_at = %s", now() - timedelta(seconds=61))
    assert (await maya.post(f"/auth/v1/factors/{factor}/challenge", json={})).status_code == 200
    assert len(carrier.texts()) == 2


async def test_an_admin_gets_messages_and_a_removed_admin_none(
    portal: Portal, carrier: Sandbox, settings: Settings
) -> None:
    settings.AUTH_ADMIN_SECOND_FACTOR = True  # a phone may be the factor that this setting requires
    ana = portal.as_("ana")
    body = {"factor_type": "phone", "friendly_name": "Phone", "phone": PHONE}
    factor = (await ana.post("/auth/v1/factors", json=body)).json()["id"]
    await write(clients.remove_admin, may_be_last=True, email=portal.users["ana"].email)
    async with portal.unchanged():
        reply = await ana.post(f"/auth/v1/factors/{factor}/challenge", json={})
    assert (reply.status_code, reply.json()["error_code"]) == (422, "mfa_phone_verify_not_enabled")
    assert carrier.texts() == []


async def test_a_number_of_another_country_is_rejected(http: httpx.AsyncClient, carrier: Sandbox) -> None:
    ada = await sign_up(http)
    for phone in ("+447700900123", "+99915550100"):
        reply = await http.post("/factors", json={"factor_type": "phone", "phone": phone}, headers=bearer(ada))
        assert error_of(reply) == (422, "sms_send_failed", "Error sending confirmation sms")
    assert await rows("SELECT COUNT(*) FROM factors") == [(0,)]
    assert carrier.texts() == []


async def test_a_country_no_longer_allowed_gets_codes_only_for_verified_phones(
    http: httpx.AsyncClient, carrier: Sandbox, settings: Settings
) -> None:
    ada = await sign_up(http)
    factor = await enroll(http, ada)
    settings.SMS_COUNTRIES = ("44",)
    reply = await http.post(f"/factors/{factor}/challenge", json={}, headers=bearer(ada))
    assert error_of(reply) == (422, "sms_send_failed", "Error sending confirmation sms")
    await execute("UPDATE factors SET is_verified = TRUE")
    await challenge(http, ada, factor)
    assert len(carrier.texts()) == 1


@pytest.mark.parametrize("planted", ["app", "phone"])
async def test_a_factor_enrolled_before_another_was_verified_is_not_accepted(
    planted: str, http: httpx.AsyncClient, carrier: Sandbox
) -> None:
    """A thief with the password enrols a factor and returns after the owner has verified another one."""
    thief, owner = await sign_up(http), (await sign_in(http)).json()
    app = await enroll_app(http, thief if planted == "app" else owner)
    phone = await enroll(http, owner if planted == "app" else thief)
    planted_id = app.id if planted == "app" else phone
    challenge_id = await challenge(http, thief, planted_id)
    if planted == "app":
        phone_challenge = await challenge(http, owner, phone)
        owner_reply = await verify(http, owner, phone, phone_challenge, carrier.texts()[-1].split()[2])
    else:
        owner_reply = await answer(http, owner, app, app.code())
    assert owner_reply.status_code == 200
    thief_session = (await sign_in(http)).json()
    code = app.code(1) if planted == "app" else carrier.texts()[0].split()[2]
    before = await counts()
    needs_aal2 = (403, "insufficient_aal", "AAL2 required to enroll a new factor")
    assert error_of(await verify(http, thief_session, planted_id, challenge_id, code)) == needs_aal2
    challenge_path = f"/factors/{planted_id}/challenge"
    assert error_of(await http.post(challenge_path, json={}, headers=bearer(thief_session))) == needs_aal2
    assert await counts() == before
    reply = await http.post(challenge_path, json={}, headers=bearer(owner_reply.json()))
    assert reply.status_code == (200 if planted == "app" else 429)  # one message a minute for each phone
