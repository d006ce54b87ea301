"""The refusals of the clients room."""

from core.errors import NotFound


class ClientNotFound(NotFound):
    """No such client, or not this person's: the two are not told apart."""

    code = "client_not_found"
    message = "Client not found"
