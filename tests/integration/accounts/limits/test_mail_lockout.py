"""Strangers who know an address cannot use up the mails and codes that its owner needs."""

from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings
from time_machine import Traveller

from tests.support.accounts.api import PASSWORD, bearer, error_of, sign_up
from tests.support.accounts.mailed_sign_up import ADA, WRONG_CODE, typed
from tests.support.accounts.unknown_browsers import HOME, stranger, strangers
from tests.support.mail.mailbox import Mailbox

__all__ = ["strangers"]

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.usefixtures("strangers")]

TOO_MANY = (429, "over_request_rate_limit", "Request rate limit reached")
TOO_MANY_MAILS = (429, "over_email_send_rate_limit", "email rate limit exceeded")


async def test_wrong_codes_of_a_stranger_end_no_code(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    await sign_up(http)
    await http.post("/otp", json={"email": ADA})
    mail = await mailbox.mail()
    wrong_code = "000000" if mail.code != "000000" else "111111"
    for number in range(11):
        assert error_of(await typed(stranger(HOME), wrong_code, type="email")) == WRONG_CODE, number
    assert error_of(await typed(stranger(HOME), mail.code, type="email")) == WRONG_CODE
    assert (await typed(http, mail.code, type="email")).status_code == 200


async def test_a_known_device_types_its_code_behind_the_address_of_the_attacker(
    http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    """The endpoint's requests from the shared address do not count for the known device; its own requests do."""
    await sign_up(http)
    await http.post("/otp", json={"email": ADA})
    mail = await mailbox.mail()
    for _ in range(30):
        await stranger(HOME).post("/verify", json={"type": "email", "token": "000000", "email": "eve@example.com"})
    assert error_of(await typed(stranger(HOME), mail.code, type="email")) == TOO_MANY
    assert (await typed(http, mail.code, type="email")).status_code == 200
    for _ in range(29):
        assert error_of(await typed(http, mail.code, type="email")) == WRONG_CODE
    assert error_of(await typed(http, mail.code, type="email")) == TOO_MANY


async def test_all_strangers_together_guess_a_hundred_codes(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    """A new mail allows no new guesses. The limit does not apply to the known device and to the link."""
    await sign_up(http)
    await http.post("/otp", json={"email": ADA})
    mail = await mailbox.mail()
    wrong_code = "000000" if mail.code != "000000" else "111111"
    for number in range(100):
        await typed(stranger(f"198.51.100.{number}"), wrong_code, type="email")
    await http.post("/otp", json={"email": ADA})
    second_mail = await mailbox.mail()
    assert error_of(await typed(stranger("192.0.2.1"), second_mail.code, type="email")) == WRONG_CODE
    link = {"type": "magiclink", "token_hash": mail.link_query["token"]}
    assert (await stranger("192.0.2.1").post("/verify", json=link)).status_code == 200
    assert (await mailbox.mail()).subject == "A new sign-in to your account"
    await http.post("/otp", json={"email": ADA})
    assert (await typed(http, (await mailbox.mail()).code, type="email")).status_code == 200


async def test_mails_that_a_stranger_requests_count_for_the_stranger(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    await sign_up(http)
    settings.AUTH_AUTOCONFIRM = False
    body = {"email": ADA, "type": "signup"}
    paths = ("/recover", "/resend")
    answers = [(await stranger().post(paths[number % 2], json=body)).status_code for number in range(30)]
    assert answers == [200] * 10 + [429] * 20
    for path in ("/recover", "/otp", "/resend", "/signup"):
        assert error_of(await stranger().post(path, json=body | {"password": PASSWORD})) == TOO_MANY_MAILS
    await mailbox.mails()
    assert (await stranger(HOME).post("/recover", json=body)).status_code == 200
    assert (await mailbox.mail()).to == ADA


@pytest.mark.parametrize("email", [ADA, "nobody@example.com"])
async def test_a_mailbox_gets_sixty_mails_from_all_strangers(
    email: str, http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    """The limit does not depend on whether an account has the address. Known devices have a limit of their own."""
    await sign_up(http)
    for number in range(60):
        assert (await stranger(f"198.51.100.{number}").post("/recover", json={"email": email})).status_code == 200
    assert error_of(await stranger("192.0.2.1").post("/recover", json={"email": email})) == TOO_MANY_MAILS
    expected = 200 if email == ADA else 429
    assert (await http.post("/recover", json={"email": email})).status_code == expected


async def test_one_network_can_request_sixty_mails(http: httpx.AsyncClient) -> None:
    for number in range(60):
        body = {"email": f"{number}@example.com", "type": "signup"}
        assert (await stranger().post(("/recover", "/resend")[number % 2], json=body)).status_code == 200
    assert error_of(await stranger().post("/otp", json={"email": ADA})) == TOO_MANY_MAILS
    assert (await stranger(HOME).post("/otp", json={"email": ADA})).status_code == 200


async def test_each_requester_has_their_own_cool_down(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    """A recovery that a stranger has just requested does not block the owner's."""
    settings.AUTH_MAIL_COOLDOWN_S = 60
    await sign_up(http)
    for client in (stranger(), stranger(), http, http):
        assert (await client.post("/recover", json={"email": ADA})).json() == {}
    assert len(await mailbox.mails()) == 2


async def test_a_recovery_link_stays_valid_when_strangers_request_more(
    http: httpx.AsyncClient, mailbox: Mailbox, fake_clock: Traveller
) -> None:
    await sign_up(http)
    tokens = []
    for address in (HOME, HOME, "198.51.100.1"):
        await stranger(address).post("/recover", json={"email": ADA})
        tokens.append((await mailbox.mail()).link_query["token"])
    first_token, second_token, _ = tokens
    assert (await http.post("/verify", json={"type": "recovery", "token_hash": second_token})).status_code == 200
    reply = await http.post("/verify", json={"type": "recovery", "token_hash": first_token})
    assert reply.json()["code"] == "otp_expired"
    await http.post("/recover", json={"email": ADA})
    late_token = (await mailbox.mail()).link_query["token"]
    fake_clock.shift(timedelta(hours=1))
    assert (await http.post("/verify", json={"type": "recovery", "token_hash": late_token})).status_code == 403


async def test_strangers_requests_do_not_use_up_a_signed_in_users_mail_limit(
    http: httpx.AsyncClient, mailbox: Mailbox
) -> None:
    """The session is enough: browsers send no device cookie to the endpoint that erases an account."""
    session = await sign_up(http)
    http.cookies.clear()
    for _ in range(10):
        await stranger(HOME).post("/recover", json={"email": ADA})
    assert error_of(await stranger(HOME).post("/recover", json={"email": ADA})) == TOO_MANY_MAILS
    await mailbox.mails()
    assert (await http.get("/reauthenticate", headers=bearer(session))).status_code == 200
    assert (await mailbox.mail()).to == ADA
