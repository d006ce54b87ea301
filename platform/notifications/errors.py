"""The refusals of the notifications room, and how a push can end other than well."""

from core.errors import Invalid, NotFound


class NoticeNotFound(NotFound):
    """No such notice, or another person's."""

    code = "notice_not_found"
    message = "Notice not found"


class DeviceNotFound(NotFound):
    """No such device, or another person's."""

    code = "push_device_not_found"
    message = "This device gets no notifications"


class BadSubscription(Invalid):
    """What a browser said of its push service cannot be used."""

    code = "bad_subscription"
    message = "This subscription cannot be used"


class BadZone(Invalid):
    """No time zone has this name."""

    code = "bad_zone"
    message = "There is no such time zone"


class BadLink(NotFound):
    """What should be the link of a weekly mail is none of ours."""

    code = "bad_link"
    message = "This link does not work"


class SubscriptionGone(Exception):
    """The push service knows this device no more."""


class PushRefused(Exception):
    """The push service will never take this."""


class PushNotTaken(Exception):
    """The push service has not taken it: it may be offered again."""
