"""The store's epoch, which changes after a restore, so that no device resumes from numbers that the restore undid."""

import secrets

from sync.log.streams import ADMINS
from sync.models import Stream


def rotate() -> str:
    """Give every stream a new epoch, in the caller's transaction, and return it.

    Each device then resets and keeps its unsent work.
    """
    epoch = secrets.token_hex(4)
    Stream.objects.update(epoch=epoch)
    return epoch


def rotate_once(*, former: str) -> str:
    """Rotate the epoch unless it is no longer `former`, because another process was first. Returns the epoch."""
    current = Stream.objects.select_for_update().get(id=ADMINS).epoch
    return rotate() if current == former else current
