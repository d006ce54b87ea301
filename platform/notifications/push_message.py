"""A push to one device, before it is encrypted."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class PushMessage:
    """One push to one device, of an event at `event_at`. While the device is off, a later push of the same `topic`
    replaces it."""

    user_id: UUID
    endpoint: str
    p256dh: str
    auth: str
    payload: bytes
    topic: str
    event_at: datetime
