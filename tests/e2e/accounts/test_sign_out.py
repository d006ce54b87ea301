"""Sign-out removes all data from the device; after a session is ended elsewhere, unsent work stays on it, locked."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e import browser_storage
from tests.e2e.users import AUTH, Account, Agency, BrowserUser
from tests.support.browsers.browser import Device

Client = Callable[[str], BrowserUser]
SECRET, UNSENT = "Our numbers are a secret.", "This one was never sent."


def assert_nothing_is_left_of(user: BrowserUser, *texts: str) -> None:
    account = user.account
    names = (account.name, account.email, account.company, account.client_id, account.user_id)
    assert browser_storage.stored_texts(user.page, *names, *texts) == []


def unsent_dialog(user: BrowserUser) -> Locator:
    return user.page.get_by_role("alertdialog", name="1 message has not been sent")


def test_sign_out_leaves_no_readable_data(client: Client, agency: Agency) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    maya.writes(SECRET)
    maya.sees_all_sent()
    maya.composer.fill("A draft.")
    maya.device.until(lambda: browser_storage.stored_texts(maya.page, "A draft."), "the draft is stored")
    assert browser_storage.stored_texts(maya.page, SECRET) == [SECRET]
    maya.sign_out()
    expect(maya.page).to_have_url(re.compile(f"{AUTH}$"))
    expect(maya.page.get_by_role("button", name="Sign In")).to_be_visible()
    assert_nothing_is_left_of(maya, SECRET, "A draft.")
    assert list(browser_storage.dump_of(maya.page)["databases"]) == ["portal-auth"]
    assert agency.messages(maya.account) == [SECRET]


def test_sign_out_with_unsent_messages_needs_confirmation_and_cancel_keeps_them(client: Client, agency: Agency) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    maya.device.go_offline()
    maya.writes(UNSENT)
    maya.sign_out()
    unsent_dialog(maya).get_by_role("button", name="Cancel").click()
    expect(unsent_dialog(maya)).to_have_count(0)
    maya.sees(UNSENT)

    maya.sign_out()
    maya.device.go_online()
    unsent_dialog(maya).get_by_role("button", name="Send and sign out").click()
    expect(maya.page).to_have_url(re.compile(f"{AUTH}$"))
    expect(maya.page.get_by_role("button", name="Sign In")).to_be_visible()
    assert agency.messages(maya.account) == [UNSENT]
    assert_nothing_is_left_of(maya, UNSENT)


@pytest.mark.thorough
def test_discard_and_sign_out_wipes_unsent_messages_offline_too(client: Client, agency: Agency) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    maya.device.go_offline()
    maya.writes(UNSENT)
    maya.sign_out()
    unsent_dialog(maya).get_by_role("button", name="Discard and sign out").click()
    expect(maya.page.get_by_role("button", name="Sign In")).to_be_visible()
    assert_nothing_is_left_of(maya, UNSENT)
    maya.device.go_online()
    maya.sign_in()
    maya.opens_thread()
    maya.sees_status("Up to date")
    assert agency.messages(maya.account) == []


@pytest.mark.thorough
def test_sign_out_in_one_tab_closes_the_others(client: Client) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    maya.writes(SECRET)
    maya.sees_all_sent()
    other = maya.in_tab(maya.device.new_tab("/dashboard/messaging"))
    other.sees(SECRET)
    maya.sign_out()
    for tab in (maya, other):
        expect(tab.page).to_have_url(re.compile(f"{AUTH}$"))
        expect(tab.page.get_by_role("button", name="Sign In")).to_be_visible()
    assert_nothing_is_left_of(other, SECRET)
    maya.device.until(lambda: maya.device.open_sockets == [], "every socket is closed")


@pytest.mark.thorough
def test_a_session_that_ends_elsewhere_leaves_no_data(client: Client, agency: Agency) -> None:
    maya = _with_sent_secret(client)
    agency.sign_out_everywhere(maya.account)
    _sees_sign_in_without_rows(maya)
    assert list(browser_storage.dump_of(maya.page)["databases"]) == ["portal-auth"]


@pytest.mark.thorough
def test_unsent_work_stays_locked_when_a_session_ends_elsewhere(client: Client, agency: Agency) -> None:
    maya = _with_sent_secret(client)
    maya.device.go_offline()
    maya.writes(UNSENT)
    agency.sign_out_everywhere(maya.account)
    maya.device.go_online()
    _sees_sign_in_without_rows(maya)
    assert browser_storage.stored_texts(maya.page, UNSENT) == [UNSENT]
    expect(maya.page.get_by_text("1 unsent message waits for you on this device")).to_be_visible()
    _other_user_sees_no_unsent_message(agency.sign_up("Otto Brandt"), maya.device)

    maya.sign_in()
    maya.opens_thread()
    maya.sees(SECRET, UNSENT)
    maya.sees_all_sent()
    assert agency.messages(maya.account) == [SECRET, UNSENT]


def _with_sent_secret(client: Client) -> BrowserUser:
    """A client who has sent a message, and whose session will end elsewhere."""
    maya = client("Maya Lindqvist")
    maya.device.expects("status of 40[013]")
    maya.opens_thread()
    maya.writes(SECRET)
    maya.sees_all_sent()
    return maya


def _sees_sign_in_without_rows(user: BrowserUser) -> None:
    """Wait until the app has shown the sign-in page, closed its socket and deleted the rows."""
    expect(user.page).to_have_url(re.compile(f"{AUTH}$"))
    user.device.until(lambda: user.device.open_sockets == [], "the socket is closed")
    readable = (SECRET, user.account.name, user.account.email, user.account.company)
    user.device.until(lambda: browser_storage.stored_texts(user.page, *readable) == [], "the rows are gone")


def _other_user_sees_no_unsent_message(account: Account, device: Device) -> None:
    otto = account.on(device).sign_in()
    otto.opens_thread()
    otto.sees()
    otto.sees_status("Up to date")
    assert UNSENT not in otto.page.content()
    otto.sign_out()
    expect(otto.page.get_by_role("button", name="Sign In")).to_be_visible()
    assert browser_storage.stored_texts(otto.page, UNSENT) == [UNSENT]
