"""Reads of clients, admins, and reasons for attention."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from django.db import connection
from django.db.models import Q
from django.db.models.functions import Lower

from clients import access, ports
from clients.errors import ClientNotFound
from clients.models import Admin, Attention, Client, Status
from core.actor import Actor
from core.clock import now
from sync.sql import raw_sql

Order = Literal["created_at", "company_name"]
IDS_AT_A_TIME = 500


@dataclass(frozen=True, slots=True)
class Plan:
    """The values that select a client's language model: the plan's level, and the client's preferred model, if any."""

    level: str | None
    model: str | None


@dataclass(frozen=True, slots=True)
class Contact:
    """A client's user, and the notification settings."""

    user_id: UUID
    client_id: UUID
    company_name: str
    notify_messages: bool
    notify_reports: bool


@dataclass(frozen=True, slots=True)
class ClientPage:
    """A page of clients. `next` is the id of the page's last client, or None on the last page."""

    rows: Sequence[Client]
    next: UUID | None


def visible_clients(*, actor: Actor, order: Order, after: UUID | None, limit: int) -> ClientPage | Client | None:
    """A page of all clients for an admin, their own row for a client, None for a user without a role.

    Raises CardRequired, ClientNotFound (no client has the id `after`).
    """
    membership = access.membership_of(actor)
    if membership is None:
        return None
    if membership.client_id is not None:
        return Client.objects.get(id=membership.client_id)
    rows = Client.objects.annotate(name=Lower("company_name"))
    sign, comparison, field = ("", "gt", "name") if order == "company_name" else ("-", "lt", "created_at")
    if after is not None:
        last = rows.filter(id=after).first()
        if last is None:
            raise ClientNotFound
        value = getattr(last, field)
        rows = rows.filter(Q(**{f"{field}__{comparison}": value}) | Q(**{field: value, f"id__{comparison}": after}))
    page = list(rows.order_by(f"{sign}{field}", f"{sign}id")[: limit + 1])
    return ClientPage(page[:limit], page[limit - 1].id if len(page) > limit else None)


def contacts(*, user_ids: Collection[UUID]) -> list[Contact]:
    """The client users among these, with their notification settings."""
    rows = Client.objects.filter(user_id__in=user_ids).order_by("user_id")
    return [
        Contact(one.user_id, one.id, one.company_name, one.notify_messages, one.notify_reports)
        for one in rows
        if one.user_id
    ]


def contact_of(*, client_id: UUID) -> Contact | None:
    """A client's user, or None if the client does not exist or has not signed up."""
    user_ids = users_of(client_id=client_id)
    return contacts(user_ids=user_ids)[0] if user_ids else None


def users_of(*, client_id: UUID) -> list[UUID]:
    """The signed-up user of a client: one id, or none."""
    rows = Client.objects.filter(id=client_id, user__isnull=False, is_staff=False)
    return [user_id for user_id in rows.values_list("user_id", flat=True) if user_id is not None]


def admins() -> list[UUID]:
    """The user ids of all admins."""
    return list(Admin.objects.order_by("user_id").values_list("user_id", flat=True))


def locked_admins() -> set[UUID]:
    """The user ids of all admins. Locks their rows, so that the removal of an admin waits for this transaction, and
    then also deletes the rows that this transaction has written for that admin."""
    # SQLite needs no lock, because it has one writer at a time.
    key_share = " FOR KEY SHARE" if connection.vendor == "postgresql" else ""
    rows = raw_sql.rows(f"SELECT user_id FROM admins ORDER BY user_id{key_share}", [])
    return {raw_sql.uuid(user_id) for (user_id,) in rows}


def companies_of(client_ids: Collection[UUID]) -> dict[UUID, str]:
    """The company name of each client; "" if the client does not exist."""
    names = Client.objects.filter(id__in=client_ids).values_list("id", "company_name")
    return dict.fromkeys(client_ids, "") | dict(names)


def is_contact(email: str) -> bool:
    """Whether any client has this contact email address."""
    return Client.objects.filter(contact_email__iexact=email).exists()


def client_of(*, user_id: UUID) -> UUID | None:
    """The client of a user, or None if the user has none."""
    return Client.objects.filter(user_id=user_id).values_list("id", flat=True).first()


def clients_of(*, user_id: UUID) -> list[UUID]:
    """The client of a user as a list for `__in` lookups: one id, or none."""
    return list(Client.objects.filter(user_id=user_id).values_list("id", flat=True))


def plan_of(*, client_id: UUID | None) -> Plan:
    """The plan of a client. For None, as for an admin without a client, both fields are None."""
    rows = Client.objects.filter(id=client_id) if client_id is not None else Client.objects.none()
    row = rows.values_list("plan_level", "model_preference").first()
    return Plan(*row) if row is not None else Plan(None, None)


def signed_up_users() -> list[UUID]:
    """The user ids of all signed-up clients, without those of admins."""
    return list(Client.objects.filter(user__isnull=False, is_staff=False).values_list("user_id", flat=True))


def clients_with_weekly_email() -> list[UUID]:
    """The clients that get the weekly email: active, signed up, and with notifications of reports on."""
    rows = Client.objects.filter(
        subscription_status=Status.ACTIVE, notify_reports=True, user__isnull=False, is_staff=False
    )
    return list(rows.order_by("id").values_list("id", flat=True))


def clients_with_weekly_scan(*, after: UUID | None, limit: int) -> list[UUID]:
    """At most `limit` clients whose website is scanned weekly, ordered by id, from the one after `after` on.

    Such a client is active, has signed up, and has a website.
    """
    rows = Client.objects.filter(
        subscription_status=Status.ACTIVE, user__isnull=False, is_staff=False, website_url__isnull=False
    )
    if after is not None:
        rows = rows.filter(id__gt=after)
    return list(rows.order_by("id").values_list("id", flat=True)[:limit])


def property_of(*, client_id: UUID) -> tuple[UUID, str] | None:
    """The user and the Google Analytics property of a client, or None unless it has both."""
    row = Client.objects.filter(id=client_id).values_list("user_id", "ga4_property_id").first()
    return (row[0], row[1]) if row and row[0] and row[1] else None


def property_name(*, client_id: UUID) -> str | None:
    """The name of a client's Google Analytics property, or None without one."""
    return Client.objects.filter(id=client_id).values_list("ga4_property_name", flat=True).first()


def clients_with_property() -> list[UUID]:
    """The signed-up clients that are connected to a Google Analytics property."""
    rows = Client.objects.filter(user__isnull=False, ga4_property_id__isnull=False, is_staff=False)
    return list(rows.order_by("id").values_list("id", flat=True))


def has_admin() -> bool:
    """Whether this installation has an admin."""
    return Admin.objects.exists()


def outdated_attention() -> dict[UUID, list[ports.Reason]]:
    """The clients whose attention rows are out of date, with their current reasons, most points first.

    The row of a client without reasons must be deleted.
    """
    reasons_by_client = ports.attention.collect()
    stored = {row.id: row for row in Attention.objects.all()}
    existing_ids = _existing_ids(list(reasons_by_client))
    timestamp = now()
    outdated = {}
    for client_id in {*stored, *existing_ids}:
        reasons = reasons_by_client[client_id] if client_id in existing_ids else []
        row = stored.get(client_id)
        is_snooze_over = row is not None and row.snoozed_until is not None and row.snoozed_until <= timestamp
        if is_snooze_over or (row.reasons if row is not None else []) != [reason.as_json() for reason in reasons]:
            outdated[client_id] = reasons
    return outdated


def _existing_ids(client_ids: list[UUID]) -> set[UUID]:
    """Those of the ids whose clients exist and are not marked as staff."""
    existing_ids: set[UUID] = set()
    for start in range(0, len(client_ids), IDS_AT_A_TIME):
        part = Client.objects.filter(id__in=client_ids[start : start + IDS_AT_A_TIME], is_staff=False)
        existing_ids |= set(part.values_list("id", flat=True))
    return existing_ids
