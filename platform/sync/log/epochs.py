"""The store's epoch, which changes after a restore, so that no device resumes from numbers that the restore undid."""

import secrets

from sync.log.streams import ADMINS
from sync.models import Stream

RANDOM_BYTES = 4


def rotate(timeline: str = "") -> str:
    """Give every stream a new epoch, in the caller's transaction, and return it.

    Each device then resets and keeps its unsent work. The epoch ends with `timeline`, the id of a database server's
    timeline (at most eight characters), if that timeline is the reason.
    """
    epoch = f"{secrets.token_hex(RANDOM_BYTES)}{timeline}"
    Stream.objects.update(epoch=epoch)
    return epoch


def rotate_once(*, timeline: str) -> str:
    """Rotate the epoch unless another process has done so because of the same timeline. Returns the epoch."""
    current = Stream.objects.select_for_update().get(id=ADMINS).epoch
    return current if current[2 * RANDOM_BYTES :] == timeline else rotate(timeline)
