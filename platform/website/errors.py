"""The errors of the website app."""

from core.errors import Invalid, TooMany


class BadColor(Invalid):
    """The colour is not # and six hexadecimal digits."""

    code = "bad_primary_color"
    message = "Please enter a color like #2563EB"


class BadTitle(Invalid):
    """The title is too long or has more than one line."""

    code = "bad_title"


class TooManyAddresses(TooMany):
    """The user has reached the daily limit of addresses."""

    code = "too_many_addresses"
    message = "You have signed up too many addresses today. Please try again tomorrow."
