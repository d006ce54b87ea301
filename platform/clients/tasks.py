"""Starts the worker thread that updates the reasons for attention."""

from huey.contrib.djhuey import on_startup

from clients.attention_worker import EVERY_S, Watch
from sync.effects.sweeper import Attendant, once


@once
def watch_here() -> None:
    """Start the thread. Each Huey worker calls this at its start; one thread per process is enough."""
    Attendant("attention", Watch().look, EVERY_S).start()


on_startup()(watch_here)
