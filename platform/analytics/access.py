"""Access rules of analytics: a client's user connects data sources only for their own client."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from analytics.errors import ClientInformationNotFound, NotSetUp
from analytics.models import SourceType
from clients.access import Membership, membership_of, role_of
from core.actor import Actor


@dataclass(frozen=True, slots=True)
class Owner:
    """A user who connects sources for their own client."""

    user_id: UUID
    client_id: UUID


def is_set_up() -> bool:
    """Whether this installation has Google keys."""
    return settings.GOOGLE_CLIENT_ID is not None


def connecting_membership(actor: Actor) -> Membership | None:
    """The role of a user who connects sources. On the page /connect-ga, no card on file is required."""
    return membership_of(actor) if actor.viewing is not None else role_of(actor)


def owner(*, actor: Actor) -> Owner:
    """`actor` as the owner of a client's sources. Raises NotSetUp, ClientInformationNotFound (admins)."""
    membership = connecting_membership(actor)
    if not is_set_up():
        raise NotSetUp
    if membership is None or membership.client_id is None:
        raise ClientInformationNotFound
    return Owner(actor.id, membership.client_id)


def may_connect(source_type: str) -> bool:
    """Whether users can connect this source; Search Console needs a setting."""
    return source_type == SourceType.ANALYTICS or bool(settings.GOOGLE_SEARCH_CONSOLE)
