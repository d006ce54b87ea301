"""Starts the worker thread that updates the reasons for attention."""

from huey.contrib.djhuey import on_startup

from clients.tasks.attention_worker import EVERY_S, AttentionWorker
from sync.effects.sweeper import WorkerThread, once


@once
def start_attention() -> None:
    """Start the thread. Each Huey worker calls this at its start; one thread per process is enough."""
    WorkerThread("attention", AttentionWorker().poll, EVERY_S).start()


on_startup()(start_attention)
