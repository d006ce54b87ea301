"""Errors of delivering a mail."""


class NotTaken(Exception):
    """The mail was not accepted. Delivery may be tried again."""


class Refused(Exception):
    """The mail server has rejected the mail for good."""


class EndUnknown(Exception):
    """The connection ended after the server received the mail and before it confirmed. The mail may have been sent."""
