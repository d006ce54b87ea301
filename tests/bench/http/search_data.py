"""Fills the thread of one client with 500,000 messages and indexes them; run as a process with DATA_DIR set."""

import os
import random
import sys
from datetime import UTC, datetime, timedelta
from uuid import UUID

MESSAGES, AT_ONCE = 500_000, 5_000  # all, and those of one transaction


def words() -> list[str]:
    """A vocabulary of syllables, the same in every process."""
    rng = random.Random(1)
    parts = [f"{first}{vowel}" for first in "bcdfghklmnprstvwz" for vowel in ("a", "e", "i", "o", "u", "ai", "ou")]
    return ["".join(rng.choices(parts, k=rng.randint(1, 4))) for _ in range(20_000)]


def texts(count: int) -> list[str]:
    """Messages whose word frequencies follow Zipf's law: the tenth word is a tenth as frequent as the first."""
    rng, vocabulary = random.Random(2), words()
    weights = [1 / rank for rank in range(1, len(vocabulary) + 1)]
    picked = iter(rng.choices(vocabulary, weights, k=14 * count))
    return [" ".join(next(picked) for _ in range(rng.randint(4, 14))) for _ in range(count)]


def main(client_id: UUID) -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.db import connection

    from core.ids import uuid7
    from messaging.models import Message, Thread
    from messaging.queries import search_index
    from messaging.tasks import search_index_worker
    from sync.log import changes
    from sync.writes.db_executor import write_now

    start, contents = datetime(2026, 1, 1, tzinfo=UTC), texts(MESSAGES)

    def add(first: int) -> None:
        # The rows have no changes, as if the log had been pruned.
        Message.objects.bulk_create(
            Message(
                id=uuid7(),
                v=1,
                client_id=client_id,
                content=contents[number],
                sender_role="client",
                sender_name="Client 0",
                created_at=start + timedelta(seconds=number),
            )
            for number in range(first, first + AT_ONCE)
        )

    for first in range(0, MESSAGES, AT_ONCE):
        write_now(add, first)
    last = start + timedelta(seconds=MESSAGES - 1)
    write_now(lambda: changes.ensure_each([Thread(id=client_id, last_message_at=last)]))
    # The indexer needs no pauses and no small batches here, because no other writer waits.
    search_index_worker.PAUSE_FACTOR, search_index.AT_A_TIME, search_index.CHARACTERS = 0, AT_ONCE, 10**9
    search_index_worker.Indexer().work()
    if connection.vendor == "postgresql":
        # A conversation that grew over months is already vacuumed. Without this statement, autovacuum would run during
        # the measurement: the p95 of three rounds was 77, 88 and 41 ms.
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE)")


if __name__ == "__main__":
    main(UUID(sys.argv[1]))
