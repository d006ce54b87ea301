"""Measures the admin's list with 10,000 clients and 500,000 messages in a real browser at 4x CPU throttle."""

import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from playwright.async_api import async_playwright

from tests.bench.browser.long_tasks import trace
from tests.bench.browser.page_input import PageDriver
from tests.bench.harness.big_database import grow
from tests.bench.harness.results import Figure
from tests.bench.harness.server import data_folder, every_core, product
from tests.bench.harness.tally import Tally
from tests.bench.harness.users import PASSWORD, SeededUsers, seed
from tests.bench.harness.writers import Writers
from tests.support.browsers.browser import DESKTOP, FLAGS, chromium

TITLE = "The list of 10,000 clients with 500,000 messages, at 4x CPU throttle"
CLIENTS, MESSAGES_EACH, WRITERS, OPENED_THREADS = 10_000, 50, 40, 10
THROTTLE, RATE, SECONDS = 4, 25.0, 6.0
MAX_ROW_NODES, MAX_MS, MAX_MESSAGES = 80, 100, 50_000
TIMEOUT_MS = 180_000
SEARCH, ROWS = "main input[role=searchbox]", "ul[aria-label=Clients] > li"
FIRST = f"document.querySelector({ROWS!r})"
LAST = f"[...document.querySelectorAll({ROWS!r})].sort((a, b) => a.ariaPosInSet - b.ariaPosInSet).at(-1)"
ALL_COUNTED = f"[...document.querySelectorAll('main p')].some((one) => one.textContent === '{CLIENTS:,} clients')"
ALL_LISTED = f"{FIRST}?.ariaSetSize === '{CLIENTS}'"
UP_TO_DATE = "document.querySelector('header [role=status]')?.textContent === 'Up to date'"
# Records the largest number of rows that the page has had; counts once per frame.
COUNT_ROWS = """
window.mostRows = 0
const count = () => {
  mostRows = Math.max(mostRows, document.querySelectorAll('[data-index]').length)
  requestAnimationFrame(count)
}
count()
"""
REPLICA = """async () => {
  const { name } = (await indexedDB.databases()).find(({ name }) => name.startsWith('portal-u'))
  const database = await new Promise((done) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => done(request.result)
  })
  const count = (store) => new Promise((done) => {
    const request = database.transaction(store).objectStore(store).count()
    request.onsuccess = () => done(request.result)
  })
  const rows = [await count('clients'), await count('threads'), await count('messages')]
  database.close()
  return [...rows, (await navigator.storage.estimate()).usage / 2 ** 20]
}"""


@cache
def installation() -> tuple["TemporaryDirectory[str]", SeededUsers]:
    """The data folder, which is created once, and its users. Every round works on a copy."""
    folder = TemporaryDirectory(prefix="pulseboard-bench-")
    users = seed(Path(folder.name), clients=WRITERS)
    grow(Path(folder.name), first=WRITERS, clients=CLIENTS, messages_each=MESSAGES_EACH)
    return folder, users


async def measure() -> Sequence[Figure]:
    """One round with a fresh browser: first load, start from the replica, scrolling, search, live changes, threads."""
    folder, users = installation()
    times: list[Figure] = []
    tasks: list[Figure] = []
    with data_folder() as copy, product(copytree(folder.name, copy, dirs_exist_ok=True)) as server:
        url = f"http://localhost:{server.port}"
        async with _admin(url) as driver:

            async def measure_step(label: str, work: Awaitable[float]) -> None:
                seconds, longest = await trace(driver.page, work)
                times.append(Figure(label, seconds, "s"))
                tasks.append(Figure(f"{label}: longest task", longest, "ms", at_most=MAX_MS))

            await measure_step("first load, to up to date", _first_load(driver))
            # Leave the app first, because tearing down its page is not part of a start.
            await driver.page.goto("about:blank")
            await measure_step("start from the replica, to the first row", _start_again(driver, url))
            await measure_step("scrolling", _scroll(driver))
            await measure_step("searching", _search(driver))
            await measure_step(f"{RATE:.0f} changes per second", _live(driver, server.port, users))
            await measure_step(f"opening {OPENED_THREADS} threads", _threads(driver))
            nodes = Figure(
                "most row nodes in the page", await driver.page.evaluate("mostRows"), "", at_most=MAX_ROW_NODES
            )
            clients, threads, messages, megabytes = await driver.page.evaluate(REPLICA)
    return [
        *times[:2],
        *tasks,
        nodes,
        Figure("the replica: clients", clients, "rows", at_most=CLIENTS),
        Figure("the replica: threads", threads, "rows", at_most=CLIENTS),
        Figure(f"the replica: messages, {OPENED_THREADS} threads opened", messages, "rows", at_most=MAX_MESSAGES),
        Figure("the replica and the app on disk", megabytes, "MB"),
    ]


@asynccontextmanager
async def _admin(url: str) -> AsyncIterator[PageDriver]:
    """A throttled page with the sign-in form filled in."""
    # The browser may use every core, because on a single core its threads would wait for each other.
    with every_core():
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            page = await browser.new_page(viewport=DESKTOP)
            page.set_default_timeout(TIMEOUT_MS)
            await page.add_init_script(COUNT_ROWS)
            devtools = await page.context.new_cdp_session(page)
            await devtools.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
            await page.goto(f"{url}/auth")
            await page.get_by_label("Email Address").fill("admin-0@bench.test")
            await page.get_by_label("Password", exact=True).fill(PASSWORD)
            yield PageDriver(page)
            await browser.close()


async def _first_load(driver: PageDriver) -> float:
    started = time.perf_counter()
    await driver.click("button[type=submit]")
    await driver.until(f"{ALL_COUNTED} && {UP_TO_DATE}")
    return time.perf_counter() - started


async def _start_again(driver: PageDriver, url: str) -> float:
    started = time.perf_counter()
    await driver.page.goto(f"{url}/dashboard", wait_until="commit")
    await driver.until(f"{FIRST} !== null")
    seconds_to_first_row = time.perf_counter() - started
    await driver.until(f"{ALL_COUNTED} && {UP_TO_DATE}")
    return seconds_to_first_row


async def _scroll(driver: PageDriver) -> float:
    started = time.perf_counter()
    await driver.page.mouse.move(700, 500)
    for distance in [400] * 60 + [20_000] * 20 + [-3_000] * 20:
        await driver.page.mouse.wheel(0, distance)
        await driver.frame()
    await driver.focus(f"{ROWS} a")
    for key in ("End", "PageUp", "ArrowUp", "Home"):
        await driver.press(key)
        await driver.frame()
    return time.perf_counter() - started


async def _search(driver: PageDriver) -> float:
    started = time.perf_counter()
    await driver.click(SEARCH)
    await driver.page.keyboard.type("client-77 company", delay=40)
    await driver.until(f"{FIRST}?.textContent.includes('Company 77')")
    for _ in range(len("77 company")):
        await driver.press("Backspace")
    await driver.press("Escape")
    await driver.until(ALL_LISTED)
    return time.perf_counter() - started


async def _live(driver: PageDriver, port: int, users: SeededUsers) -> float:
    """Measure live changes: forty clients write. They are the oldest, so their rows are at the end of the list."""
    started = time.perf_counter()
    await driver.focus(f"{ROWS} a")
    await driver.press("End")
    await driver.until(f"{LAST}?.textContent.includes('client-0@')")
    await Writers(port, users.clients, Tally()).open_loop(RATE, SECONDS)
    for number in range(10):
        has_message = (
            f"row.textContent.includes('client-{number}@') && row.textContent.includes('The crew left at four')"
        )
        await driver.until(f"[...document.querySelectorAll({ROWS!r})].some((row) => {has_message})")
    return time.perf_counter() - started


async def _threads(driver: PageDriver) -> float:
    started = time.perf_counter()
    for number in range(OPENED_THREADS):
        # The page of conversations has a list with a search field too, so wait for the dashboard.
        await driver.until(f"location.pathname === '/dashboard' && document.querySelector({SEARCH!r}) !== null")
        await driver.focus(SEARCH)
        await driver.page.keyboard.insert_text(f"client-{number}@")
        await driver.until(f"document.querySelectorAll({ROWS!r}).length === 1")
        await driver.click(f"{ROWS} a")
        await driver.until("document.querySelector('[role=log] [data-message]') !== null")
        await driver.frame()
        await driver.page.evaluate("history.back()")
    return time.perf_counter() - started
