"""Browser tabs that a test controls with the DevTools protocol only.

Playwright's tabs are always visible, and a browser never freezes a visible tab.
"""

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, CDPSession

Message = dict[str, Any]


class BareTab:
    """One tab; `sockets` has the ids of its open WebSockets."""

    def __init__(self, devtools: CDPSession, target: str) -> None:
        self._devtools, self._target = devtools, target
        self._session = devtools.send("Target.attachToTarget", {"targetId": target, "flatten": False})["sessionId"]
        self._sent = 0
        self._replies: dict[int, Message] = {}
        self.sockets: set[str] = set()
        devtools.on("Target.receivedMessageFromTarget", self._received)
        self.send("Network.enable")
        self.send("Page.enable")

    def send(self, method: str, **parameters: Any) -> Message:
        """Call a DevTools method of the page; it works even while the page is frozen. Returns the result."""
        self._sent += 1
        number = self._sent
        request = json.dumps({"id": number, "method": method, "params": parameters})
        self._devtools.send("Target.sendMessageToTarget", {"sessionId": self._session, "message": request})
        self.until(lambda: number in self._replies, f"an answer to {method}")
        reply = self._replies.pop(number)
        assert "error" not in reply, reply
        result: Message = reply["result"]
        return result

    def evaluate(self, expression: str) -> Any:
        """The value of a script, or of the promise that it returns."""
        done = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in done, done
        return done["result"].get("value")

    def go(self, url: str) -> None:
        self.send("Page.navigate", url=url)
        self.sees("document.readyState === 'complete'")

    def sees(self, condition: str, seconds: float = 15) -> None:
        """Wait until a script's value is true."""
        self.until(lambda: self.evaluate(condition), condition, seconds)

    def until(self, holds: Callable[[], object], what: str, seconds: float = 15) -> None:
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"not within {seconds} s: {what}"
            self._devtools.send("Browser.getVersion")  # events arrive during a call

    def freeze(self) -> None:
        """Freeze the page, as a browser does after a long time in the background."""
        self.send("Page.setWebLifecycleState", state="frozen")

    def thaw(self) -> None:
        """Resume the page and bring it to the front."""
        self.send("Page.setWebLifecycleState", state="active")
        self.send("Page.bringToFront")

    def _received(self, event: Message) -> None:
        if event["sessionId"] != self._session:
            return
        message = json.loads(event["message"])
        if "id" in message:
            self._replies[message["id"]] = message
        elif message["method"] == "Network.webSocketCreated":
            self.sockets.add(message["params"]["requestId"])
        elif message["method"] == "Network.webSocketClosed":
            self.sockets.discard(message["params"]["requestId"])
        elif message["method"] == "Page.frameNavigated":
            self.sockets.clear()  # the browser does not report that the previous page's sockets have ended


class BareDevice:
    """A separate browser context; its tabs share storage and locks."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._devtools, self.url = browser.new_browser_cdp_session(), url
        self._context = self._devtools.send("Target.createBrowserContext")["browserContextId"]

    def open(self, path: str) -> BareTab:
        options = {"url": "about:blank", "browserContextId": self._context, "newWindow": True}
        tab = BareTab(self._devtools, self._devtools.send("Target.createTarget", options)["targetId"])
        tab.go(self.url + path)
        return tab

    def end(self) -> None:
        self._devtools.send("Target.disposeBrowserContext", {"browserContextId": self._context})
        self._devtools.detach()
