"""Charges sent messages to a user's send limits in a thread, under the lock of that thread."""

from collections.abc import Sequence

from django.conf import settings

from core.clock import now
from messaging.errors import TooManyMessages
from messaging.models import Message
from messaging.send_limits import FULL, take
from sync.sql import raw_sql

SELECT_ALLOWANCES = """
SELECT client_id, sender_id, at, minute_messages, day_messages, minute_bytes, day_bytes FROM send_allowances
WHERE client_id IN {}
"""
UPSERT_ALLOWANCES = """
INSERT INTO send_allowances (client_id, sender_id, at, minute_messages, day_messages, minute_bytes, day_bytes)
VALUES {} ON CONFLICT (client_id, sender_id) DO UPDATE SET at = excluded.at,
minute_messages = excluded.minute_messages, day_messages = excluded.day_messages,
minute_bytes = excluded.minute_bytes, day_bytes = excluded.day_bytes
"""


def take_from_allowances(messages: Sequence[Message]) -> None:
    """Charge new messages, each in a different thread. Raises TooManyMessages if one of them exceeds its limits."""
    if not settings.AUTH_RATE_LIMITS or not messages:
        return
    threads = [raw_sql.adapted(message.client_id) for message in messages]
    rows = raw_sql.rows(SELECT_ALLOWANCES.format(raw_sql.placeholders(len(threads), 1)), threads)
    allowances = {
        (raw_sql.uuid(client), raw_sql.uuid(sender)): (raw_sql.aware_time(at), levels)
        for client, sender, at, *levels in rows
    }
    # Use the clock, not the messages' times, because after the clock was ahead these hardly grow for a while (MU3).
    timestamp = now()
    values: list[object] = []
    for message, thread in zip(messages, threads, strict=True):
        assert message.sender_id is not None
        at, levels = allowances.get((message.client_id, message.sender_id), (timestamp, FULL))
        size = len(message.content.encode())
        remaining, wait_s = take(levels, (timestamp - at).total_seconds(), size)
        if wait_s:
            raise TooManyMessages(retry_after=wait_s)
        values += [thread, raw_sql.adapted(message.sender_id), raw_sql.adapted(timestamp), *remaining]
    raw_sql.count(UPSERT_ALLOWANCES.format(raw_sql.placeholders(7, len(messages))), values)
