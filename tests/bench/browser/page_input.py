"""A hand on a page that leaves next to no trace in it: raw input, and looks that cost nothing.

Playwright's own clicks and expectations run scripts in the page, such as a picture of the whole page in words after
each look that was in vain: tasks of up to 100 ms at 4x throttle that are none of the product's.
"""

from dataclasses import dataclass

from playwright.async_api import Page

LOOK_MS = 50
MOST_LOOKS = 600
# Null while something lies over it, as a notice that goes by itself does.
MIDDLE = """selector => {
  const wanted = document.querySelector(selector)
  const { x, y, width, height } = wanted.getBoundingClientRect()
  const middle = [x + width / 2, y + height / 2]
  return wanted.contains(document.elementFromPoint(...middle)) ? middle : null
}"""


@dataclass(frozen=True, slots=True)
class Hand:
    page: Page

    async def until(self, holds: str) -> None:
        """Wait for a JavaScript condition that is cheap to look at."""
        await self.page.wait_for_function(f"() => {holds}", polling=LOOK_MS)

    async def click(self, selector: str) -> None:
        """Press and let go over the middle of the one element there, as soon as nothing lies over it."""
        await self.until(f"document.querySelector({selector!r}) !== null")
        for _ in range(MOST_LOOKS):
            if middle := await self.page.evaluate(MIDDLE, selector):
                return await self.page.mouse.click(*middle)
            await self.page.wait_for_timeout(LOOK_MS)
        raise AssertionError(f"something lies over {selector}")

    async def focus(self, selector: str) -> None:
        await self.page.evaluate("selector => document.querySelector(selector).focus()", selector)

    async def press(self, key: str) -> None:
        await self.page.keyboard.press(key)

    async def frame(self) -> None:
        """Wait for the next picture."""
        await self.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => drawn()))")
