"""Writes: notifies users, records what they have seen, and stores their devices and preferences."""

from notifications.services.notices import PUSH, Telling, opened, tell, withdraw
from notifications.services.preferences import (
    DELIVER,
    Subscription,
    acknowledge,
    keep_device,
    parcel_name,
    remove_device,
    save_wishes,
    test_device,
)

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
