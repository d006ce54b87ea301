"""Unknown values: while a stream or an endpoint is slow, no screen shows 0, "none" or an empty state.

The test opens each screen of the demo with all data, and again on devices where half of the rows and every endpoint
are blocked. It records each line that looks like an empty value, and the loaded screen must show that line too.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.browser_storage import start_session
from tests.e2e.conftest import Devices
from tests.e2e.users import DASHBOARD, UP_TO_DATE, Agency
from tests.support.browsers.app_screens import SCREENS, Role
from tests.support.browsers.browser import Device
from tests.support.servers.server import FAST_PASSWORDS, Server

pytestmark = [pytest.mark.without_worker, pytest.mark.thorough]

EMAILS = {"client": "maya@harborcoffee.example", "admin": "ana@pulseboard.example"}
# A user has one stream of each of these two kinds.
STREAMS: dict[Role, tuple[str, str]] = {"client": ("u:", "c:"), "admin": ("u:", "w")}

# Every line that looks like an empty value, from the first paint on.
RECORD_EMPTY_VALUES = r"""
addEventListener('DOMContentLoaded', () => {
  const nothing = /^(no|not|none|nothing|nobody|never)\b|(^|[^\d.,:+#-])0(?![\d.,:%])/i
  window.emptyValues = new Set()
  const record = () => {
    for (const line of document.body.innerText.split('\n')) if (nothing.test(line.trim())) window.emptyValues.add(line.trim())
  }
  new MutationObserver(record).observe(document.body, { subtree: true, childList: true, characterData: true })
})
"""
EMPTY_VALUES = "() => [...window.emptyValues]"
# The lines of the screen now.
LINES_ON_SCREEN = r"() => document.body.innerText.split('\n').map((line) => line.trim())"


@pytest.fixture(scope="module")
def agency(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agency]:
    """The demo, which has data of every kind; replaces the shared installation."""
    server = Server(tmp_path_factory.mktemp("demo"), DEMO="1", **FAST_PASSWORDS)
    server.start()
    yield Agency(server)
    server.stop()


def open_dashboard(device: Device, role: Role) -> Page:
    page = device.page
    device.expects("Blocked script execution in 'about:srcdoc'")  # the init script, in the preview of a mail
    page.context.add_init_script(RECORD_EMPTY_VALUES)
    page.clock.install()
    start_session(device, EMAILS[role], "pulseboard")
    device.go(DASHBOARD)
    return page


class Blocked:
    """Blocks the rows of one stream and every endpoint that a screen requests."""

    def __init__(self, device: Device, stream: str) -> None:
        self._stream, self._waiting = stream, list[Route]()
        device.context.route(re.compile("/realtime/v1/bootstrap"), self._first_load)
        device.context.route(re.compile("/(rest|functions)/v1/|/auth/v1/user"), self._wait)

    def _wait(self, route: Route) -> None:
        self._waiting.append(route)

    def _first_load(self, route: Route) -> None:
        if f'"s":"{self._stream}' in (route.request.post_data or ""):
            self._waiting.append(route)
        else:
            route.continue_()


def addresses_of(role: Role) -> list[str]:
    return [screen.address for screen in SCREENS if screen.role == role]


@pytest.mark.parametrize("viewer_role", ["client", "admin"])
def test_no_screen_shows_values_before_they_are_read(viewer_role: Role, devices: Devices) -> None:
    device = devices.new("desktop")
    device.expects("status of 404")  # there is no client to view as
    page = open_dashboard(device, viewer_role)
    expect(page.locator("header [role=status]")).to_have_text(UP_TO_DATE)
    loaded_lines: dict[str, set[str]] = {}
    for address in addresses_of(viewer_role):
        device.go(address)
        main = page.get_by_role("main")
        expect(main).not_to_be_empty()
        expect(main.locator(".animate-shimmer")).to_have_count(0)
        page.clock.run_for(1_000)
        loaded_lines[address] = set(page.evaluate(LINES_ON_SCREEN))
    shown_early: dict[str, set[str]] = {}
    for stream in STREAMS[viewer_role]:
        device = devices.new("desktop")
        Blocked(device, stream)
        page = open_dashboard(device, viewer_role)
        for address in addresses_of(viewer_role):
            device.go(address)
            expect(page.get_by_role("main")).not_to_be_empty()
            page.clock.run_for(3_000)
            too_early = set(page.evaluate(EMPTY_VALUES)) - loaded_lines[address]
            if too_early:
                shown_early[f"{address} without {stream}"] = too_early
    assert shown_early == {}
