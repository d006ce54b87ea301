"""The thread that embeds training and saved questions, and the daily pruning of old conversations."""

from huey import crontab
from huey.contrib.djhuey import db_periodic_task, on_startup

from chatbots.effects import old_conversations
from chatbots.effects.embedding_jobs import EMBEDDING
from core.clock import now
from sync.effects import effects
from sync.effects.sweeper import once, sweeper
from sync.writes.db_executor import write_now


@once
def start_embedding() -> None:
    """Start the embedding thread. Each Huey worker calls this at its start; one thread per process is enough."""
    sweeper(EMBEDDING).start()


on_startup()(start_embedding)


def prune(day: str) -> None:
    """Delete old conversations. Runs once a day."""
    while write_now(old_conversations.prune):
        pass


def schedule_pruning() -> None:
    """Runs hourly in every process. The effect is unique per day, so the pruning runs once a day."""
    write_now(effects.after_commit, prune, now().date().isoformat())


db_periodic_task(crontab(minute="25"))(schedule_pruning)
