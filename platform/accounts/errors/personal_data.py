"""Refusals of the doors to what is a person's own."""

from core.errors import Invalid, NotAllowed


class ExportOver(NotAllowed):
    """An address that we did not make, or whose five minutes are over; a new one can be asked for."""

    code = "address_over"
    message = "The address is no longer valid"


class WrongCode(Invalid):
    """Not the code that was mailed, or not any more."""

    code = "wrong_code"
    message = "This code is not right, or no longer good"
