"""The refusals of the clients room."""

from core.errors import Conflict, Invalid, NotAllowed, NotFound, NotSignedIn


class ClientNotFound(NotFound):
    """No such client, or not this person's: the two are not told apart."""

    code = "client_not_found"
    message = "Client not found"


class CardRequired(NotAllowed):
    """A client without a card on file gets nowhere but to sign-in, checkout and the card page."""

    code = "card_required"
    message = "Add a payment method first"


class NoCompany(Invalid):
    """A client has a company, and it has a name."""

    code = "company_required"
    message = "Company name is required"


class BadWebsite(Invalid):
    """What was typed is no address of a website."""

    code = "bad_website"
    message = "Please enter a valid website URL."


class NotAnAdmin(NotFound):
    """Nobody with this address is an admin."""

    code = "not_an_admin"
    message = "Nobody with this address is an admin"


class SecondFactorRequired(NotSignedIn):
    """An admin has signed in with one factor, where the settings ask for two."""

    code = "second_factor_required"
    message = "Admins sign in with a second factor. Set it up first."


class AdminsOnly(NotAllowed):
    """The provider's own desk."""

    code = "admins_only"
    message = "Only administrators can do this"


class BadFact(Invalid):
    """Something about a client cannot be stored; `field` says what."""

    code = "bad_fact"

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message, code=f"bad_{field}")
        self.field = field


class ClientIdTaken(Conflict):
    """The id belongs to another client."""

    code = "client_id_taken"
    message = "Another client has this id"


class AlreadySignedUp(Conflict):
    """Whom the invitation is for has an account already."""

    code = "already_signed_up"
    message = "This client has signed up already"


class NoAccount(NotFound):
    """Nobody has signed up with this client's address who could be linked."""

    code = "no_account"
    message = "No account waits for this client: nobody has signed up and confirmed its address"


class NothingToSnooze(NotFound):
    """This client wants no attention now."""

    code = "nothing_to_snooze"
    message = "This client needs no attention now"


class BadSheet(Invalid):
    """A file that is no list of clients."""

    code = "bad_sheet"


class AdminsStay(Conflict):
    """An admin wants to be erased; whoever runs the installation takes admins away."""

    code = "admins_stay"
    message = "Administrators cannot erase themselves. Please ask whoever runs this installation."
