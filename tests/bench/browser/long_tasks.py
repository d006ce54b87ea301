"""Finds the longest task of a page's main thread in Chromium's trace."""

import json
from collections.abc import Awaitable

from playwright.async_api import Page


async def trace(page: Page, work: Awaitable[float]) -> tuple[float, float]:
    """The result of `work`, and the longest task of the page's main thread meanwhile, in ms.

    A task counts with its own processor time, which includes the throttle but not the time of other processes. Its
    duration is an upper limit, because a thread's clock sometimes reports more on a virtual machine under load.
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
    tasks = (
        min(event["tdur"], event["dur"])
        for event in events
        if (event["pid"], event["tid"]) in pages and "tdur" in event and "dur" in event
    )
    return result, max(tasks) / 1000
