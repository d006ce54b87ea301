"""A proxy cuts or buffers WebSockets: the screen says that live updates are blocked, and messages are sent."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.e2e.users import Agency, BrowserUser

pytestmark = pytest.mark.thorough

Client = Callable[[str], BrowserUser]
BLOCKED = re.compile(r"^No live updates since ")
SOCKET = re.compile(r"/realtime/v1$")
BLOCKED_WITHIN_MS = 90_000  # the app tries three connections first, each for up to 8 s


def cut(socket: WebSocketRoute) -> None:
    socket.close()


def buffered(socket: WebSocketRoute) -> None:
    """Open the socket, and pass nothing on in either direction."""
    socket.on_message(lambda message: None)


@pytest.mark.parametrize("proxy", [cut, buffered])
def test_blocked_live_updates_are_named_and_messages_are_sent(
    proxy: Callable[[WebSocketRoute], None], ana: BrowserUser, client: Client, agency: Agency
) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    maya.writes("Before.")
    maya.sees_all_sent()
    ana.opens_thread(maya.account)
    maya.page.route_web_socket(SOCKET, proxy)
    maya.page.reload()
    expect(maya.status).to_have_text(BLOCKED, timeout=BLOCKED_WITHIN_MS)
    maya.writes("Through the proxy.")
    ana.sees("Before.", "Through the proxy.")
    maya.sees("Before.", "Through the proxy.")
    assert agency.messages(maya.account) == ["Before.", "Through the proxy."]
    maya.status.click()
    explanation = "Your network or a proxy blocks live updates. What you write is sent."
    expect(maya.page.get_by_role("dialog", name="Sync status")).to_contain_text(explanation)
