"""The longest task of a page's main thread, in a trace of Chromium's category `toplevel`."""

import json

CATEGORIES = ["toplevel"]


def longest_task(trace: bytes) -> float:
    """The longest task of all pages' main threads in ms. Raises ValueError if the trace has no task of one.

    A task counts with its own processor time, which includes the throttle but not the time of other processes. Its
    duration is an upper limit, because a thread's clock sometimes reports more on a virtual machine under load.
    """
    events = json.loads(trace)["traceEvents"]
    pages = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        min(event["tdur"], event["dur"])
        for event in events
        if (event["pid"], event["tid"]) in pages and "tdur" in event and "dur" in event
    ]
    if not tasks:
        raise ValueError("the trace has no task of a page's main thread")
    return float(max(tasks)) / 1000
