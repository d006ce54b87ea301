"""Measures the longest task of a page while a part of a benchmark runs."""

from collections.abc import Awaitable

from playwright.async_api import Page

from tests.support.browsers.long_tasks import CATEGORIES, longest_task


async def trace(page: Page, work: Awaitable[float]) -> tuple[float, float]:
    """Run `work`; returns its result, and the longest task of the page's main thread meanwhile, in ms."""
    browser = page.context.browser
    assert browser is not None
    await browser.start_tracing(page=page, categories=CATEGORIES)
    result = await work
    return result, longest_task(await browser.stop_tracing())
