"""The admin's list with 10,000 clients and 500,000 messages, driven in a real browser at 4x CPU throttle."""

import json
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Locator, Page, async_playwright, expect

from tests.bench.crowd import grow
from tests.bench.people import PASSWORD, Seeded, seed
from tests.bench.results import Figure
from tests.bench.server import product
from tests.bench.tally import Tally
from tests.bench.writers import Writers
from tests.support.browser import DESKTOP, FLAGS, chromium

TITLE = "The list of 10,000 clients with 500,000 messages, at 4x CPU throttle"
CLIENTS, MESSAGES_EACH, WRITERS, OPENED = 10_000, 50, 40, 10
THROTTLE, RATE, SECONDS = 4, 25.0, 6.0
MOST_NODES, MOST_MS, MOST_MESSAGES = 80, 100, 50_000
PATIENCE_MS = 180_000
# Counts the rows in the page once a frame.
WATCH = """
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
def installation() -> tuple["TemporaryDirectory[str]", Seeded]:
    """The data, made once and kept for every round."""
    folder = TemporaryDirectory(prefix="pulseboard-bench-")
    people = seed(Path(folder.name), clients=WRITERS)
    grow(Path(folder.name), first=WRITERS, clients=CLIENTS, messages_each=MESSAGES_EACH)
    return folder, people


async def measure() -> Sequence[Figure]:
    """One round with a fresh browser: first load, start from the replica, scrolling, search, live changes, threads."""
    folder, people = installation()
    times: list[Figure] = []
    tasks: list[Figure] = []
    with product(Path(folder.name)) as server:
        async with _admin(f"http://localhost:{server.port}") as page:
            for what, work in (
                ("first load, to up to date", _first_load(page)),
                ("start from the replica, to the first row", _start_again(page)),
                ("scrolling", _scroll(page)),
                ("searching", _search(page)),
                (f"{RATE:.0f} changes per second", _live(page, server.port, people)),
                (f"opening {OPENED} threads", _threads(page)),
            ):
                seconds, longest = await _traced(page, work)
                times.append(Figure(what, seconds, "s"))
                tasks.append(Figure(f"{what}: longest task", longest, "ms", at_most=MOST_MS))
            nodes = Figure("most row nodes in the page", await page.evaluate("mostRows"), "", at_most=MOST_NODES)
            clients, threads, messages, megabytes = await page.evaluate(REPLICA)
    return [
        *times[:2],
        *tasks,
        nodes,
        Figure("the replica: clients", clients, "rows", at_most=CLIENTS),
        Figure("the replica: threads", threads, "rows", at_most=CLIENTS),
        Figure(f"the replica: messages, {OPENED} threads opened", messages, "rows", at_most=MOST_MESSAGES),
        Figure("the replica and the app on disk", megabytes, "MB"),
    ]


@asynccontextmanager
async def _admin(url: str) -> AsyncIterator[Page]:
    """The sign-in form, filled in, in a throttled page."""
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = await browser.new_page(viewport=DESKTOP)
        page.set_default_timeout(PATIENCE_MS)
        await page.add_init_script(WATCH)
        devtools = await page.context.new_cdp_session(page)
        await devtools.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
        await page.goto(f"{url}/auth")
        await page.get_by_label("Email Address").fill("admin-0@bench.test")
        await page.get_by_label("Password", exact=True).fill(PASSWORD)
        yield page
        await browser.close()


async def _traced(page: Page, work: Awaitable[float]) -> tuple[float, float]:
    """What `work` returns, and the longest task of the page's main thread meanwhile, in ms.

    A task's own time on the processor, slowed down as it is: what other processes take does not count.
    """
    browser = page.context.browser
    assert browser is not None
    await browser.start_tracing(page=page, categories=["toplevel"])
    result = await work
    events = json.loads(await browser.stop_tracing())["traceEvents"]
    pages = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = (event.get("tdur", 0) for event in events if (event["pid"], event["tid"]) in pages)
    return result, max(tasks) / 1000


async def _first_load(page: Page) -> float:
    started = time.perf_counter()
    await page.get_by_role("button", name="Sign In").click()
    await expect(page.get_by_text(f"{CLIENTS:,} clients")).to_be_visible()
    await expect(page.locator("header").get_by_role("status")).to_have_text("Up to date")
    return time.perf_counter() - started


async def _start_again(page: Page) -> float:
    started = time.perf_counter()
    await page.reload()
    await expect(_rows(page).first).to_be_visible()
    shown = time.perf_counter() - started
    await expect(page.get_by_text(f"{CLIENTS:,} clients")).to_be_visible()
    await expect(page.locator("header").get_by_role("status")).to_have_text("Up to date")
    return shown


async def _scroll(page: Page) -> float:
    started = time.perf_counter()
    await page.mouse.move(700, 500)
    for distance in [400] * 60 + [20_000] * 20 + [-3_000] * 20:
        await page.mouse.wheel(0, distance)
        await page.evaluate("new Promise(requestAnimationFrame)")
    await _rows(page).first.get_by_role("link").focus()
    for key in ("End", "PageUp", "ArrowUp", "Home"):
        await page.keyboard.press(key)
        await page.evaluate("new Promise(requestAnimationFrame)")
    return time.perf_counter() - started


async def _search(page: Page) -> float:
    started = time.perf_counter()
    field = page.get_by_role("searchbox")
    await field.press_sequentially("client-77 company", delay=40)
    await expect(_rows(page).first).to_contain_text("Company 77")
    for _ in range(len("77 company")):
        await field.press("Backspace")
    await field.press("Escape")
    await expect(_rows(page).first).to_be_visible()
    return time.perf_counter() - started


async def _live(page: Page, port: int, people: Seeded) -> float:
    """Forty clients write. They are the oldest, so what they write stands at the end of the list."""
    started = time.perf_counter()
    await _rows(page).first.get_by_role("link").focus()
    await page.keyboard.press("End")
    await expect(_rows(page).filter(has_text="client-0@")).to_be_visible()
    await Writers(port, people.clients, Tally()).open_loop(RATE, SECONDS)
    for number in range(10):
        row = _rows(page).filter(has_text=f"client-{number}@")
        await expect(row).to_contain_text("The crew left at four")
    return time.perf_counter() - started


async def _threads(page: Page) -> float:
    started = time.perf_counter()
    for number in range(OPENED):
        await page.get_by_role("searchbox").fill(f"client-{number}@")
        await expect(_rows(page)).to_have_count(1)
        await _rows(page).get_by_role("link").click()
        await expect(page.get_by_role("log")).to_be_visible()
        await page.go_back()
    return time.perf_counter() - started


def _rows(page: Page) -> Locator:
    return page.get_by_role("list", name="Clients").get_by_role("listitem")
