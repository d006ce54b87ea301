"""Measures the first visit of a phone over a mobile network, until the installed app opens without a network."""

import random
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Playwright, async_playwright

from tests.bench.browser.cold_start import EMAIL, HAS_FIGURES, IS_CACHED, PASSWORD, phone
from tests.bench.browser.page_input import PageDriver
from tests.bench.harness.results import Figure
from tests.bench.harness.server import every_core
from tests.support.servers.faulty_proxy import NetworkFaults, Proxy
from tests.support.servers.server import Server

TITLE = "The first visit of a phone, over a network with 150 ms round-trip time"
ONE_WAY_S = 0.075


async def measure() -> Sequence[Figure]:
    """One round: sign in at a demo on a new device."""
    with every_core(), TemporaryDirectory(prefix="pulseboard-bench-") as data:
        server = Server(Path(data), DEMO="1")
        server.start()
        proxy = Proxy(server.port, random.Random(1))
        proxy.faults = NetworkFaults(delay_s=ONE_WAY_S)
        await proxy.open()
        try:
            async with async_playwright() as playwright:
                figures_s, cached_s = await _visit(playwright, f"http://localhost:{proxy.port}")
        finally:
            await proxy.close()
            server.stop()
    return [
        Figure("from the sign-in to the figures of the dashboard", figures_s * 1000, "ms"),
        Figure("from the sign-in until the app opens without a network", cached_s * 1000, "ms"),
    ]


async def _visit(playwright: Playwright, url: str) -> tuple[float, float]:
    """The times of both figures, in seconds since the user sent the form."""
    with TemporaryDirectory(prefix="pulseboard-bench-") as folder:
        async with phone(playwright, Path(folder), offline=False) as page:
            await page.goto(f"{url}/auth")
            await page.get_by_label("Email Address").fill(EMAIL)
            await page.get_by_label("Password", exact=True).fill(PASSWORD)
            started = time.monotonic()
            await page.get_by_role("button", name="Sign In").click()
            driver = PageDriver(page)
            await driver.until(HAS_FIGURES)
            figures_s = time.monotonic() - started
            await driver.until(IS_CACHED)
            return figures_s, time.monotonic() - started
