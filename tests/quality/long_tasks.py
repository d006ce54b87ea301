"""The longest task of a page's main thread while a script leads it from one state to the next, at 4x CPU throttle."""

from playwright.sync_api import CDPSession, Page

THROTTLE = 4
RECORD_LONG_TASKS = """
  window.longestTask = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longestTask = Math.max(window.longestTask, duration)
  }).observe({ type: 'longtask', buffered: true })
"""
TAKE_LONGEST = """() => {
  const longest = window.longestTask
  window.longestTask = 0
  return Math.round(longest)
}"""


class Throttle:
    """Slows down pages while they move to the next state, but not while they are checked."""

    def __init__(self) -> None:
        self._pages: list[CDPSession] = []

    def add(self, page: Page) -> None:
        """Slow down a new page."""
        self._pages.append(page.context.new_cdp_session(page))
        self.on()

    def on(self) -> None:
        self._rate(THROTTLE)

    def off(self) -> None:
        self._rate(1)

    def forget(self) -> None:
        """Forget all pages, because their contexts will be closed."""
        self._pages.clear()

    def _rate(self, rate: float) -> None:
        for page in self._pages:
            page.send("Emulation.setCPUThrottlingRate", {"rate": rate})


def longest_task(page: Page) -> int:
    """The longest task since the last call or the last load in ms; 0 if none took 50 ms, which browsers do not report."""
    return int(page.evaluate(TAKE_LONGEST))
