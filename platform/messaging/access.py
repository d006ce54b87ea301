"""Access checks of threads: the client's own user and every admin may read and write."""

from collections.abc import Sequence
from uuid import UUID

from clients.access import Standing, client_for, clients_for, standing
from core.actor import Person
from messaging.errors import MessageNotFound
from messaging.models import Message


def thread_for(actor: Person, client_id: UUID) -> Standing:
    """The actor's role in a client's thread. Raises ClientNotFound."""
    return client_for(actor, client_id)


def threads_for(asked: Sequence[tuple[Person, UUID]]) -> list[Standing]:
    """The roles of several actors, each in one client's thread. Raises ClientNotFound."""
    return clients_for(asked)


def thread_of(actor: Person, message_id: UUID) -> UUID:
    """The client whose thread contains a message that `actor` may read. Raises MessageNotFound, CardRequired."""
    known = standing(actor)
    client_id = Message.objects.filter(id=message_id).values_list("client_id", flat=True).first()
    if known is None or client_id is None or (known.role == "client" and known.client_id != client_id):
        raise MessageNotFound
    return client_id
