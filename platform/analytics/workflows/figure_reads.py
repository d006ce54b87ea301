"""Requests and runs the reads of clients' figures, which run as effects after a commit."""

import asyncio
from datetime import datetime, timedelta
from uuid import UUID
from zlib import crc32

from analytics.workflows import google_session
from core.clock import iso, now
from sync.effects import effects
from sync.effects.reactions import Queue

# A queue of its own, because a read takes three requests, each with a possible renewal, and must not delay notices.
GOOGLE = Queue("google", timedelta(minutes=2))
SPREAD_MIN = 50  # minutes over which the reads of an hour are spread
AT_ONCE, HOUR = "now", "%Y-%m-%dT%H"


def read_figures(subject: str) -> None:
    """Read a client's figures from Google. `subject` is `<hour>:<client>` or `now-..:<client>`.

    Skips the read of a past hour, because the next read is requested already.
    """
    hour, _, client_id = subject.rpartition(":")
    if hour.startswith(AT_ONCE) or hour == this_hour().strftime(HOUR):
        asyncio.run(google_session.read_figures(client_id=UUID(client_id)))


def at_once(client_id: UUID) -> str:
    """The subject of an immediate read of a client's figures."""
    return f"{AT_ONCE}-{iso(now())}:{client_id}"


def request_reads(*, hour: datetime, client_ids: list[UUID]) -> None:
    """Request a read of these clients' figures within the hour, each at a minute derived from its id."""
    for client_id in client_ids:
        due = hour + timedelta(minutes=crc32(client_id.bytes) % SPREAD_MIN)
        effects.after_commit(read_figures, f"{hour.strftime(HOUR)}:{client_id}", due=max(due, now()))


def this_hour() -> datetime:
    return now().replace(minute=0, second=0, microsecond=0)
