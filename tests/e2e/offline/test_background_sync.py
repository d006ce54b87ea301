"""Background Sync: the service worker sends messages that were written offline, with no page of the app open."""

import time
from collections.abc import Callable
from math import inf
from pathlib import Path

from playwright.sync_api import Page, Route

from tests.e2e import browser_storage
from tests.e2e.conftest import Devices
from tests.e2e.users import Agency

AGAIN_S = 2.0
TAGS = "navigator.serviceWorker.ready.then((worker) => worker.sync.getTags())"


def waker(page: Page, origin: str) -> Callable[[], None]:
    """Dispatches the sync event as the browser does when the network returns, and again while sending fails.

    A call does nothing within AGAIN_S of the last one. A real browser waits minutes before it tries again.
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

    last = -inf

    def wake() -> None:
        nonlocal last
        if time.monotonic() - last > AGAIN_S:
            last = time.monotonic()
            devtools.send("ServiceWorker.dispatchSyncEvent", event)

    return wake


def test_bg1_messages_written_offline_are_sent_with_no_page_open(
    devices: Devices, agency: Agency, tmp_path: Path
) -> None:
    # A persistent device, because a headless browser has no Background Sync.
    maya = agency.sign_up("Maya Lindqvist").on(devices.persistent(tmp_path)).with_session()
    maya.opens_thread()
    maya.device.keeps_the_app()
    maya.device.expects(r"/favicon\.ico")  # a page outside the app names no icon
    elsewhere = maya.device.new_tab("/manifest.webmanifest")
    maya.device.go_offline()
    maya.writes("Before the lift.", "In the lift.")
    maya.device.until(lambda: maya.page.evaluate(TAGS) == ["outbox"], "the browser is asked to wake the worker")
    browser_storage.expire_token(elsewhere)
    maya.page.close()
    maya.device.page = maya.page = elsewhere
    maya.device.go_online()
    wake = waker(elsewhere, agency.url)
    texts = ["Before the lift.", "In the lift."]
    maya.device.until(lambda: wake() or agency.messages(maya.account) == texts, "the worker has sent both")
    maya.device.until(
        lambda: browser_storage.rows(elsewhere, maya.account.user_id, "outbox") == [], "and stored the answers"
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
    elsewhere = maya.device.new_tab("/manifest.webmanifest")
    unanswered: list[Route] = []
    maya.page.route("**/rest/v1/messages", lambda route: unanswered.append(route))
    maya.writes("Closed too early.")
    maya.device.until(lambda: unanswered, "the page sends it")
    maya.page.close()
    maya.device.page = maya.page = elsewhere
    wake = waker(elsewhere, agency.url)
    maya.device.until(
        lambda: wake() or agency.messages(maya.account) == ["Closed too early."], "the worker has sent it"
    )
    maya.opens_thread()
    maya.sees_all_sent()
    assert agency.messages(maya.account) == ["Closed too early."]
