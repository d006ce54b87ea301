"""Access checks of threads: the client's own user and every admin may read and write."""

from collections.abc import Sequence
from uuid import UUID

from clients.access import Membership, client_for, clients_for, membership_of, must_be_admin
from core.actor import Actor
from messaging.errors import MessageNotFound
from messaging.models import Message


def thread_for(actor: Actor, client_id: UUID) -> Membership:
    """The actor's role in a client's thread. Raises ClientNotFound."""
    return client_for(actor, client_id)


def threads_for(requests: Sequence[tuple[Actor, UUID]]) -> list[Membership]:
    """The roles of several actors, each in one client's thread. Raises ClientNotFound."""
    return clients_for(requests)


def thread_for_admin(actor: Actor, client_id: UUID) -> Membership:
    """An admin's role in a client's thread. Raises AdminsOnly, ClientNotFound."""
    must_be_admin(actor)
    return client_for(actor, client_id)


def thread_of(actor: Actor, message_id: UUID) -> UUID:
    """The id of the client in whose thread a message is.

    Raises MessageNotFound if `actor` may not read the message, CardRequired.
    """
    membership = membership_of(actor)
    client_id = Message.objects.filter(id=message_id).values_list("client_id", flat=True).first()
    if membership is None or client_id is None or not membership.may_see_rows_of(client_id):
        raise MessageNotFound
    return client_id
