"""What one person may send in one thread is taken from, under the lock of that thread."""

from collections.abc import Sequence

from django.conf import settings

from core.clock import now
from messaging.allowance import FULL, taken
from messaging.errors import TooManyMessages
from messaging.models import Message
from sync.db import plain

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
    """Count new messages, each in a thread of its own. Raises TooManyMessages."""
    if not settings.AUTH_RATE_LIMITS or not messages:
        return
    threads = [plain.adapted(message.client_id) for message in messages]
    found = plain.rows(LEFT.format(plain.marks(len(threads), 1)), threads)
    known = {(plain.uuid(client), plain.uuid(sender)): (plain.moment(at), left) for client, sender, at, *left in found}
    # By the clock, because a thread's own time stands still after the clock has been ahead for a while.
    moment = now()
    values: list[object] = []
    for message, thread in zip(messages, threads, strict=True):
        assert message.sender_id is not None
        at, left = known.get((message.client_id, message.sender_id), (moment, FULL))
        size = len(message.content.encode())
        kept, wait_s = taken(left, (moment - at).total_seconds(), size)
        if wait_s:
            raise TooManyMessages(retry_after=wait_s)
        values += [thread, plain.adapted(message.sender_id), plain.adapted(moment), *kept]
    plain.count(KEEP.format(plain.marks(7, len(messages))), values)
