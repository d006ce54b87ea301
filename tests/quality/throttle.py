"""Slows pages down while they move to the next state, and measures their longest task meanwhile."""

from playwright.sync_api import Browser, CDPSession, Page

from tests.support.browsers.long_tasks import CATEGORIES, longest_task

RATE = 4


class Throttle:
    """Pages run at a quarter of the processor's speed between `on` and `off`."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._pages: list[CDPSession] = []

    def add(self, page: Page) -> None:
        """Slow down a new page."""
        self._pages.append(page.context.new_cdp_session(page))
        self._set_rate(RATE)

    def on(self) -> None:
        self._set_rate(RATE)
        self._browser.start_tracing(categories=CATEGORIES)

    def off(self) -> int:
        """End the slowdown; returns the longest task since `on`, in ms."""
        longest = longest_task(self._browser.stop_tracing())
        self._set_rate(1)
        return round(longest)

    def forget(self) -> None:
        """Forget all pages before their contexts are closed."""
        self._pages.clear()

    def _set_rate(self, rate: float) -> None:
        for page in self._pages:
            page.send("Emulation.setCPUThrottlingRate", {"rate": rate})
