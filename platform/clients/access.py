"""Who may see or touch what: the only way to obtain a client for a person.

What several people ask at once takes as many statements as for one, where no second factor is asked for.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from django.conf import settings

from accounts import access as accounts_access
from clients import ports
from clients.errors import AdminsOnly, CardRequired, ClientNotFound, SecondFactorRequired
from clients.models import Client
from core.actor import Person
from sync.log import streams
from sync.ports import Following
from sync.sql import raw_sql

# "client" sorts before "admin" here: of who is both, the last one stays.
ROLES = """
SELECT 'admin' AS role, user_id, NULL AS client_id, name FROM admins WHERE user_id IN {people}
UNION ALL SELECT 'client', user_id, id, contact_name FROM clients WHERE user_id IN {people} ORDER BY role DESC
"""
THERE = "SELECT id FROM clients WHERE id IN {}"


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
    return _standings([actor])[0]


def role_of(actor: Person) -> Standing | None:
    """The same for those too who still have to put a card on file: sign-in, checkout and the card page ask this.

    Raises SecondFactorRequired for an admin who has not come as far as the settings ask.
    """
    return _roles_of([actor])[0]


def client_for(actor: Person, client_id: UUID) -> Standing:
    """The standing of `actor` towards a client whose thread or data is asked for. Raises ClientNotFound."""
    return clients_for([(actor, client_id)])[0]


def clients_for(asked: Sequence[tuple[Person, UUID]]) -> list[Standing]:
    """The same for several, each towards a client of theirs. Raises what any of them would alone."""
    found = _standings([actor for actor, _ in asked])
    of_admins = {client_id for who, (_, client_id) in zip(found, asked, strict=True) if who and who.role == "admin"}
    there = _there(of_admins) if of_admins else set()
    allowed = []
    for who, (_, client_id) in zip(found, asked, strict=True):
        if who is None or (client_id not in there if who.role == "admin" else client_id != who.client_id):
            raise ClientNotFound
        allowed.append(who)
    return allowed


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
    if found.role == "client" and person.id not in ports.standing.ask([person.id]):
        return Following(found.role, found.client_id, found.name, (streams.person(person.id),), lacks=CardRequired)
    shared = streams.ADMINS if found.client_id is None else streams.client(found.client_id)
    return Following(found.role, found.client_id, found.name, (shared, streams.person(person.id)))


def may_get_sms(user_id: UUID) -> bool:
    """The answer to `accounts.may_get_sms`: admins, who may be setting up their second factor just now, and clients
    who have a card on file or are asked for none."""
    found = _stored_roles({user_id}).get(user_id)
    return found is not None and (found.role == "admin" or user_id in ports.standing.ask([user_id]))


def _standings(actors: Sequence[Person]) -> list[Standing | None]:
    found = _roles_of(actors)
    asked = [actor.id for who, actor in zip(found, actors, strict=True) if who and who.role == "client"]
    entering = ports.standing.ask(asked) if asked else ()
    standings: list[Standing | None] = []
    for who, actor in zip(found, actors, strict=True):
        if actor.viewing is not None:
            standings.append(_viewed(actor.viewing) if who is not None and who.role == "admin" else None)
        elif who is not None and who.role == "client" and actor.id not in entering:
            raise CardRequired
        else:
            standings.append(who)
    return standings


def _roles_of(actors: Sequence[Person]) -> list[Standing | None]:
    roles = _stored_roles({actor.id for actor in actors})
    found = [roles.get(actor.id) for actor in actors]
    if settings.AUTH_ADMIN_SECOND_FACTOR:
        for who, actor in zip(found, actors, strict=True):
            if who is not None and who.role == "admin" and not accounts_access.is_aal2(actor):
                raise SecondFactorRequired
    return found


def _stored_roles(people: Collection[UUID]) -> dict[UUID, Standing]:
    sql, values = ROLES.format(people=raw_sql.marks(len(people), 1)), [*map(raw_sql.adapted, people)]
    roles: dict[UUID, Standing] = {}
    for role, user_id, client_id, name in raw_sql.rows(sql, values * 2):
        roles[raw_sql.uuid(user_id)] = Standing(role, None if client_id is None else raw_sql.uuid(client_id), name)
    return roles


def _viewed(client_id: UUID) -> Standing | None:
    name = Client.objects.filter(id=client_id).values_list("contact_name", flat=True).first()
    return None if name is None else Standing("client", client_id, name)


def _there(client_ids: Collection[UUID]) -> set[UUID]:
    found = raw_sql.rows(THERE.format(raw_sql.marks(len(client_ids), 1)), [*map(raw_sql.adapted, client_ids)])
    return {raw_sql.uuid(client_id) for (client_id,) in found}
