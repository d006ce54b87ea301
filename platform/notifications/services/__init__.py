"""Writes: notifies users, records what they have seen, and stores their devices and preferences."""

from notifications.services.notices import PUSH, NewNotice, mark_opened, notify, withdraw
from notifications.services.preferences import (
    DELIVER,
    Subscription,
    acknowledge,
    push_subject,
    register_device,
    remove_device,
    save_wishes,
    test_device,
)

__all__ = [
    "DELIVER",
    "PUSH",
    "NewNotice",
    "Subscription",
    "acknowledge",
    "mark_opened",
    "notify",
    "push_subject",
    "register_device",
    "remove_device",
    "save_wishes",
    "test_device",
    "withdraw",
]
