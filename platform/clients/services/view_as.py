"""Lets an admin view what a client sees. Each view is audited and read-only."""

from datetime import datetime
from uuid import UUID

from clients import access
from clients.errors import ClientNotFound
from clients.models import Client
from clients.services.audit_log import audit
from core.actor import Actor
from core.clock import now


def view_client(*, actor: Actor, client_id: UUID) -> datetime:
    """Audit that an admin views a client. Returns the time of the view. Raises AdminsOnly, ClientNotFound."""
    access.must_be_admin(actor)
    client = Client.objects.filter(id=client_id).first()
    if client is None:
        raise ClientNotFound
    audit(actor_id=actor.id, action="client.viewed", subject=str(client_id), company=client.company_name)
    return now()
