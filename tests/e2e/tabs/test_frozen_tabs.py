"""Tabs that a browser freezes: an active tab takes over the only socket, and no message stays unsent."""

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.e2e import browser_storage
from tests.e2e.users import AUTH, MESSAGING, Account, Agency, BrowserUser
from tests.support.browsers.bare_tabs import BareDevice, BareTab

pytestmark = [pytest.mark.without_worker, pytest.mark.thorough]

Client = Callable[[str], BrowserUser]
TAKEOVER_S = 10  # TB3: a follower takes the lock of a leader that does not answer
STATUS = "document.querySelector('header [role=status]')?.textContent"
UP_TO_DATE = f"{STATUS} === 'Up to date'"
SIGN_OUT = "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Sign Out')"
REMOVED = "document.body.textContent.includes('Your browser removed what was stored here')"
DATABASES = "indexedDB.databases().then((all) => all.map(({ name }) => name).join())"
HOLD_THE_LOCK = """
navigator.locks.request('sync:%s', { steal: true }, () => new Promise(() => undefined)).catch(() => undefined)
"""


@pytest.fixture
def device(browser: Browser, agency: Agency) -> Iterator[BareDevice]:
    bare_device = BareDevice(browser, agency.url)
    yield bare_device
    bare_device.end()


def signed_in(device: BareDevice, agency: Agency, account: Account) -> BareTab:
    """A tab of this user at the conversation, in a new session, without the sign-in form."""
    tab = device.open(AUTH)
    tab.sees("indexedDB.databases().then((all) => all.length > 0)")
    tab.evaluate(f"({browser_storage.REPLACE_SESSION})({json.dumps(json.dumps(agency.session(account.email)))})")
    tab.go(device.url + MESSAGING)
    tab.sees(UP_TO_DATE)
    return tab


def shows(text: str) -> str:
    return f"document.querySelector('[role=log]')?.textContent.includes({json.dumps(text)})"


def test_tb4_a_frozen_leader_hands_over_at_once_and_follows_after_its_thaw(
    ana: BrowserUser, agency: Agency, device: BareDevice
) -> None:
    account = agency.sign_up("Maya Lindqvist")
    first = signed_in(device, agency, account)
    second = device.open(MESSAGING)
    second.sees(UP_TO_DATE)
    assert (len(first.sockets), len(second.sockets)) == (1, 0)
    first.freeze()
    # The leader steps down far sooner. The limit is below TAKEOVER_S, so a takeover would be too late.
    second.until(lambda: second.sockets, "the other tab has a socket", TAKEOVER_S - 1)
    ana.opens_thread(account)
    ana.writes("Are you frozen?")
    second.sees(shows("Are you frozen?"))
    first.thaw()
    first.sees(shows("Are you frozen?"))
    assert (len(first.sockets), len(second.sockets)) == (0, 1)


def test_tb4_a_frozen_only_tab_leads_again_after_its_thaw(ana: BrowserUser, agency: Agency, device: BareDevice) -> None:
    account = agency.sign_up("Maya Lindqvist")
    tab = signed_in(device, agency, account)
    tab.freeze()
    ana.opens_thread(account)
    ana.writes("While you slept.")
    tab.thaw()
    tab.sees(shows("While you slept."))
    tab.until(lambda: len(tab.sockets) == 1, "one socket")


def test_tb3_an_unresponsive_tab_loses_its_lock(ana: BrowserUser, agency: Agency, device: BareDevice) -> None:
    """A page may freeze without a freeze event. Here such a page holds the lock and never answers."""
    account = agency.sign_up("Maya Lindqvist")
    tab = signed_in(device, agency, account)
    silent_page = device.open("/manifest.webmanifest")
    silent_page.evaluate(f"void ({HOLD_THE_LOCK.strip() % account.user_id})")
    tab.until(lambda: not tab.sockets, "the tab that lost the lock closes its socket")
    silent_page.freeze()
    tab.until(lambda: len(tab.sockets) == 1, "the lock is taken back after 10 s", 15)
    ana.opens_thread(account)
    ana.writes("Are you there?")
    tab.sees(shows("Are you there?"))


@pytest.mark.parametrize("next_name", [None, "Otto Kranz"])
def test_st4_a_frozen_tab_neither_holds_up_a_sign_out_nor_reports_a_loss(
    agency: Agency, device: BareDevice, next_name: str | None
) -> None:
    """After the sign-out, either nobody signs in or another user does."""
    account = agency.sign_up("Maya Lindqvist")
    first = signed_in(device, agency, account)
    second = device.open(MESSAGING)
    second.sees(UP_TO_DATE)
    first.freeze()
    second.sees(f"{SIGN_OUT} !== undefined")
    second.evaluate(f"{SIGN_OUT}.click()")
    second.sees("location.pathname === '/auth'")
    assert second.evaluate(DATABASES) == "portal-auth"
    next_user = None if next_name is None else agency.sign_up(next_name)
    if next_user is not None:
        signed_in(device, agency, next_user)
    first.thaw()
    if next_user is None:
        first.sees("location.pathname === '/auth'")
    else:
        first.sees(f"document.body.textContent.includes({json.dumps(next_user.company)})")
    databases = ["portal-auth"] if next_user is None else ["portal-auth", f"portal-u{next_user.user_id}"]
    first.until(
        lambda: sorted(first.evaluate(DATABASES).split(",")) == databases, "only the next user's data is stored"
    )
    assert not first.evaluate(REMOVED)
