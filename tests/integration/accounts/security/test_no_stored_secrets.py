"""No valid or used credential appears in the database, in the log or in any file of the server."""

import re

import pyotp
import pytest

from core.clock import now
from tests.support.accounts.auth_js import Tab
from tests.support.accounts.live_service import PASSWORD, Live, query

pytestmark = [pytest.mark.xdist_group("auth-js"), pytest.mark.thorough]


def test_the_server_stores_no_token_code_or_link(live: Live) -> None:
    """Checks the secrets of every test of this group that has run so far, and those of each step below."""
    tab, email = live.tabs.open(), live.address()
    tab.done("signUp", {"email": email, "password": PASSWORD})
    mail = live.mail(email)
    assert_no_secrets(live)
    code = query(live.get(mail.link).headers["Location"])["code"]
    tab.stored()  # adds the client's verifier to the secrets that are searched for
    assert_no_secrets(live)
    tab.done("exchangeCodeForSession", code)
    for step in (recovery, magic_link, address_change, reauthentication, google, second_factor):
        step(live, tab, email)
        assert_no_secrets(live)
    tab.done("refreshSession")
    assert len(live.codes) >= 5
    assert len(live.tabs.handed_out) >= 25
    assert_no_secrets(live)


def recovery(live: Live, tab: Tab, email: str) -> None:
    other_tab = live.tabs.open()
    other_tab.done("resetPasswordForEmail", email)
    other_tab.stored()
    live.get(live.mail(email).link)


def magic_link(live: Live, tab: Tab, email: str) -> None:
    _, other_email = live.new_user()  # the first user has just got a recovery mail, so their cool-down has begun
    live.tabs.open().done("signInWithOtp", {"email": other_email})
    live.get(live.mail(other_email).link)


def address_change(live: Live, tab: Tab, email: str) -> None:
    new_email = live.address("new")
    tab.done("updateUser", {"email": new_email, "current_password": PASSWORD})
    live.press(live.mail(email).link)
    live.get(live.mail(new_email).link)


def reauthentication(live: Live, tab: Tab, email: str) -> None:
    tab.done("reauthenticate")
    live.mail(email)


def google(live: Live, tab: Tab, email: str) -> None:
    """One browser is still at Google, one has returned, and one has redeemed its code."""
    request = {"provider": "google", "options": {"skipBrowserRedirect": True}}
    tabs = [live.tabs.open() for _ in range(3)]
    pages = [live.get(browser.done("signInWithOAuth", request)["url"]).headers["Location"] for browser in tabs]
    redirect_urls = [live.get(live.google.allow(page, live.address())).headers["Location"] for page in pages[1:]]
    tabs[2].done("exchangeCodeForSession", query(redirect_urls[1])["code"])
    for browser in tabs:
        browser.stored()


def second_factor(live: Live, tab: Tab, email: str) -> None:
    enrolment = tab.done("mfa.enroll", {"factorType": "totp", "friendlyName": "App"})
    code = pyotp.TOTP(enrolment["totp"]["secret"]).at(now())
    tab.done("mfa.challengeAndVerify", {"factorId": enrolment["id"], "code": code})
    live.rest("POST", "/recovery_codes", {"Authorization": f"Bearer {tab.session()['access_token']}"})


def assert_no_secrets(live: Live) -> None:
    values, files = live.values(), live.files()
    secrets = live.tabs.handed_out | {PASSWORD}
    secrets |= {token.rpartition(".")[2] for token in secrets if token.count(".") == 2}
    assert contains_email(values)
    for secret in secrets:
        assert secret not in values
        assert secret.encode() not in files
        assert secret.replace("-", "") not in values
    for code in live.codes:
        assert re.search(rf"\b{code}\b", values) is None


def contains_email(values: str) -> bool:
    """Whether the dump contains data at all, so that a search in it proves something."""
    return "@example.com" in values
