"""Faults of a device's requests: no row arrives, or endpoints fail or never respond."""

import re
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Request, Route, WebSocketRoute

from tests.support.browsers.browser import NO_NETWORK, Device

SOCKET = re.compile("/realtime/v1/socket|/realtime/v1$|/realtime/v1\\?")
FIRST_LOAD = re.compile("/realtime/v1/bootstrap")
ENDPOINTS = re.compile("/(rest|functions)/v1/|/auth/v1/user")

FaultKind = Literal["no socket", "role unknown", "bootstrap 500"]
Failure = Literal["500", "silence", "none"]


class RunningRequests:
    """The requests of a device to the paths that match, until their responses are complete or they fail."""

    def __init__(self, paths: re.Pattern[str], device: Device) -> None:
        self._paths, self._device, self._running = paths, device, set[Request]()
        device.context.on("request", self._begin)
        device.context.on("requestfinished", self.end)
        device.context.on("requestfailed", self.end)

    def _begin(self, request: Request) -> None:
        if self._paths.match(urlsplit(request.url).path):
            self._running.add(request)

    def end(self, request: Request) -> None:
        self._running.discard(request)

    def end_with_stopped_clock(self) -> None:
        """Stop the page's clock, because the app also retries after a time, and wait until no request runs.

        Stopping moves the clock 1 s ahead, which can start a retry.
        """
        page = self._device.page
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
        self._device.until(lambda: not self._running, "every request has ended")


class Fault:
    """A fault of the sync endpoints: no row reaches the device while `is_active` is true."""

    def __init__(self, kind: FaultKind, device: Device) -> None:
        self.kind, self.is_active = kind, True
        self._running = RunningRequests(FIRST_LOAD, device)
        device.expects(f"{NO_NETWORK}|status of 500")
        device.context.route_web_socket(SOCKET, self._socket)
        device.context.route(FIRST_LOAD, self._first_load)

    def _socket(self, socket: WebSocketRoute) -> None:
        if self.is_active and self.kind == "no socket":
            socket.close()
        elif self.is_active and self.kind == "role unknown":
            socket.on_message(lambda _text: None)  # the socket opens, and the server does not answer
        else:
            socket.connect_to_server()

    def _first_load(self, route: Route) -> None:
        if self.is_active and self.kind == "bootstrap 500":
            route.fulfill(status=500, body="")
        else:
            route.continue_()

    def end_with_stopped_clock(self) -> None:
        """End the fault. From then on only a press of Retry loads again."""
        self._running.end_with_stopped_clock()
        self.is_active = False


class FailingEndpoints:
    """Makes endpoints fail ("500") or never respond ("silence") from now on, until `failure` has another value."""

    def __init__(self, failure: Failure, device: Device) -> None:
        self.failure, self.requested = failure, set[str]()
        self._running = RunningRequests(ENDPOINTS, device)
        device.expects("status of 500")
        device.context.on("request", self._record)
        device.context.route(ENDPOINTS, self._on_request)

    def has_requested(self, path: str) -> bool:
        return path in self.requested

    def end_with_stopped_clock(self) -> None:
        """Let the endpoints respond. From then on only a press of Retry requests them again."""
        self._running.end_with_stopped_clock()
        self.failure = "none"

    def _record(self, request: Request) -> None:
        path = urlsplit(request.url).path
        if ENDPOINTS.match(path):
            self.requested.add(f"{request.method} {path}")

    def _on_request(self, route: Route) -> None:
        if self.failure == "500":
            route.fulfill(status=500, body="")
        elif self.failure == "silence":
            self._running.end(route.request)  # it gets no response
        else:
            route.continue_()
