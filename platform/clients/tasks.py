"""The one lasting job of the clients room: the watch over what wants attention."""

from huey.contrib.djhuey import on_startup

from clients.attention_worker import EVERY_S, Watch
from sync.effects.sweeper import Attendant, once


@once
def watch_here() -> None:
    """Huey's workers all call this as they start; one watch per process is enough."""
    Attendant("attention", Watch().look, EVERY_S).start()


on_startup()(watch_here)
