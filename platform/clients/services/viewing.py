"""A look at what a client sees. It is read and audited in one; nothing can be written with it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from clients import access
from clients.errors import ClientNotFound
from clients.models import Client
from clients.services.companies import audit
from core.clock import now
from core.person import Person
from sync import queries as log
from sync import streams


@dataclass(frozen=True, slots=True)
class Seen:
    """What a client's own devices hold at that moment: the rows of each table, as JSON."""

    at: datetime
    rows: dict[str, list[str]]


def view_client(*, actor: Person, client_id: UUID) -> Seen:
    """What a client sees but for what is one person's alone: chats with bots, the card. Each look is audited.

    Raises AdminsOnly, ClientNotFound.
    """
    access.must_be_admin(actor)
    client = Client.objects.filter(id=client_id).first()
    if client is None:
        raise ClientNotFound
    audit(actor_id=actor.id, action="client.viewed", subject=str(client_id), company=client.company_name)
    return Seen(now(), log.whole(streams.client(client_id)))
