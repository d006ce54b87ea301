"""The longest task of a page's main thread, by what Chromium traces."""

import json
from collections.abc import Awaitable

from playwright.async_api import Page


async def traced(page: Page, work: Awaitable[float]) -> tuple[float, float]:
    """What `work` returns, and the longest task of the page's main thread meanwhile, in ms.

    A task's own time on the processor, slowed down as it is: what other processes take does not count. No task works
    longer than it lasts, though the clock of a thread, read under load on a virtual machine, sometimes says so.
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
