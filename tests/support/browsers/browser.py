"""Real browsers: one device per user, and the errors of its pages."""

import os
import re
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    Request,
    ViewportSize,
    WebError,
    WebSocket,
)

Kind = Literal["phone", "desktop"]

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
POLL_MS = 50
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
# Chromium's messages about a missing network, which the product cannot prevent.
NO_NETWORK = r"net::ERR_|WebSocket connection to .* failed|status of 50[234]"


def launch(playwright: Playwright) -> Browser:
    """A browser that several devices share. It has no windows, because a device then costs a quarter as much."""
    return playwright.chromium.launch(executable_path=windowless(), args=FLAGS)


def windowless() -> str:
    """The path of the browser without windows, or of Chromium if that is not installed."""
    return shutil.which("chromium-headless-shell") or chromium()


def chromium() -> str:
    """The path of the installed browser. `make test` installs it if it is missing."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "The tests need Chromium: make test installs it."
    return path


def menu_button(page: Page) -> Locator:
    """The button of the bottom bar that opens the menu. It exists on phones only."""
    return page.get_by_role("navigation", name="Main", exact=True).get_by_role("button", name="More", exact=True)


# The service worker caches the code for admins in a separate cache, in one step.
APP_IS_CACHED = """async () => navigator.serviceWorker.controller !== null && (
  localStorage.getItem('home') !== 'admin' || (await (await caches.open('desk')).keys()).length > 0)"""


class Device:
    """One installation: its tabs share storage, session and service worker.

    `log` has all console messages. A problem is a console error or an uncaught exception that matches no pattern of
    `expects`. Violations of the content security policy are console errors.
    """

    def __init__(self, context: BrowserContext, url: str, folder: Path | None = None) -> None:
        self.context, self.url, self._folder = context, url, folder
        self.log: list[str] = []
        self._sockets: dict[Page, list[WebSocket]] = {}
        self._problems: list[str] = []
        self._expected: list[str] = []
        self._ended = False
        context.set_default_timeout(30_000)
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("page", self._on_page)
        for page in context.pages:
            self._on_page(page)
        self.page = context.pages[0] if context.pages else context.new_page()

    def new_tab(self, path: str) -> Page:
        tab = self.context.new_page()
        tab.goto(self.url + path)
        return tab

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def expects(self, pattern: str) -> None:
        """Allow errors that match this pattern on this device, including past ones."""
        self._expected.append(pattern)

    def keeps_the_app(self) -> None:
        """Wait until the service worker controls the page and has cached it, so that it opens offline."""
        self.until(
            lambda: self.page.evaluate(APP_IS_CACHED),
            "the service worker controls the page, and has cached the admin pages for an admin",
        )

    def go_offline(self) -> None:
        """Wait until the app opens without a network, then disconnect the network."""
        self.keeps_the_app()
        self.expects(NO_NETWORK)
        self.context.set_offline(True)

    def go_online(self) -> None:
        self.context.set_offline(False)

    def until(self, holds: Callable[[], object], what: str, seconds: float = 30) -> None:
        """Wait for a condition on recorded events or on the server. Raises AssertionError that names `what`."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"not within {seconds} s: {what}"
            self.page.wait_for_timeout(POLL_MS)  # Playwright delivers events only during a wait

    @property
    def problems(self) -> list[str]:
        return [each for each in self._problems if not any(re.search(one, each) for one in self._expected)]

    @property
    def open_sockets(self) -> list[WebSocket]:
        live = [page for page in self._sockets if not page.is_closed()]
        return [each for page in live for each in self._sockets[page] if not each.is_closed()]

    def save_evidence(self, folder: Path, name: str) -> None:
        """Save a screenshot of each tab and the log, for the analysis of a failed test."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.log").write_text("\n".join(self.log), encoding="utf-8")
        for number, page in enumerate([] if self._ended else self.context.pages):
            page.screenshot(path=folder / f"{name}-{number}.png", timeout=5_000)

    def end(self) -> None:
        """Close this device's browser, or its context in a shared browser; a second call does nothing."""
        if not self._ended:
            self._ended = True
            self.context.close()

    def kill(self) -> None:
        """Kill the browser of a persistent device as a power cut does, so that no page and no worker can run code."""
        assert self._folder is not None, "only a persistent device has its own browser"
        self._ended = True
        with self.context.expect_event("close"):
            for pid in _processes(f"--user-data-dir={self._folder}"):
                os.kill(pid, signal.SIGKILL)

    def _on_page(self, page: Page) -> None:
        self._sockets[page] = []
        page.on("websocket", lambda opened: self._sockets[page].append(opened))
        page.on("request", self._on_request)

    def _on_request(self, request: Request) -> None:
        # A navigation closes the sockets of the previous document, and the browser sends no event for that.
        if request.is_navigation_request():
            self._sockets[request.frame.page].clear()

    def _on_console(self, message: ConsoleMessage) -> None:
        line = f"{message.type}: {message.text} ({message.location['url']}:{message.location['lineNumber']})"
        self.log.append(line)
        if message.type == "error":
            self._problems.append(line)

    def _on_error(self, error: WebError) -> None:
        line = f"exception: {error.error}"
        # The error's text may be only the minified name of its class, so the stack is logged too.
        self.log.append(f"{line}\n{getattr(error.error, 'stack', None)}")
        self._problems.append(line)


def device(browser: Browser, url: str, kind: Kind, *, with_worker: bool = True) -> Device:
    """A new device: a phone with touch, or a desktop with a mouse; `with_worker=False` removes service workers."""
    if kind == "phone":
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    else:
        context = browser.new_context(viewport=DESKTOP)
    if not with_worker:
        context.add_init_script("delete Navigator.prototype.serviceWorker")
    return Device(context, url)


def persistent_device(playwright: Playwright, url: str, folder: Path, *, offline: bool = False) -> Device:
    """A phone with its storage in `folder`, so that its browser can be killed and started again."""
    context = playwright.chromium.launch_persistent_context(
        folder,
        executable_path=chromium(),
        args=FLAGS,
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        offline=offline,
    )
    started = Device(context, url, folder)
    if offline:
        started.expects(NO_NETWORK)
    return started


def _processes(argument: str) -> list[int]:
    """The ids of the processes whose command line has this argument."""
    pids = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            arguments = path.read_text().split("\0")
        except OSError:  # the process has ended
            continue
        if argument in arguments:
            pids.append(int(path.parent.name))
    return pids
