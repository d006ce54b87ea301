"""Errors of the clients app."""

from core.errors import Conflict, Invalid, NotAllowed, NotFound, NotSignedIn


class ClientNotFound(NotFound):
    """The client does not exist, or is not this user's; the response does not reveal which."""

    code = "client_not_found"
    message = "Client not found"


class CardRequired(NotAllowed):
    """A client without a card on file may use only sign-in, checkout and the card page."""

    code = "card_required"
    message = "Add a payment method first"


class NoCompany(Invalid):
    """The company name is empty."""

    code = "company_required"
    message = "Company name is required"


class BadWebsite(Invalid):
    """The input is not the address of a website."""

    code = "bad_website"
    message = "Please enter a valid website URL."


class NotAnAdmin(NotFound):
    """No admin has this email address."""

    code = "not_an_admin"
    message = "Nobody with this address is an admin"


class SecondFactorRequired(NotSignedIn):
    """An admin has signed in with one factor, but the settings require two."""

    code = "second_factor_required"
    message = "Admins sign in with a second factor. Set it up first."


class AdminsOnly(NotAllowed):
    """The user is not an admin."""

    code = "admins_only"
    message = "Only administrators can do this"


class BadDetail(Invalid):
    """A detail of a client is not valid; `field` is its name."""

    code = "bad_fact"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message, code=f"bad_{field}")
        self.field = field


class ClientIdTaken(Conflict):
    """The id belongs to another client."""

    code = "client_id_taken"
    message = "Another client has this id"


class AlreadySignedUp(Conflict):
    """The client to invite or to link has an account already."""

    code = "already_signed_up"
    message = "This client has signed up already"


class NoAccount(NotFound):
    """No confirmed, unlinked account has this client's email address."""

    code = "no_account"
    message = "No account waits for this client: nobody has signed up and confirmed its address"


class NothingToSnooze(NotFound):
    """The client has no reason for attention now."""

    code = "nothing_to_snooze"
    message = "This client needs no attention now"


class BadSheet(Invalid):
    """The file is not a list of clients."""

    code = "bad_sheet"


class LastAdmin(Conflict):
    """The only admin may not be removed without a confirmation."""

    code = "last_admin"
    message = "This is the last admin"


class AdminNotErasable(Conflict):
    """An admin has requested erasure of their own account. Only the operator of the installation can remove admins."""

    code = "admins_stay"
    message = "Administrators cannot erase their own account. Please ask your server admin."
