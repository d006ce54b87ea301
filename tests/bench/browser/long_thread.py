"""Measures opening and scrolling a conversation of 10,000 messages, all of which are stored on the device."""

import statistics
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from playwright.async_api import async_playwright

from tests.bench.browser.long_tasks import trace
from tests.bench.browser.page_input import PageDriver
from tests.bench.harness.big_database import grow
from tests.bench.harness.results import Figure
from tests.bench.harness.server import data_folder, every_core, product
from tests.bench.harness.users import PASSWORD, seed
from tests.support.browsers.browser import FLAGS, PHONE, chromium

TITLE = "A conversation of 10,000 messages on a device, at 4x CPU throttle"
MESSAGES, OPENINGS, THROTTLE = 10_000, 5, 4
MAX_OPENING_MS, MAX_TASK_MS = 300, 50
TIMEOUT_MS = 180_000
STEP, SWEEPS = 600, 150  # px of one turn of the wheel, and the number of turns
SETTINGS, THREAD = "nav a[href='/dashboard/settings']", "nav a[href='/dashboard/messaging']"
UP_TO_DATE = "document.querySelector('header [role=status]')?.textContent === 'Up to date'"
HAS_NEWEST = 'document.querySelector("[role=log] [data-message]") !== null'
IS_AT_START = "document.querySelector('[role=log]')?.textContent.includes('This is the start of your conversation')"
# The messages are painted by the second frame after they are in the page.
OPEN = f"""async (link) => {{
  const started = performance.now()
  document.querySelector(link).click()
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  while (!({HAS_NEWEST})) await frame()
  await frame()
  return performance.now() - started
}}"""
COUNT_STORED = """async () => {
  const { name } = (await indexedDB.databases()).find(({ name }) => name.startsWith('portal-u'))
  const database = await new Promise((done) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => done(request.result)
  })
  const count = await new Promise((done) => {
    const request = database.transaction('messages').objectStore('messages').count()
    request.onsuccess = () => done(request.result)
  })
  database.close()
  return count
}"""


async def measure() -> Sequence[Figure]:
    """One round: load the whole thread once, then open and scroll it from the stored messages."""
    with data_folder() as folder:
        seed(folder, clients=1)
        grow(folder, first=1, clients=1, messages_each=MESSAGES)
        with product(folder) as server:
            async with _client(f"http://localhost:{server.port}") as driver:
                await _load_all(driver)
                stored = await driver.page.evaluate(COUNT_STORED)
                assert stored == MESSAGES, f"{stored} messages are stored"
                devtools = await driver.page.context.new_cdp_session(driver.page)
                await devtools.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
                openings = []
                for _ in range(OPENINGS):
                    await driver.page.evaluate(f"document.querySelector({SETTINGS!r}).click()")
                    await driver.until(f"!({HAS_NEWEST})")
                    openings.append(await driver.page.evaluate(OPEN, THREAD))
                seconds, longest = await trace(driver.page, _scroll(driver))
    return [
        Figure("opening, to the newest messages painted", statistics.median(openings), "ms", at_most=MAX_OPENING_MS),
        Figure(f"scrolling {2 * SWEEPS * STEP:,} px", seconds, "s"),
        Figure("scrolling: longest task", longest, "ms", at_most=MAX_TASK_MS),
    ]


@asynccontextmanager
async def _client(url: str) -> AsyncIterator[PageDriver]:
    """A phone's page that shows the conversation; its replica is up to date."""
    # The browser may use every core, because on a single core its threads would wait for each other.
    with every_core():
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            page = await browser.new_page(viewport=PHONE)
            page.set_default_timeout(TIMEOUT_MS)
            await page.goto(f"{url}/auth")
            await page.get_by_label("Email Address").fill("client-0@bench.test")
            await page.get_by_label("Password", exact=True).fill(PASSWORD)
            driver = PageDriver(page)
            await driver.click("button[type=submit]")
            await driver.until(f"document.querySelector({THREAD!r}) !== null")
            await driver.page.evaluate(f"document.querySelector({THREAD!r}).click()")
            await driver.until(f"{HAS_NEWEST} && {UP_TO_DATE}")
            yield driver
            await browser.close()


async def _load_all(driver: PageDriver) -> None:
    """Scroll up to the start of the conversation, which loads one page after another."""
    end = time.monotonic() + TIMEOUT_MS / 1000
    while not await driver.page.evaluate(IS_AT_START):
        assert time.monotonic() < end, "the start of the conversation is not reached"
        await driver.page.evaluate("document.querySelector('[role=log]').scrollTop = 0")
        await driver.frame()


async def _scroll(driver: PageDriver) -> float:
    """Scroll up from the newest messages and down again; returns seconds."""
    started = time.perf_counter()
    await driver.page.mouse.move(PHONE["width"] / 2, PHONE["height"] / 2)
    for distance in [-STEP] * SWEEPS + [STEP] * SWEEPS:
        await driver.page.mouse.wheel(0, distance)
        await driver.frame()
    return time.perf_counter() - started
