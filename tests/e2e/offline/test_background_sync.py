"""Background Sync: the service worker sends messages that were written offline, with no page of the app open."""

import time
from collections.abc import Callable
from math import inf
from pathlib import Path

from playwright.sync_api import Page, Route

from tests.e2e import browser_storage
from tests.e2e.conftest import Devices
from tests.e2e.users import Agency

RETRY_S = 2.0
# The tags for which the page has registered Background Sync.
TAGS = "navigator.serviceWorker.ready.then((worker) => worker.sync.getTags())"


def sync_dispatcher(page: Page, origin: str) -> Callable[[], None]:
    """A function that dispatches the sync event, as a browser does when the network returns and at each retry.

    A call does nothing within RETRY_S of the last dispatch. A real browser waits minutes before a retry.
    """
    devtools = page.context.new_cdp_session(page)
    registrations: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda params: registrations.extend(each["registrationId"] for each in params["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    while not registrations:
        page.evaluate("0")  # DevTools events arrive only while Playwright processes them
    event = {"origin": origin, "registrationId": registrations[0], "tag": "outbox", "lastChance": False}

    last_dispatch = -inf

    def dispatch_sync() -> None:
        nonlocal last_dispatch
        if time.monotonic() - last_dispatch > RETRY_S:
            last_dispatch = time.monotonic()
            devtools.send("ServiceWorker.dispatchSyncEvent", event)

    return dispatch_sync


def test_bg1_messages_written_offline_are_sent_with_no_page_open(
    devices: Devices, agency: Agency, tmp_path: Path
) -> None:
    # A persistent device, because a headless browser has no Background Sync.
    maya = agency.sign_up("Maya Lindqvist").on(devices.persistent(tmp_path)).with_session()
    maya.opens_thread()
    maya.device.keeps_the_app()
    maya.device.expects(r"/favicon\.ico")  # a page outside the app names no icon
    page_without_app = maya.device.new_tab("/manifest.webmanifest")
    maya.device.go_offline()
    maya.writes("Before the lift.", "In the lift.")
    maya.device.until(lambda: maya.page.evaluate(TAGS) == ["outbox"], "the page has registered Background Sync")
    browser_storage.expire_token(page_without_app)
    maya.page.close()
    maya.device.page = maya.page = page_without_app
    maya.device.go_online()
    dispatch_sync = sync_dispatcher(page_without_app, agency.url)
    texts = ["Before the lift.", "In the lift."]
    maya.device.until(lambda: dispatch_sync() or agency.messages(maya.account) == texts, "the worker has sent both")
    maya.device.until(
        lambda: browser_storage.rows(page_without_app, maya.account.user_id, "outbox") == [],
        "the worker has stored the responses",
    )
    maya.opens_thread()
    maya.sees(*texts)
    maya.sees_all_sent()
    assert agency.messages(maya.account) == texts


def test_bg2_the_worker_sends_what_a_closed_page_had_in_flight(
    devices: Devices, agency: Agency, tmp_path: Path
) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.persistent(tmp_path)).with_session()
    maya.opens_thread()
    maya.device.keeps_the_app()
    maya.device.expects(r"/favicon\.ico")
    page_without_app = maya.device.new_tab("/manifest.webmanifest")
    held_requests: list[Route] = []
    maya.page.route("**/rest/v1/messages", lambda route: held_requests.append(route))
    maya.writes("Closed too early.")
    maya.device.until(lambda: held_requests, "the page sends it")
    maya.page.close()
    maya.device.page = maya.page = page_without_app
    dispatch_sync = sync_dispatcher(page_without_app, agency.url)
    maya.device.until(
        lambda: dispatch_sync() or agency.messages(maya.account) == ["Closed too early."], "the worker has sent it"
    )
    maya.opens_thread()
    maya.sees_all_sent()
    assert agency.messages(maya.account) == ["Closed too early."]
