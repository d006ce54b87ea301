"""Raw input and cheap polling, which cause almost no tasks in the measured page.

Playwright's own clicks and expectations run scripts in the page, such as a text snapshot of the whole page after each
failed check. Those tasks take up to 100 ms at 4x throttle, and do not belong to the product.
"""

from dataclasses import dataclass

from playwright.async_api import Page

POLL_MS = 50
MAX_POLLS = 600
# The middle of an element; null while another element covers it, as a notice does until it disappears.
MIDDLE = """selector => {
  const wanted = document.querySelector(selector)
  const { x, y, width, height } = wanted.getBoundingClientRect()
  const middle = [x + width / 2, y + height / 2]
  return wanted.contains(document.elementFromPoint(...middle)) ? middle : null
}"""


@dataclass(frozen=True, slots=True)
class PageDriver:
    """Waits for conditions in a page and sends raw input to it."""

    page: Page

    async def until(self, condition: str) -> None:
        """Wait until a JavaScript condition, which must be cheap to evaluate, is true."""
        await self.page.wait_for_function(f"() => {condition}", polling=POLL_MS)

    async def click(self, selector: str) -> None:
        """Click the middle of the one element that matches, as soon as nothing covers it.

        Raises AssertionError if another element still covers it after `MAX_POLLS` checks.
        """
        await self.until(f"document.querySelector({selector!r}) !== null")
        for _ in range(MAX_POLLS):
            if middle := await self.page.evaluate(MIDDLE, selector):
                return await self.page.mouse.click(*middle)
            await self.page.wait_for_timeout(POLL_MS)
        raise AssertionError(f"another element covers {selector}")

    async def focus(self, selector: str) -> None:
        await self.page.evaluate("selector => document.querySelector(selector).focus()", selector)

    async def press(self, key: str) -> None:
        await self.page.keyboard.press(key)

    async def frame(self) -> None:
        """Wait for the next animation frame."""
        await self.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => drawn()))")
