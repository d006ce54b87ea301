"""Isolation of clients: nothing of one client's thread reaches another client's device."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Response, WebSocket

from tests.e2e import browser_storage
from tests.e2e.users import MESSAGING, Agency, BrowserUser
from tests.support.browsers.browser import Device

pytestmark = pytest.mark.without_worker

Client = Callable[[str], BrowserUser]
CANARY = "canary-7f3e"


def wiretap(device: Device) -> tuple[list[Response], list[str]]:
    """Record HTTP responses and frames of new sockets from now on; load a document afterwards."""
    responses: list[Response] = []
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: frames.append(str(payload)))

    device.page.on("websocket", listen)
    device.page.on("response", lambda response: responses.append(response))
    return responses, frames


def bodies(responses: list[Response]) -> list[str]:
    """The bodies of all text responses of the server."""
    prefixes = ("/rest/v1", "/realtime/v1", "/auth/v1")
    return [each.text() for each in responses if any(prefix in each.url for prefix in prefixes)]


def test_another_client_never_receives_or_stores_a_foreign_row(
    ana: BrowserUser, client: Client, agency: Agency
) -> None:
    maya, otto = client("Maya Lindqvist"), client("Otto Brandt")
    # The browser drops the body of a response that arrives while the document is replaced.
    otto.page.wait_for_load_state("networkidle")
    responses, frames = wiretap(otto.device)
    otto.opens_thread()
    otto.sees_status("Up to date")
    maya.opens_thread()
    maya.writes(f"{CANARY} from Maya")
    ana.opens_thread(maya.account)
    ana.writes(f"{CANARY} to Maya")
    maya.sees(f"{CANARY} from Maya", f"{CANARY} to Maya")
    # Otto's next message proves that his connection was open all the time.
    ana.opens_thread(otto.account)
    ana.writes("For Otto alone.")
    otto.sees("For Otto alone.")

    received = "\n".join([*frames, *bodies(responses), browser_storage.as_text(otto.page), otto.page.content()])
    assert "For Otto alone." in received
    foreign = (CANARY, maya.account.client_id, maya.account.email, maya.account.company, maya.account.name)
    assert [text for text in foreign if text in received] == []


@pytest.mark.thorough
def test_the_url_of_another_clients_thread_shows_no_message_of_it(client: Client, agency: Agency) -> None:
    maya, otto = client("Maya Lindqvist"), client("Otto Brandt")
    maya.opens_thread()
    maya.writes(f"{CANARY} from Maya")
    maya.sees_all_sent()
    otto.device.go(f"{MESSAGING}?client={maya.account.client_id}")
    otto.sees_status("Up to date")
    otto.writes("Whose thread is this?")
    otto.sees("Whose thread is this?")
    otto.sees_all_sent()
    assert agency.messages(otto.account) == ["Whose thread is this?"]
    assert agency.messages(maya.account) == [f"{CANARY} from Maya"]
