"""Writes: people are told, say that they have seen it, and choose how they want to hear of things."""

from notifications.services.answering import (
    DELIVER,
    Subscription,
    acknowledge,
    keep_device,
    parcel_name,
    remove_device,
    save_wishes,
    test_device,
)
from notifications.services.telling import PUSH, Telling, opened, tell, withdraw

__all__ = [
    "DELIVER",
    "PUSH",
    "Subscription",
    "Telling",
    "acknowledge",
    "keep_device",
    "opened",
    "parcel_name",
    "remove_device",
    "save_wishes",
    "tell",
    "test_device",
    "withdraw",
]
