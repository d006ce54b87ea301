"""The errors of the notifications app, and the ways in which a push can fail."""

from core.errors import Invalid, NotFound


class NoticeNotFound(NotFound):
    """The notice is absent or belongs to another user."""

    code = "notice_not_found"
    message = "Notice not found"


class DeviceNotFound(NotFound):
    """The device is absent or belongs to another user."""

    code = "push_device_not_found"
    message = "This device gets no notifications"


class BadSubscription(Invalid):
    """The browser's push subscription cannot be used."""

    code = "bad_subscription"
    message = "This subscription cannot be used"


class BadZone(Invalid):
    """No time zone has this name."""

    code = "bad_zone"
    message = "There is no such time zone"


class BadLink(NotFound):
    """The link of a weekly email does not carry our signature."""

    code = "bad_link"
    message = "This link does not work"


class SubscriptionExpired(Exception):
    """The push service no longer has this subscription."""


class PushRejected(Exception):
    """The push service rejected this push; a retry would fail too."""


class PushServiceUnavailable(Exception):
    """The push service did not accept the push now; a retry may succeed."""
