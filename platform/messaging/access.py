"""Who may read and write a thread: the client's own people, and every admin."""

from uuid import UUID

from clients.access import Standing, client_for
from core.person import Person


def thread_for(actor: Person, client_id: UUID) -> Standing:
    """The side on which `actor` takes part in a client's thread. Raises ClientNotFound."""
    return client_for(actor, client_id)
