"""Pushes in the real service worker: it shows one notification for each thread, and reports it to the server."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, expect

from core.ids import uuid7
from tests.e2e.conftest import Devices
from tests.e2e.users import AUTH, Agency, BrowserUser

SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready
  return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path }))
}"""


class Pushes:
    """A fake push service for the worker of a device, and the notifications that the browser has shown.

    `displayed` counts shown notifications by the browser's own record, because `getNotifications` of the worker makes
    Chromium drop a notification that is stored and not yet on the screen.
    """

    def __init__(self, user: BrowserUser) -> None:
        self._page, self._origin = user.page, user.device.url
        self._tools: CDPSession = user.device.context.new_cdp_session(self._page)
        self._ids: list[str] = []
        self.displayed = 0
        self._tools.on("BackgroundService.backgroundServiceEventReceived", self._on_event)
        self._tools.send("BackgroundService.setRecording", {"shouldRecord": True, "service": "notifications"})
        self._tools.send("BackgroundService.startObserving", {"service": "notifications"})
        self._tools.on("ServiceWorker.workerRegistrationUpdated", self._on_version)
        self._tools.send("ServiceWorker.enable")
        user.device.until(lambda: self._ids, "the worker is registered")

    def _on_version(self, params: dict[str, Any]) -> None:
        self._ids += [one["registrationId"] for one in params["registrations"]]

    def _on_event(self, params: dict[str, Any]) -> None:
        self.displayed += params["backgroundServiceEvent"]["eventName"] == "Notification displayed"

    def deliver(self, payload: str) -> None:
        """Deliver this push message to the worker."""
        message = {"origin": self._origin, "registrationId": self._ids[-1], "data": payload}
        self._tools.send("ServiceWorker.deliverPushMessage", message)

    def shown(self) -> list[dict[str, str]]:
        """The notifications on the screen: `{title, body, tag, path}`."""
        notices: list[dict[str, str]] = self._page.evaluate(SHOWN)
        return notices


def notices_of(agency: Agency, user: BrowserUser) -> list[dict[str, Any]]:
    """The user's notices on the server."""
    path = f"/realtime/v1/rows?s=u:{user.account.user_id}&tbl=notices"
    rows: list[dict[str, Any]] = agency.request(user.account, "GET", path).json()["rows"]
    return rows


def test_a_push_is_shown_once_and_acknowledged(devices: Devices, agency: Agency, tmp_path: Path) -> None:
    device = devices.persistent(tmp_path)  # the headless browser that other tests share shows no notifications
    device.context.grant_permissions(["notifications"])
    maya = agency.sign_up("Maya Lindqvist").on(device).with_session()
    device.keeps_the_app()
    device.go("/pricing")  # closes the app, not its worker
    body = {"client_id": maya.account.client_id, "content": "Your page is faster now."}
    agency.request(agency.admin, "POST", "/rest/v1/messages", json={"id": str(uuid7()), **body}).raise_for_status()
    device.until(lambda: notices_of(agency, maya), "the server has the notice")
    [notice] = notices_of(agency, maya)
    assert notice["shown_at"] is None
    payload = {name: notice[name] for name in ("id", "n", "tag", "title", "body", "path")}
    push = json.dumps({**payload, "device": notice["id"], "badge": 1, "at": notice["told_at"]})
    pushes = Pushes(maya)
    pushes.deliver(push)
    shown_notice = {name: notice[name] for name in ("title", "body", "tag", "path")}
    device.until(lambda: pushes.displayed == 1, "the notification is shown")
    assert pushes.shown() == [shown_notice]
    device.until(lambda: notices_of(agency, maya)[0]["shown_at"] is not None, "the server has stored that it was shown")
    pushes.deliver(push)  # push services may deliver twice
    pushes.deliver("{not ours")
    fallback = {"title": "Something new", "body": "Open the app to see it.", "tag": "unsaid", "path": "/dashboard"}
    device.until(lambda: pushes.displayed == 3, "both are shown")
    assert sorted(pushes.shown(), key=lambda one: one["tag"]) == [shown_notice, fallback]
    maya.opens_thread()
    maya.sign_out()
    expect(maya.page).to_have_url(agency.url + AUTH)
    device.until(lambda: pushes.shown() == [], "a sign-out closes the notifications")
