"""Row ids: UUID version 7 (RFC 9562), which sort by creation time."""

import os
from datetime import datetime
from uuid import UUID

from core.clock import now


def lowest_uuid7(at: datetime) -> UUID:
    """The lower bound of the ids that are created at `at` or later, to the millisecond."""
    return UUID(int=max(0, int(at.timestamp() * 1000)) << 80)


def uuid7() -> UUID:
    """A new UUIDv7: 48 bits of Unix milliseconds, the rest random."""
    stamp = int(now().timestamp() * 1000)
    random_bits = int.from_bytes(os.urandom(10), "big")
    value = (stamp & ((1 << 48) - 1)) << 80
    value |= 0x7 << 76 | ((random_bits >> 68) & 0xFFF) << 64
    value |= 0b10 << 62 | (random_bits & ((1 << 62) - 1))
    return UUID(int=value)
