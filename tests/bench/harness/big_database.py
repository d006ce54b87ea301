"""Adds many clients, threads and messages to a seeded database; run as a process with DATA_DIR set.

The log has the changes of the clients and threads. Messages are rows without changes, as if the log had been pruned.
"""

import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

from tests.bench.harness.results import ROOT

AT_ONCE = 500  # rows of one transaction
MINUTES = 200_000  # the time span of a thread's messages
MESSAGES = """
INSERT INTO messages (id, v, client_id, content, sender_role, sender_name, created_at)
WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < %s)
SELECT lower(hex(randomblob(16))), 1, id, 'Message ' || n || ': the third visit this month was on time, thank you.'
    || replace(hex(zeroblob(n %% 5)), '00', ' It took them half a day, and the water is warm again.'),
  CASE WHEN n %% 3 THEN 'client' ELSE 'admin' END, CASE WHEN n %% 3 THEN contact_name ELSE 'Admin 0' END,
  datetime('2026-06-01', '+' || (n * %s + abs(random()) %% %s) || ' minutes') || '.000000'
FROM clients, numbers
"""
LAST_MESSAGES = """
SELECT client_id, id, max(created_at), content, sender_role FROM messages GROUP BY client_id
"""


def grow(data_dir: Path, *, first: int, clients: int, messages_each: int) -> None:
    """Add clients number `first` to `clients` - 1 to the database of `data_dir`, and messages to every client."""
    env = {**os.environ, "DATA_DIR": str(data_dir), "PYTHONPATH": str(ROOT / "platform"), "DEMO": "0"}
    sizes = ["--first", str(first), "--clients", str(clients), "--messages-each", str(messages_each)]
    subprocess.run([sys.executable, "-m", "tests.bench.harness.big_database", *sizes], cwd=ROOT, env=env, check=True)


def main() -> None:
    parser = ArgumentParser()
    for name in ("first", "clients", "messages-each"):
        parser.add_argument(f"--{name}", type=int, required=True)
    sizes = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.db import connection

    from sync.writes.db_executor import write_now

    for start in range(sizes.first, sizes.clients, AT_ONCE):
        write_now(_add_clients, range(start, min(start + AT_ONCE, sizes.clients)))

    def add_messages() -> None:
        with connection.cursor() as cursor:
            step = MINUTES // sizes.messages_each
            cursor.execute(MESSAGES, [sizes.messages_each, step, step])

    write_now(add_messages)
    with connection.cursor() as cursor:
        cursor.execute(LAST_MESSAGES)
        last_messages = cursor.fetchall()
    for start in range(0, len(last_messages), AT_ONCE):
        write_now(_add_threads, last_messages[start : start + AT_ONCE])


def _add_clients(numbers: range) -> None:
    from clients import services

    for number in numbers:
        services.create_client(
            company_name=f"Company {number}",
            contact_name=f"Client {number}",
            contact_email=f"client-{number}@bench.test",
            tier=("basic", "pro", "enterprise")[number % 3],
            status="active" if number % 4 else "inactive",
        )


def _add_threads(last_messages: list[tuple[str, str, str, str, str]]) -> None:
    from datetime import UTC, datetime
    from uuid import UUID

    from messaging.models import Thread
    from sync.log import changes

    for number, (client_id, message_id, at, content, role) in enumerate(last_messages):
        thread = Thread(
            id=UUID(client_id),
            last_message_id=UUID(message_id),
            last_message_at=datetime.fromisoformat(at).replace(tzinfo=UTC),
            last_message_preview=content[:140],
            last_message_role=role,
            provider_unread=number % 5,
        )
        changes.insert(thread)


if __name__ == "__main__":
    main()
