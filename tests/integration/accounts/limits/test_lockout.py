"""Strangers who know an address cannot lock its owner out, and their guesses are limited."""

from datetime import timedelta

import httpx
import pytest
from pytest_django import Settings
from time_machine import Traveller

from tests.support.accounts.api import bearer, error_of, sign_in, sign_up
from tests.support.accounts.mailed_sign_up import ADA
from tests.support.accounts.second_factor import answer, protect
from tests.support.accounts.unknown_browsers import HOME, stranger, strangers

__all__ = ["strangers"]

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.usefixtures("strangers")]

TOO_MANY = (429, "over_request_rate_limit", "Request rate limit reached")
WRONG_PASSWORD = (400, "invalid_credentials", "Invalid login credentials")
SITE, DEVICE = "2001:db8:77", "pulseboard-device-"


async def guess_passwords(address: str, max_guesses: int, email: str = ADA) -> int:
    """The number of wrong passwords that the server compares for one network, at most `max_guesses`."""
    for number in range(max_guesses):
        reply = error_of(await sign_in(stranger(address), email, f"guess {number}"))
        if reply != WRONG_PASSWORD:
            assert reply == TOO_MANY
            return number
    return max_guesses


async def test_a_strangers_wrong_passwords_do_not_lock_out_the_owner(http: httpx.AsyncClient) -> None:
    await sign_up(http)
    assert await guess_passwords("198.51.100.1", 30) == 20
    assert error_of(await sign_in(stranger("198.51.100.1"))) == TOO_MANY
    assert (await sign_in(stranger("198.51.100.2"))).status_code == 200
    assert (await sign_in(http)).status_code == 200


async def test_an_unknown_account_has_the_same_limit(http: httpx.AsyncClient) -> None:
    assert await guess_passwords("198.51.100.1", 30, "nobody@example.com") == 20


async def test_the_owner_signs_in_behind_the_address_of_the_attacker(http: httpx.AsyncClient) -> None:
    """For a known device, neither the account's guesses nor the endpoint's requests from the shared address count."""
    await sign_up(http)
    assert await guess_passwords(HOME, 30) == 20
    for _ in range(10):
        await stranger(HOME).post("/token?grant_type=password", json={"phone": "1"})
    assert error_of(await sign_in(stranger(HOME), "other@example.com")) == TOO_MANY
    assert (await sign_in(http)).status_code == 200


async def test_guesses_from_many_networks_lock_out_strangers_and_not_the_owner(
    http: httpx.AsyncClient, fake_clock: Traveller
) -> None:
    """100 IPv4 addresses can try 400 passwords together, and 120 in each later hour; an IPv6 site shares this limit."""
    await sign_up(http)
    guess_counts = [await guess_passwords(f"198.51.100.{number}", 30) for number in range(100)]
    assert sum(guess_counts) == 400
    assert error_of(await sign_in(stranger(f"{SITE}::1"))) == TOO_MANY
    assert (await sign_in(http)).status_code == 200
    fake_clock.shift(timedelta(hours=1))
    guess_counts = [await guess_passwords(f"198.51.100.{number}", 30) for number in range(100)]
    assert sum(guess_counts) == 120
    assert (await sign_in(http)).status_code == 200


async def test_the_networks_of_one_ipv6_site_share_a_limit(http: httpx.AsyncClient) -> None:
    await sign_up(http)
    assert sum([await guess_passwords(f"{SITE}:{number:x}::1", 1) for number in range(30)]) == 20


async def test_the_right_password_resets_the_guesses(http: httpx.AsyncClient) -> None:
    await sign_up(http)
    browser = stranger()
    for _ in range(2):
        assert await guess_passwords("198.51.100.1", 14) == 14
        assert (await sign_in(browser)).status_code == 200
        browser.cookies.clear()


async def test_a_known_device_guesses_no_more_than_a_network(http: httpx.AsyncClient) -> None:
    await sign_up(http)
    answers = [error_of(await sign_in(http, password=f"guess {number}")) for number in range(21)]
    assert answers == [WRONG_PASSWORD] * 20 + [TOO_MANY]
    assert (await sign_in(stranger(HOME))).status_code == 200


async def test_the_device_cookie_is_valid_for_one_account_only(http: httpx.AsyncClient) -> None:
    await sign_up(http)
    eve = stranger("198.51.100.1")
    await sign_up(eve, "eve@example.com")
    [cookie] = [cookie for cookie in eve.cookies.jar if cookie.name.startswith(DEVICE)]
    for network in range(20):
        await guess_passwords(f"192.0.2.{network}", 20)
    assert error_of(await sign_in(eve)) == TOO_MANY
    [cookie_name] = [cookie.name for cookie in http.cookies.jar if cookie.name.startswith(DEVICE)]
    eve.cookies.set(cookie_name, cookie.value or "", domain=cookie.domain, path=cookie.path)
    assert error_of(await sign_in(eve)) == TOO_MANY
    assert (await sign_in(http)).status_code == 200


async def test_the_cookie_is_for_no_script_and_outlives_the_session(http: httpx.AsyncClient) -> None:
    session = await sign_up(http)
    reply = await sign_in(http)
    [set_cookie] = [one for one in reply.headers.get_list("Set-Cookie") if one.startswith(DEVICE)]
    assert {"HttpOnly", "Path=/", "SameSite=Strict"} <= set(set_cookie.split("; "))
    before = {cookie.name: cookie.value for cookie in http.cookies.jar if cookie.name.startswith(DEVICE)}
    assert (await http.post("/logout", headers=bearer(session))).status_code == 204
    assert {cookie.name: cookie.value for cookie in http.cookies.jar if cookie.name.startswith(DEVICE)} == before


async def test_guesses_of_the_current_password_count_for_the_session(
    http: httpx.AsyncClient, settings: Settings
) -> None:
    """A thief with a stolen session can guess 20 passwords; this does not limit the owner's sign-ins."""
    settings.AUTH_CURRENT_PASSWORD = True
    session = await sign_up(http)
    body = {"password": "a better password", "current_password": "a guess"}
    replies = [await http.put("/user", json=body, headers=bearer(session)) for _ in range(21)]
    assert [reply.status_code for reply in replies] == [400] * 20 + [429]
    assert (await sign_in(stranger(HOME))).status_code == 200


async def test_an_address_shaped_like_a_counters_key_does_not_share_that_counter(http: httpx.AsyncClient) -> None:
    """A sign-in accepts any text as the address. This text once shared the counter of the account's known devices."""
    await sign_up(http)
    for network in range(20):
        assert await guess_passwords(f"198.51.100.{network}", 25, f"known {ADA}") == 20
    assert (await sign_in(http)).status_code == 200


async def test_wrong_second_factors_with_a_stolen_password_do_not_lock_out_the_owner(
    http: httpx.AsyncClient, fake_clock: Traveller
) -> None:
    """A stolen password alone sets no device cookie and allows five guesses for each network, 50 in all."""
    app, _ = await protect(http, await sign_up(http))
    guess_count = 0
    for number in range(12):
        thief = stranger(f"198.51.100.{number}")
        thief_session = (await sign_in(thief)).json()
        assert not [cookie for cookie in thief.cookies.jar if cookie.name.startswith(DEVICE)]
        while error_of(await answer(thief, thief_session, app, app.wrong()))[1] == "mfa_verification_failed":
            guess_count += 1
    assert guess_count == 50
    late_thief = stranger("192.0.2.9")
    thief_session = (await sign_in(late_thief)).json()
    assert error_of(await answer(late_thief, thief_session, app, app.code())) == TOO_MANY
    owner_session = (await sign_in(http)).json()
    assert (await answer(http, owner_session, app, app.code())).status_code == 200
