"""The product's main job: a client on a phone and an admin at a desktop exchange messages, live both ways."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request, expect

from tests.e2e import browser_storage
from tests.e2e.users import Agency, BrowserUser

pytestmark = pytest.mark.without_worker

Client = Callable[[str], BrowserUser]
# Requests that the test ignores: the worker caches chunks of the app, and a device acknowledges shown notices.
EXPECTED = re.compile(r"GET /assets/[\w./-]+|PUT /rest/v1/notices")


def test_two_users_chat_live_and_every_device_has_each_message_once(
    ana: BrowserUser, client: Client, agency: Agency
) -> None:
    maya = client("Maya Lindqvist")
    thread = maya.account
    maya.opens_thread()
    maya.writes("The new menu is online.")
    expect(ana.row_of(thread)).to_contain_text("Maya: The new menu is online.")
    expect(ana.row_of(thread).get_by_text("1 unread")).to_be_attached()
    maya.writes("Does it hurt our score?")
    expect(ana.row_of(thread).get_by_text("2 unread")).to_be_attached()

    ana.row_of(thread).get_by_role("link", name="Message").click()
    ana.sees("The new menu is online.", "Does it hurt our score?")
    expect(maya.page.get_by_text("Read by Ana Ferreira")).to_be_visible()
    expect(maya.thread.last.get_by_label("Read", exact=True)).to_be_visible()

    ana.writes("By two points.", "I will shrink the picture.")
    texts = ["The new menu is online.", "Does it hurt our score?", "By two points.", "I will shrink the picture."]
    maya.sees(*texts)
    ana.sees(*texts)
    expect(ana.page.get_by_text("Read by Maya Lindqvist")).to_be_visible()
    ana.sees_all_sent()
    maya.sees_all_sent()
    assert agency.messages(thread) == texts
    for user in (ana, maya):
        assert browser_storage.contents(user.page, user.account.user_id, thread.client_id) == texts
        assert browser_storage.rows(user.page, user.account.user_id, "outbox") == []


@pytest.mark.thorough
def test_unread_messages_are_marked_and_counted_until_they_are_seen(ana: BrowserUser, client: Client) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    maya.writes("Hello?")
    maya.device.go("/dashboard/messaging")
    ana.device.go(f"/dashboard/messaging?client={maya.account.client_id}")
    expect(ana.page.get_by_role("separator", name="New messages")).to_be_visible()
    ana.device.go("/dashboard")
    expect(ana.row_of(maya.account)).to_be_visible()
    expect(ana.row_of(maya.account).get_by_text("unread")).to_have_count(0)


@pytest.mark.thorough
def test_the_client_list_updates_live_and_keeps_its_order_under_the_pointer(
    ana: BrowserUser, client: Client, agency: Agency
) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    row = ana.row_of(maya.account)
    expect(row).to_be_visible()
    requests: list[Request] = []
    ana.device.context.on("request", lambda request: requests.append(request))
    maya.writes("One.")
    expect(row).to_contain_text("Maya: One.")
    expect(row.get_by_text("1 unread")).to_be_attached()

    row.hover()
    before = row.bounding_box()
    otto = agency.sign_up("Otto Brandt")
    expect(ana.page.get_by_role("button", name="1 new", exact=True)).to_be_visible()
    maya.writes("Two.")
    expect(row).to_contain_text("Maya: Two.")
    assert row.bounding_box() == before
    assert [
        request_line
        for request in requests
        if not EXPECTED.fullmatch(request_line := f"{request.method} {urlsplit(request.url).path}")
    ] == []
    ana.page.get_by_role("button", name="1 new", exact=True).click()
    expect(ana.row_of(otto)).to_be_visible()
