"""Errors of delivering a mail."""


class MailNotAccepted(Exception):
    """The mail server did not accept the mail, or could not be reached. Delivery may be tried again."""


class MailRejected(Exception):
    """The mail server has rejected the mail permanently."""


class DeliveryUnknown(Exception):
    """The connection ended after the server received the mail and before it confirmed. The mail may have been sent."""
