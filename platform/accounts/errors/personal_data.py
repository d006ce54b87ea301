"""Errors of export and erasure."""

from core.errors import Invalid, NotAllowed


class ExportExpired(NotAllowed):
    """The export URL has a bad signature, or its five minutes are over. The user can request a new one."""

    code = "address_over"
    message = "The address is no longer valid"


class WrongCode(Invalid):
    """The code is not the mailed one, or has expired."""

    code = "wrong_code"
    message = "This code is not right, or no longer good"
