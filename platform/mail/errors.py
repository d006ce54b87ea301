"""How handing over a mail can end other than well."""


class NotTaken(Exception):
    """The server has not taken the mail: it may be offered again."""


class Refused(Exception):
    """The server will never take the mail."""


class EndUnknown(Exception):
    """The connection ended while the server had the whole mail in hand: it may have been delivered."""
