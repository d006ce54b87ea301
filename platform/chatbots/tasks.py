"""The thread that embeds training and saved questions."""

from huey.contrib.djhuey import on_startup

from chatbots.effects.embedding_jobs import EMBEDDING
from sync.effects.sweeper import once, sweeper


@once
def start_embedding() -> None:
    """Start the embedding thread. Each Huey worker calls this at its start; one thread per process is enough."""
    sweeper(EMBEDDING).start()


on_startup()(start_embedding)
