"""A change of address takes effect after both addresses confirm it."""

import httpx
import pytest
from pytest_django import Settings

from accounts.tokens import one_time
from tests.support.accounts.api import (
    PASSWORD,
    PKCE,
    VERIFIER,
    Json,
    bearer,
    counts,
    dump,
    error_of,
    fragment,
    methods,
    query,
    rows,
    sign_in,
    sign_up,
)
from tests.support.accounts.link_page import pressed
from tests.support.accounts.mailed_sign_up import ADA, WRONG_CODE, typed
from tests.support.mail.mailbox import Mailbox

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

NEW = "countess@example.com"
FIRST_CONFIRMED = {
    "code": "200",
    "msg": "Confirmation link accepted. Please proceed to confirm link sent to the other email",
}


async def change(http: httpx.AsyncClient, session: Json, **body: object) -> httpx.Response:
    return await http.put("/user", json={"current_password": PASSWORD, **body}, headers=bearer(session))


async def test_an_address_changes_once_both_addresses_have_confirmed(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    session = await sign_up(http)
    settings.AUTH_AUTOCONFIRM = False
    user = (await change(http, session, email="Countess@Example.com")).json()
    assert (user["email"], user["new_email"]) == (ADA, NEW)
    assert user["email_change_sent_at"]
    to_new, to_old = sorted(await mailbox.mails(), key=lambda mail: mail.to != NEW)
    assert (to_new.to, to_old.to) == (NEW, ADA)
    assert to_new.code != to_old.code or to_new.link != to_old.link
    assert NEW in to_old.text
    # A reader who expects another mail of the portal must see which account this one is about.
    assert f"Somebody asked to move the account of {ADA} at Pulseboard to this address, {NEW}." in to_new.text
    before = await counts()
    first_reply = await typed(http, to_new.code, type="email_change", email=NEW)
    assert (first_reply.status_code, first_reply.json()) == (200, FIRST_CONFIRMED)
    assert (await counts()) == before | {"one_time_tokens": 1}
    assert (await http.get("/user", headers=bearer(session))).json()["email"] == ADA
    assert error_of(await typed(http, to_new.code, type="email_change", email=NEW)) == WRONG_CODE
    second_reply = await typed(http, to_old.code, type="email_change", email=ADA)
    assert methods(second_reply.json()) == ["otp"]
    user = second_reply.json()["user"]
    assert user["email"] == user["user_metadata"]["email"] == user["identities"][0]["email"] == NEW
    assert "new_email" not in user
    assert "email_change_sent_at" not in user
    assert error_of(await sign_in(http))[1] == "invalid_credentials"
    assert (await sign_in(http, NEW)).status_code == 200


async def test_an_address_changes_by_links(http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings) -> None:
    session = await sign_up(http)
    settings.AUTH_AUTOCONFIRM = False
    await change(http, session, email=NEW, **PKCE)
    first_mail, second_mail = await mailbox.mails()
    first_reply = await pressed(http, first_mail)
    assert first_reply.status_code == 303
    assert fragment(first_reply) == {"message": FIRST_CONFIRMED["msg"], "sb": ""}
    assert query(first_reply) == {"message": FIRST_CONFIRMED["msg"]}
    code = query(await pressed(http, second_mail))["code"]
    session_reply = await http.post("/token?grant_type=pkce", json={"auth_code": code, "code_verifier": VERIFIER})
    assert (methods(session_reply.json()), session_reply.json()["user"]["email"]) == (["email_change"], NEW)
    assert (await counts())["flow_states"] == 0


async def test_with_autoconfirm_one_confirmation_is_enough(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    session = await sign_up(http)
    await change(http, session, email=NEW)
    mails = {mail.to: mail for mail in await mailbox.mails()}
    reply = await typed(http, mails[NEW].code, type="email_change", email=NEW)
    assert reply.json()["user"]["email"] == NEW
    assert error_of(await typed(http, mails[ADA].code, type="email_change", email=ADA)) == WRONG_CODE


async def test_a_code_counts_only_with_the_address_it_was_mailed_to(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_time, "fresh_code", iter(["111111", "222222"]).__next__)
    session = await sign_up(http)
    settings.AUTH_AUTOCONFIRM = False
    await change(http, session, email=NEW)
    codes = {mail.to: mail.code for mail in await mailbox.mails()}
    assert sorted(codes.values()) == ["111111", "222222"]
    assert error_of(await typed(http, codes[NEW], type="email_change", email=ADA)) == WRONG_CODE
    assert error_of(await typed(http, codes[ADA], type="email_change", email=NEW)) == WRONG_CODE
    assert (await typed(http, codes[NEW], type="email_change", email=NEW)).json() == FIRST_CONFIRMED


async def test_an_address_taken_meanwhile_stays_with_its_owner(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    session = await sign_up(http)
    await change(http, session, email=NEW)
    mails = {mail.to: mail for mail in await mailbox.mails()}
    await sign_up(http, NEW)
    stored, before = await rows("SELECT * FROM users ORDER BY id"), await counts()
    reply = await typed(http, mails[NEW].code, type="email_change", email=NEW)
    email_taken = (422, "email_exists", "A user with this email address has already been registered")
    assert error_of(reply) == email_taken
    assert fragment(await pressed(http, mails[ADA]))["error_code"] == "email_exists"
    assert (await rows("SELECT * FROM users ORDER BY id"), await counts()) == (stored, before)


async def test_a_change_is_mailed_again_to_addresses_that_have_not_confirmed(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_time, "fresh_code", iter(f"{number}00000" for number in range(1, 10)).__next__)
    session = await sign_up(http)
    settings.AUTH_AUTOCONFIRM = False
    await change(http, session, email=NEW)
    first_mails = {mail.to: mail for mail in await mailbox.mails()}
    await http.post("/resend", json={"type": "email_change", "email": ADA})
    second_mails = {mail.to: mail for mail in await mailbox.mails()}
    assert set(second_mails) == {ADA, NEW}
    assert error_of(await typed(http, first_mails[NEW].code, type="email_change", email=NEW)) == WRONG_CODE
    assert (await typed(http, second_mails[NEW].code, type="email_change", email=NEW)).json() == FIRST_CONFIRMED
    await http.post("/resend", json={"type": "email_change", "email": ADA})
    third_mail = await mailbox.mail()
    assert third_mail.to == ADA
    assert (await typed(http, third_mail.code, type="email_change", email=ADA)).json()["user"]["email"] == NEW


async def test_a_guess_is_compared_with_the_two_newest_changes_to_an_address(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    """Each valid code makes guessing easier, and anybody can create several accounts."""
    sessions = [await sign_up(http, f"{number}@example.com") for number in range(11)]
    settings.AUTH_AUTOCONFIRM = False
    to_new = []
    for session in sessions:
        assert (await change(http, session, email=NEW)).status_code == 200
        to_new += [mail for mail in await mailbox.mails() if mail.to == NEW]
    oldest, *_, third_newest, second_newest, newest = to_new
    # Once in 20,000 runs two mails have the same code.
    has_equal_codes = len({mail.code for mail in to_new}) < len(to_new)
    for mail in (oldest, third_newest):
        assert has_equal_codes or error_of(await typed(http, mail.code, type="email_change", email=NEW)) == WRONG_CODE
    by_link = await http.post("/verify", json={"type": "email_change", "token_hash": oldest.link_query["token"]})
    assert by_link.json() == FIRST_CONFIRMED
    for mail in (second_newest, newest):
        assert (await typed(http, mail.code, type="email_change", email=NEW)).json() == FIRST_CONFIRMED


async def test_a_second_change_needs_both_confirmations_again(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    session = await sign_up(http)
    settings.AUTH_AUTOCONFIRM = False
    await change(http, session, email="first@example.com")
    mails = {mail.to: mail for mail in await mailbox.mails()}
    assert (await typed(http, mails[ADA].code, type="email_change")).json() == FIRST_CONFIRMED
    await change(http, session, email=NEW)
    mails = {mail.to: mail for mail in await mailbox.mails()}
    assert (await typed(http, mails[NEW].code, type="email_change", email=NEW)).json() == FIRST_CONFIRMED


@pytest.mark.usefixtures("fake_clock")
async def test_a_change_has_a_cool_down(http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings) -> None:
    session = await sign_up(http)
    settings.AUTH_MAIL_COOLDOWN_S = 60
    await change(http, session, email=NEW)
    await mailbox.mails()
    stored, before = await rows("SELECT * FROM users"), await counts()
    error = (429, "over_email_send_rate_limit", "For security purposes, you can only request this after 60 seconds.")
    assert error_of(await change(http, session, email="other@example.com")) == error
    assert (await rows("SELECT * FROM users"), await counts()) == (stored, before)


async def test_the_database_contains_no_code_of_a_change(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    session = await sign_up(http)
    settings.AUTH_AUTOCONFIRM = False
    await change(http, session, email=NEW)
    dump_while_queued = await dump()
    mails = await mailbox.mails()
    assert {mail.to for mail in mails} == {ADA, NEW}
    dump_after_delivery = await dump()
    for mail in mails:
        for secret in (mail.code, mail.link_query["token"]):
            assert secret not in dump_while_queued
            assert secret not in dump_after_delivery
