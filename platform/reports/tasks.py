"""The thread that fetches posters."""

from huey.contrib.djhuey import on_startup

from reports.effects.video_posters import POSTERS
from sync.effects.sweeper import once, sweeper


@once
def start_fetching() -> None:
    """Start the poster thread. Every Huey worker calls this at start, but one thread per process is enough."""
    sweeper(POSTERS).start()


on_startup()(start_fetching)
