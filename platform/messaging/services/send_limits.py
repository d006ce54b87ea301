"""Charges sent messages to a user's send limits in a thread, under the lock of that thread."""

from collections.abc import Sequence

from django.conf import settings

from core.clock import now
from messaging.errors import TooManyMessages
from messaging.models import Message
from messaging.send_limits import FULL, taken
from sync.sql import raw_sql

LEFT = """
SELECT client_id, sender_id, at, minute_messages, day_messages, minute_bytes, day_bytes FROM send_allowances
WHERE client_id IN {}
"""
KEEP = """
INSERT INTO send_allowances (client_id, sender_id, at, minute_messages, day_messages, minute_bytes, day_bytes)
VALUES {} ON CONFLICT (client_id, sender_id) DO UPDATE SET at = excluded.at,
minute_messages = excluded.minute_messages, day_messages = excluded.day_messages,
minute_bytes = excluded.minute_bytes, day_bytes = excluded.day_bytes
"""


def take_from_allowances(messages: Sequence[Message]) -> None:
    """Charge new messages, each in a different thread. Raises TooManyMessages."""
    if not settings.AUTH_RATE_LIMITS or not messages:
        return
    threads = [raw_sql.adapted(message.client_id) for message in messages]
    found = raw_sql.rows(LEFT.format(raw_sql.marks(len(threads), 1)), threads)
    known = {
        (raw_sql.uuid(client), raw_sql.uuid(sender)): (raw_sql.moment(at), left) for client, sender, at, *left in found
    }
    # Uses the clock, because a thread's own times stand still for a while after the clock was ahead.
    moment = now()
    values: list[object] = []
    for message, thread in zip(messages, threads, strict=True):
        assert message.sender_id is not None
        at, left = known.get((message.client_id, message.sender_id), (moment, FULL))
        size = len(message.content.encode())
        kept, wait_s = taken(left, (moment - at).total_seconds(), size)
        if wait_s:
            raise TooManyMessages(retry_after=wait_s)
        values += [thread, raw_sql.adapted(message.sender_id), raw_sql.adapted(moment), *kept]
    raw_sql.count(KEEP.format(raw_sql.marks(7, len(messages))), values)
