"""Who may see or touch what: the only way to obtain a client for a person."""

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from django.conf import settings

from accounts import access as accounts_access
from clients import ports
from clients.errors import AdminsOnly, CardRequired, ClientNotFound, SecondFactorRequired
from clients.models import Client
from core.person import Person
from sync import streams
from sync.db import plain
from sync.ports import Following

# "admin" sorts before "client".
STANDING = """
SELECT 'admin' AS role, NULL AS client_id, name FROM admins WHERE user_id = %s
UNION ALL SELECT 'client', id, contact_name FROM clients WHERE user_id = %s ORDER BY role LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a person is here, read from the database just now; an admin row wins over a client row."""

    role: Literal["admin", "client"]
    client_id: UUID | None
    name: str


def standing(actor: Person) -> Standing | None:
    """The role of somebody who may use the product now; None for who has neither an admin row nor a client row.

    An admin who is viewing what a client sees is that client. Raises CardRequired for a client without a card on file,
    and what `role_of` raises.
    """
    found = role_of(actor)
    if actor.viewing is not None:
        return _viewed(actor.viewing) if found is not None and found.role == "admin" else None
    if found is not None and not _may_enter(found, actor):
        raise CardRequired
    return found


def role_of(actor: Person) -> Standing | None:
    """The same for those too who still have to put a card on file: sign-in, checkout and the card page ask this.

    Raises SecondFactorRequired for an admin who has not come as far as the settings ask.
    """
    found = plain.first(STANDING, actor.id, actor.id)
    if found is None:
        return None
    role, client_id, name = found
    if role == "admin" and settings.AUTH_ADMIN_SECOND_FACTOR and not accounts_access.is_aal2(actor):
        raise SecondFactorRequired
    return Standing(role, None if client_id is None else plain.uuid(client_id), name)


def client_for(actor: Person, client_id: UUID) -> Standing:
    """The standing of `actor` towards a client whose thread or data is asked for. Raises ClientNotFound."""
    found = standing(actor)
    if found is None or (found.role == "client" and found.client_id != client_id):
        raise ClientNotFound
    if found.role == "admin" and not Client.objects.filter(id=client_id).exists():
        raise ClientNotFound
    return found


def must_be_admin(actor: Person, *, refusal: type[AdminsOnly] = AdminsOnly) -> Standing:
    """The standing of somebody of the provider. Raises `refusal`, in which a room says what is for admins there."""
    found = standing(actor)
    if found is None or found.role != "admin":
        raise refusal
    return found


def following_of(person: Person) -> Following | None:
    """The streams `person` may follow: the provider's for an admin, their client's for a client, their own; none for
    who only looks.

    Without a card on file only their own, in which the row of the card will come.
    """
    found = role_of(person)
    if found is None or person.viewing is not None:
        return None
    if not _may_enter(found, person):
        return Following(found.role, found.client_id, found.name, (streams.person(person.id),), lacks=CardRequired)
    shared = streams.ADMINS if found.client_id is None else streams.client(found.client_id)
    return Following(found.role, found.client_id, found.name, (shared, streams.person(person.id)))


def _viewed(client_id: UUID) -> Standing | None:
    name = Client.objects.filter(id=client_id).values_list("contact_name", flat=True).first()
    return None if name is None else Standing("client", client_id, name)


def _may_enter(found: Standing, person: Person) -> bool:
    return found.role == "admin" or ports.standing.ask(person.id)
