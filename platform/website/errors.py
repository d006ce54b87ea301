"""The refusals of the website room."""

from core.errors import Invalid, TooMany


class BadColor(Invalid):
    """A colour is six hexadecimal digits behind #."""

    code = "bad_primary_color"
    message = "Please enter a colour like #2563EB"


class BadTitle(Invalid):
    """A title that is too long for its place, or no line of text."""

    code = "bad_title"


class TooManyAddresses(TooMany):
    """One person leaves no more addresses in a day."""

    code = "too_many_addresses"
    message = "You have left many addresses today. Please try again tomorrow."
