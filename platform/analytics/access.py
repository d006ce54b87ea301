"""Access rules: a client's own users connect sources for their own client."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from analytics.errors import ClientInformationNotFound, NotSetUp
from analytics.models import SourceType
from clients.access import Standing, role_of, standing
from core.actor import Person


@dataclass(frozen=True, slots=True)
class Owner:
    """A user who connects sources for their own client."""

    user_id: UUID
    client_id: UUID


def is_set_up() -> bool:
    """Whether this installation has Google keys."""
    return settings.GOOGLE_CLIENT_ID is not None


def connecting(actor: Person) -> Standing | None:
    """The role of a user on /connect-ga, which allows a client without a card on file."""
    return standing(actor) if actor.viewing is not None else role_of(actor)


def owner(*, actor: Person) -> Owner:
    """`actor` as the owner of a client's sources. Raises NotSetUp, ClientInformationNotFound (admins)."""
    found = connecting(actor)
    if not is_set_up():
        raise NotSetUp
    if found is None or found.client_id is None:
        raise ClientInformationNotFound
    return Owner(actor.id, found.client_id)


def may_ask_for(source_type: str) -> bool:
    """Whether users can connect this source; Search Console needs a setting."""
    return source_type == SourceType.ANALYTICS or bool(settings.GOOGLE_SEARCH_CONSOLE)
