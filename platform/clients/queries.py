"""Reads of client rows."""

from uuid import UUID

from clients import access
from clients.models import Client
from core.person import Person


def own_client(*, actor: Person) -> Client | None:
    """The client row `actor` owns; None for an admin and for somebody without one."""
    found = access.standing(actor)
    if found is None or found.client_id is None:
        return None
    return Client.objects.get(id=found.client_id)


def id_by_company(company_name: str) -> UUID | None:
    """The oldest client of that name."""
    return Client.objects.filter(company_name=company_name).order_by("created_at").values_list("id", flat=True).first()
