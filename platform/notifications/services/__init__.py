"""Writes of notifications: notices, acknowledgements, push devices and preferences."""

from notifications.models import SCAN_TAG
from notifications.services.notices import NewNotice, mark_opened, notify, withdraw, withdraw_shared
from notifications.services.preferences import (
    Subscription,
    acknowledge,
    register_device,
    remove_device,
    save_preferences,
    test_device,
)

__all__ = [
    "SCAN_TAG",
    "NewNotice",
    "Subscription",
    "acknowledge",
    "mark_opened",
    "notify",
    "register_device",
    "remove_device",
    "save_preferences",
    "test_device",
    "withdraw",
    "withdraw_shared",
]
