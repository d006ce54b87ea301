"""Access checks of clients: the only way to get a user's role and client.

Checks of several users take a constant number of queries, unless admins must have a second factor.
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

# "client" sorts before "admin" here, so that for a user with both rows the admin row overwrites the client row.
ROLES = """
SELECT 'admin' AS role, user_id, NULL AS client_id, name FROM admins WHERE user_id IN {people}
UNION ALL SELECT 'client', user_id, id, contact_name FROM clients WHERE user_id IN {people} ORDER BY role DESC
"""
THERE = "SELECT id FROM clients WHERE id IN {}"


@dataclass(frozen=True, slots=True)
class Standing:
    """A user's role, name and client, read from the database. An admin row takes precedence over a client row."""

    role: Literal["admin", "client"]
    client_id: UUID | None
    name: str


def standing(actor: Person) -> Standing | None:
    """The role of a user who may use the product now, or None for a user without an admin row and a client row.

    An admin who views a client has that client's role. Raises CardRequired for a client without a card on file, and
    what `role_of` raises.
    """
    return _standings([actor])[0]


def role_of(actor: Person) -> Standing | None:
    """Like `standing`, but also for clients without a card on file. Sign-in, checkout and the card page use it.

    Raises SecondFactorRequired for an admin who has not used the second factor that the settings require.
    """
    return _roles_of([actor])[0]


def client_for(actor: Person, client_id: UUID) -> Standing:
    """The actor's role, if the actor may access this client's thread and data. Raises ClientNotFound."""
    return clients_for([(actor, client_id)])[0]


def clients_for(asked: Sequence[tuple[Person, UUID]]) -> list[Standing]:
    """`client_for` for several (actor, client) pairs. Raises what a single call would raise for any of them."""
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
    """The role of an admin. Raises `refusal` for anybody else; an app passes its own error with its own text."""
    found = standing(actor)
    if found is None or found.role != "admin":
        raise refusal
    return found


def following_of(person: Person) -> Following | None:
    """The streams that `person` may follow: the admins' or the client's, and the user's own.

    Returns None for a user without a role and for an admin who views a client. A client without a card on file gets
    only the user's own stream, which will contain the card's row.
    """
    found = role_of(person)
    if found is None or person.viewing is not None:
        return None
    if found.role == "client" and person.id not in ports.standing.ask([person.id]):
        return Following(found.role, found.client_id, found.name, (streams.person(person.id),), lacks=CardRequired)
    shared = streams.ADMINS if found.client_id is None else streams.client(found.client_id)
    return Following(found.role, found.client_id, found.name, (shared, streams.person(person.id)))


def may_get_sms(user_id: UUID) -> bool:
    """For the port `accounts.may_get_sms`: whether a user may get text messages.

    Admins may, because they may be setting up their second factor. Clients may if they have a card on file or need
    none.
    """
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
