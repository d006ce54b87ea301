"""The store's epoch: changed after a restore, so that no device goes on from numbers that were taken back."""

import secrets

from sync.models import Stream


def rotate() -> str:
    """Give every stream a new epoch, in the caller's transaction: each device resets, keeping what it has unsent."""
    epoch = secrets.token_hex(4)
    Stream.objects.update(epoch=epoch)
    return epoch
