"""The store's epoch, which changes after a restore, so that no device resumes from numbers that the restore undid."""

import secrets

from sync.models import Stream


def rotate() -> str:
    """Give every stream a new epoch, in the caller's transaction, and return it.

    Each device then resets and keeps its unsent work.
    """
    epoch = secrets.token_hex(4)
    Stream.objects.update(epoch=epoch)
    return epoch
