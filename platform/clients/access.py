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
from core.actor import Actor
from sync.log import streams
from sync.ports import Following
from sync.sql import raw_sql

# The descending order puts "client" before "admin", so a user's admin row overwrites the user's client row.
ROLES = """
SELECT 'admin' AS role, user_id, NULL AS client_id, name FROM admins WHERE user_id IN {users}
UNION ALL SELECT 'client', user_id, id, contact_name FROM clients WHERE user_id IN {users} ORDER BY role DESC
"""
EXISTING = "SELECT id FROM clients WHERE id IN {}"


@dataclass(frozen=True, slots=True)
class Membership:
    """A user's role, name and client, read from the database. An admin row takes precedence over a client row."""

    role: Literal["admin", "client"]
    client_id: UUID | None
    name: str

    def may_see_rows_of(self, client_id: UUID) -> bool:
        """Whether the user may see the rows of this client: an admin those of all, a client only their own."""
        return self.role == "admin" or self.client_id == client_id


def membership_of(actor: Actor) -> Membership | None:
    """The role of a user who may use the product now, or None for a user without an admin row and a client row.

    An admin who views a client has that client's role. Raises CardRequired for a client without a card on file, and
    what `role_of` raises.
    """
    return _memberships_of([actor])[0]


def role_of(actor: Actor) -> Membership | None:
    """Like `membership_of`, but also for clients without a card on file. Sign-in, checkout and the card page use it.

    Raises SecondFactorRequired for an admin who has not used the second factor that the settings require.
    """
    return _roles_of([actor])[0]


def client_for(actor: Actor, client_id: UUID) -> Membership:
    """The actor's role, if the actor may access this client's thread and data. Raises ClientNotFound."""
    return clients_for([(actor, client_id)])[0]


def clients_for(requests: Sequence[tuple[Actor, UUID]]) -> list[Membership]:
    """`client_for` for several (actor, client) pairs. Raises what `client_for` raises for any of the pairs."""
    memberships = _memberships_of([actor for actor, _ in requests])
    requested_by_admins = {
        client_id
        for membership, (_, client_id) in zip(memberships, requests, strict=True)
        if membership and membership.role == "admin"
    }
    existing_ids = _existing_ids(requested_by_admins) if requested_by_admins else set()
    allowed = []
    for membership, (_, client_id) in zip(memberships, requests, strict=True):
        if membership is None or not membership.may_see_rows_of(client_id):
            raise ClientNotFound
        if membership.role == "admin" and client_id not in existing_ids:
            raise ClientNotFound
        allowed.append(membership)
    return allowed


def must_be_admin(actor: Actor, *, error: type[AdminsOnly] = AdminsOnly) -> Membership:
    """The role of an admin. Raises `error` for anybody else; an app passes its own error with its own text."""
    membership = membership_of(actor)
    if membership is None or membership.role != "admin":
        raise error
    return membership


def following_of(actor: Actor) -> Following | None:
    """The streams that `actor` may follow: the admins' or the client's, and the user's own.

    Returns None for a user without a role and for an admin who views a client. A client without a card on file gets
    only the user's own stream, on which the row with a new card arrives.
    """
    membership = role_of(actor)
    if membership is None or actor.viewing is not None:
        return None
    if membership.role == "client" and actor.id not in ports.allowed_users.call([actor.id]):
        return Following(
            membership.role, membership.client_id, membership.name, (streams.user(actor.id),), restriction=CardRequired
        )
    shared = streams.ADMINS if membership.client_id is None else streams.client(membership.client_id)
    return Following(membership.role, membership.client_id, membership.name, (shared, streams.user(actor.id)))


def may_get_sms(user_id: UUID) -> bool:
    """Implements `accounts.ports.may_get_sms`: whether a user may get text messages.

    Admins may, because they may be setting up a second factor. Clients may if they have a card on file or need none.
    """
    membership = _stored_roles({user_id}).get(user_id)
    return membership is not None and (membership.role == "admin" or user_id in ports.allowed_users.call([user_id]))


def _memberships_of(actors: Sequence[Actor]) -> list[Membership | None]:
    roles = _roles_of(actors)
    client_user_ids = [
        actor.id for membership, actor in zip(roles, actors, strict=True) if membership and membership.role == "client"
    ]
    allowed_ids = ports.allowed_users.call(client_user_ids) if client_user_ids else ()
    memberships: list[Membership | None] = []
    for membership, actor in zip(roles, actors, strict=True):
        if actor.viewing is not None:
            is_admin = membership is not None and membership.role == "admin"
            memberships.append(_membership_of_client(actor.viewing) if is_admin else None)
        elif membership is not None and membership.role == "client" and actor.id not in allowed_ids:
            raise CardRequired
        else:
            memberships.append(membership)
    return memberships


def _roles_of(actors: Sequence[Actor]) -> list[Membership | None]:
    roles = _stored_roles({actor.id for actor in actors})
    memberships = [roles.get(actor.id) for actor in actors]
    if settings.AUTH_ADMIN_SECOND_FACTOR:
        for membership, actor in zip(memberships, actors, strict=True):
            if membership is not None and membership.role == "admin" and not accounts_access.is_aal2(actor):
                raise SecondFactorRequired
    return memberships


def _stored_roles(user_ids: Collection[UUID]) -> dict[UUID, Membership]:
    sql, values = ROLES.format(users=raw_sql.placeholders(len(user_ids), 1)), [*map(raw_sql.adapted, user_ids)]
    roles: dict[UUID, Membership] = {}
    for role, user_id, client_id, name in raw_sql.rows(sql, values * 2):
        roles[raw_sql.uuid(user_id)] = Membership(role, None if client_id is None else raw_sql.uuid(client_id), name)
    return roles


def _membership_of_client(client_id: UUID) -> Membership | None:
    name = Client.objects.filter(id=client_id).values_list("contact_name", flat=True).first()
    return None if name is None else Membership("client", client_id, name)


def _existing_ids(client_ids: Collection[UUID]) -> set[UUID]:
    rows = raw_sql.rows(EXISTING.format(raw_sql.placeholders(len(client_ids), 1)), [*map(raw_sql.adapted, client_ids)])
    return {raw_sql.uuid(client_id) for (client_id,) in rows}
