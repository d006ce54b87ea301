"""A user's website data: their signup for news of a future product, found by their email address."""

from collections.abc import Iterator
from uuid import UUID

from accounts import queries as accounts
from accounts.ports.personal_data import Part, RowsToDelete
from accounts.queries.personal_data import table
from website.models import NotifySignup


def export(user_id: UUID) -> Iterator[Part]:
    yield table("notify_signups", NotifySignup.objects.filter(email=_address(user_id)), ("email", "created_at"))


def rows_to_delete(user_id: UUID) -> Iterator[RowsToDelete]:
    yield RowsToDelete(NotifySignup.objects.filter(email=_address(user_id)))


def _address(user_id: UUID) -> str | None:
    return accounts.address_of(user_id)
