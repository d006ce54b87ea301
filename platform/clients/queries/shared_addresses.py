"""Clients that share an email address, and the accounts that wait for an admin to link them to one of the clients."""

from collections.abc import Collection, Iterator
from uuid import UUID

from django.db.models import Count, QuerySet
from django.db.models.functions import Upper

from accounts import queries as accounts
from accounts.queries import UserSummary
from clients.errors import BadDetail
from clients.models import Admin, Client
from clients.ports import Reason
from core.actor import Actor

BATCH_SIZE = 500
NOT_LINKED = Reason("link", 60, "signed up, not linked")
SHARED_POINTS = 15


def check_is_free(email: str, *, client_id: UUID) -> None:
    """Raises BadDetail, with the other client's name, if a client other than `client_id` has this address."""
    other = _with_address(email).exclude(id=client_id).order_by("created_at").first()
    if other is not None:
        raise BadDetail("contact_email", taken_text(other.company_name))


def taken_text(company_name: str) -> str:
    """The error text for an address that another client has."""
    return f"{company_name} has this address already"


def waiting_accounts(emails: Collection[str]) -> list[UserSummary]:
    """The confirmed accounts with one of these addresses that belong to no client and no admin."""
    users = accounts.confirmed_users(emails)
    ids = [user.id for user in users]
    taken = {*Client.objects.filter(user_id__in=ids).values_list("user_id", flat=True)}
    taken |= {*Admin.objects.filter(user_id__in=ids).values_list("user_id", flat=True)}
    return [user for user in users if user.id not in taken]


def is_waiting(*, actor: Actor) -> bool:
    """Whether the caller's account waits for an admin to link it to a client."""
    is_unlinked = any(user.id == actor.id for user in waiting_accounts([actor.email]))
    return is_unlinked and _with_address(actor.email).filter(user=None).exists()


def reasons() -> Iterator[tuple[UUID, Reason]]:
    """Implements `clients.ports.attention`: yields clients that an admin can link to a waiting account, and clients
    that share an address."""
    unlinked = list(Client.objects.filter(user=None, is_staff=False).values_list("id", "contact_email"))
    linkable: set[UUID] = set()
    for start in range(0, len(unlinked), BATCH_SIZE):
        part = unlinked[start : start + BATCH_SIZE]
        waiting_emails = {user.email for user in waiting_accounts([email for _, email in part])}
        linkable |= {client_id for client_id, email in part if email.lower() in waiting_emails}
    yield from ((client_id, NOT_LINKED) for client_id in linkable)
    for clients in _clients_by_shared_address().values():
        for client_id, _ in clients:
            if client_id not in linkable:
                others = [name for other_id, name in clients if other_id != client_id]
                more = f" and {len(others) - 1} more" if len(others) > 1 else ""
                yield client_id, Reason("same_address", SHARED_POINTS, f"same address as {others[0]}{more}")


def _clients_by_shared_address() -> dict[str, list[tuple[UUID, str]]]:
    """The ids and names of clients that share an address, by address."""
    clients = Client.objects.filter(is_staff=False).annotate(address=Upper("contact_email"))
    shared = clients.values("address").annotate(n=Count("id")).filter(n__gt=1).values("address")
    by_address: dict[str, list[tuple[UUID, str]]] = {}
    rows = clients.filter(address__in=shared).order_by("created_at", "id")
    for client_id, name, address in rows.values_list("id", "company_name", "address"):
        by_address.setdefault(address, []).append((client_id, name))
    return by_address


def _with_address(email: str) -> QuerySet[Client]:
    return Client.objects.filter(contact_email__iexact=email)
