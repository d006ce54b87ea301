"""The installed app: a window without the browser's own controls, in the size of a phone and with touch."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Playwright

from tests.support.browsers.browser import FLAGS, PHONE, POLL_MS, Device, chromium


@contextmanager
def installed_app(playwright: Playwright, url: str, folder: Path) -> Iterator[Device]:
    """A device whose page is a window of the app. Playwright itself opens tabs, in which `display-mode` is `browser`."""
    flags = [*FLAGS, "--headless=new", f"--user-data-dir={folder}", "--remote-debugging-port=0", f"--app={url}/auth"]
    with subprocess.Popen([chromium(), *flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as browser:
        try:
            connected = playwright.chromium.connect_over_cdp(_debugged_at(folder))
            app = Device(connected.contexts[0], url)
            devtools = app.context.new_cdp_session(app.page)
            devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
            app.page.set_viewport_size(PHONE)
            yield app
        finally:
            browser.terminate()


def _debugged_at(folder: Path) -> str:
    """The address at which the browser is debugged, as soon as its window is open."""
    written, end = folder / "DevToolsActivePort", time.monotonic() + 30
    while time.monotonic() < end:
        time.sleep(POLL_MS / 1000)
        port = written.read_text().split()[:1] if written.exists() else []
        if port and any(target["type"] == "page" and target["url"].startswith("http") for target in _targets(port[0])):
            return f"http://localhost:{port[0]}"
    raise AssertionError("the browser has not started")


def _targets(port: str) -> list[dict[str, str]]:
    try:
        targets: list[dict[str, str]] = httpx.get(f"http://localhost:{port}/json/list").json()
    except httpx.TransportError:
        return []
    return targets
