"""Several tabs of one user, and a server that crashes: one socket, and every message once in every tab."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Request, Route

from tests.e2e import browser_storage
from tests.e2e.users import MESSAGING, Agency, BrowserUser
from tests.support.browsers.browser import NO_NETWORK

Client = Callable[[str], BrowserUser]


def second_tab(user: BrowserUser) -> BrowserUser:
    return user.in_tab(user.device.new_tab(MESSAGING))


@pytest.mark.thorough
def test_messages_arrive_once_although_the_server_is_killed_with_two_tabs_open(
    ana: BrowserUser, client: Client, agency: Agency
) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    other = second_tab(maya)
    ana.opens_thread(maya.account)
    for user in (ana, maya):
        user.device.expects(NO_NETWORK)
    sent_texts: list[str] = []
    for crash in range(2):
        killed: list[str] = []

        def kill(request: Request, killed: list[str] = killed) -> None:
            if request.method == "POST" and "/rest/v1/" in request.url and not killed:
                agency.server.kill()
                killed.append(request.url)

        maya.device.context.on("request", kill)
        texts = [f"Before crash {crash}.", f"During crash {crash}.", f"After crash {crash}."]
        maya.writes(*texts)
        sent_texts += texts
        maya.device.until(killed.copy, "a message is being sent")
        maya.device.context.remove_listener("request", kill)
        agency.server.start()
        for user in (maya, other, ana):
            user.sees(*sent_texts)
            user.sees_all_sent()
    assert agency.messages(maya.account) == sent_texts
    for user in (maya, other, ana):
        assert browser_storage.contents(user.page, user.account.user_id, maya.account.client_id) == sent_texts
    assert len(maya.device.open_sockets) == 1


def test_a_lost_response_duplicates_no_message(ana: BrowserUser, client: Client, agency: Agency) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    ana.opens_thread(maya.account)
    maya.device.expects(NO_NETWORK)
    lost_requests: list[str] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and len(lost_requests) < 2:
            route.fetch()
            lost_requests.append(route.request.url)
            route.abort("connectionreset")
        else:
            route.continue_()

    maya.device.context.route("**/rest/v1/messages", lose)
    for text in ("Once.", "Twice?"):
        maya.writes(text)
        maya.sees_all_sent()
    assert len(lost_requests) == 2
    for user in (maya, ana):
        user.sees("Once.", "Twice?")
    assert agency.messages(maya.account) == ["Once.", "Twice?"]


def test_two_tabs_write_offline_and_each_message_arrives_once(ana: BrowserUser, client: Client, agency: Agency) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    other = second_tab(maya)
    ana.opens_thread(maya.account)
    maya.device.go_offline()
    texts = ["Left one.", "Right one.", "Left two.", "Right two."]
    for tab, text in zip((maya, other, maya, other), texts, strict=True):
        tab.writes(text)
    for tab in (maya, other):
        tab.sees(*texts)
    maya.device.go_online()
    for user in (maya, other, ana):
        user.sees(*texts)
        user.sees_all_sent()
    assert agency.messages(maya.account) == texts


@pytest.mark.thorough
def test_another_tab_takes_over_when_the_tab_with_the_socket_closes(ana: BrowserUser, client: Client) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    other = second_tab(maya)
    other.sees_status("Up to date")
    [leaders_socket] = maya.device.open_sockets
    maya.page.close()
    other.device.page = other.page
    maya.device.until(lambda: [leaders_socket] != maya.device.open_sockets != [], "the other tab has a socket")
    ana.opens_thread(maya.account)
    ana.writes("Are you still there?")
    other.sees("Are you still there?")
    other.writes("Yes.")
    ana.sees("Are you still there?", "Yes.")
    assert len(other.device.open_sockets) == 1
