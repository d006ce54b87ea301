"""The errors of the notifications app, and the exceptions for failed pushes."""

from core.errors import Conflict, Invalid, NotFound, TooMany


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
    """The link of a weekly email does not have a valid signature."""

    code = "bad_link"
    message = "This link does not work"


class NothingToSend(Conflict):
    """The weekly email would have no content, or the admin has no address."""

    code = "nothing_to_send"
    message = "There is no email this week: nothing new to report"


class TooManyTests(TooMany):
    """The admin has reached the hourly limit of test emails."""

    code = "too_many_test_mails"
    message = "You have sent several tests. Please try again later."


class TooManyTestPushes(TooMany):
    """The user has reached the limit of test pushes."""

    code = "too_many_test_pushes"
    message = "You have sent several tests. Please try again later."


class SubscriptionExpired(Exception):
    """The push service no longer has this subscription."""


class PushRejected(Exception):
    """The push service rejected this push; a retry would fail too."""


class PushServiceUnavailable(Exception):
    """The push service did not accept the push now; a retry may succeed."""
