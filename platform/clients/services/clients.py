"""Writes of client rows; each in the transaction of its caller."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import Q

from clients import access
from clients.errors import ClientNotFound, NoCompany
from clients.models import Admin, Client, Source, Status, Tier
from clients.services.audit_log import audit
from clients.websites import normalise
from core.actor import Actor
from core.clock import now
from core.ids import uuid7
from core.text import is_visible
from sync.log import changes, membership


@dataclass(frozen=True, slots=True)
class Site:
    """A client's website. If `has_weekly_scan`, the client is active, signed up and not staff."""

    client_id: UUID
    user_id: UUID | None
    url: str | None
    has_weekly_scan: bool


def link_or_create_client(
    *, user_id: UUID, email: str, full_name: str, company_name: str, confirmed_at: datetime, may_create: bool
) -> None:
    """Give a user whose email address was just confirmed their client row.

    If exactly one unlinked row has that address, links the row, which keeps its tier and status. If several rows have
    it, changes nothing, because an admin decides. If no row has it and `may_create`, creates one (basic, inactive).
    """
    if Client.objects.filter(user_id=user_id).exists():
        return
    unlinked = list(Client.objects.select_for_update(no_key=True).filter(user=None, contact_email__iexact=email)[:2])
    if len(unlinked) > 1:
        audit(actor_id=user_id, action="client.link-undecided", subject=str(user_id), subject_email=email)
        return
    if unlinked:
        changes.update(unlinked[0], user_id=user_id, updated_at=now())
        audit(actor_id=user_id, action="client.linked", subject=str(unlinked[0].id))
        membership.join(user_id=user_id)
    elif may_create:
        _create_own(user_id, email, full_name, company_name)


def create_named_client(*, user_id: UUID, email: str, full_name: str, company_name: str) -> None:
    """Create the client row of a user who was confirmed without a sign-up and has now entered their company.

    Does nothing if an unlinked row has the same address, because an admin decides about that row.
    """
    exists = Client.objects.filter(Q(user_id=user_id) | Q(user=None, contact_email__iexact=email)).exists()
    if company_name and not exists and not Admin.objects.filter(user_id=user_id).exists():
        _create_own(user_id, email, full_name, company_name)


def _create_own(user_id: UUID, email: str, full_name: str, company_name: str) -> None:
    client = create_client(
        company_name=company_name or full_name or email,
        contact_name=full_name or email,
        contact_email=email,
        status=Status.INACTIVE,
        user_id=user_id,
        is_staff=Admin.objects.filter(user_id=user_id).exists(),
    )
    audit(actor_id=user_id, action="client.created", subject=str(client.id))
    membership.join(user_id=user_id)


def create_client(
    *,
    company_name: str,
    contact_name: str,
    contact_email: str,
    phone: str = "",
    website_url: str | None = None,
    tier: str = Tier.BASIC,
    status: str = Status.ACTIVE,
    user_id: UUID | None = None,
    is_staff: bool = False,
    created_at: datetime | None = None,
) -> Client:
    """Store a new client row. Without `user_id` the row is unlinked until a user signs up with its address."""
    timestamp = created_at or now()
    client = Client(
        id=uuid7(),
        user_id=user_id,
        company_name=company_name,
        contact_name=contact_name,
        contact_email=contact_email,
        phone=phone,
        website_url=website_url,
        subscription_tier=tier,
        subscription_status=status,
        is_staff=is_staff,
        created_at=timestamp,
        updated_at=timestamp,
    )
    changes.insert(client)
    return client


def save_website(*, actor: Actor, website_url: str, service_areas: str | None) -> Client:
    """Store the URL of the client's own website, and the client's service areas. Empty areas are stored as None.

    Raises ClientNotFound (admins have no website), BadWebsite.
    """
    actor_membership = access.membership_of(actor)
    if actor_membership is None or actor_membership.client_id is None:
        raise ClientNotFound
    new_values = _cleaned_site({"website_url": website_url, "service_areas": service_areas})
    client = Client.objects.select_for_update(no_key=True).get(id=actor_membership.client_id)
    if differing := changes.differing(client, **new_values):
        changes.update(client, updated_at=now(), **differing)
    return client


def _cleaned_site(site: Mapping[str, str | None]) -> dict[str, str | None]:
    """The website's URL and the service areas in the form in which they are stored. Raises BadWebsite."""
    cleaned: dict[str, str | None] = {}
    website_url = site.get("website_url")
    if website_url is not None:
        cleaned["website_url"] = normalise(website_url, settings.SCAN_PRIVATE)
    if "service_areas" in site:
        cleaned["service_areas"] = (site["service_areas"] or "").strip() or None
    return cleaned


def save_own(
    *,
    actor: Actor,
    company_name: str | None = None,
    notify_messages: bool | None = None,
    notify_reports: bool | None = None,
    site: Mapping[str, str | None] | None = None,
) -> Client:
    """Change a client's own settings. None leaves a field unchanged.

    `site` may have the website's URL and the service areas; None removes the service areas. Raises ClientNotFound
    (admins have no client), NoCompany, BadWebsite.
    """
    actor_membership = access.membership_of(actor)
    if actor_membership is None or actor_membership.client_id is None:
        raise ClientNotFound
    flags = {"notify_messages": notify_messages, "notify_reports": notify_reports}
    new_values: dict[str, object] = {name: value for name, value in flags.items() if value is not None}
    if company_name is not None:
        new_values["company_name"] = company_name.strip()
        if not is_visible(company_name):
            raise NoCompany
    new_values |= _cleaned_site(site or {})
    client = Client.objects.select_for_update(no_key=True).get(id=actor_membership.client_id)
    if differing := changes.differing(client, **new_values):
        changes.update(client, updated_at=now(), **differing)
    return client


def stop_reports(*, client_id: UUID) -> None:
    """Turn off a client's notifications of reports and the weekly email. A repeated call changes nothing."""
    client = Client.objects.select_for_update(no_key=True).filter(id=client_id).first()
    if client is not None and client.notify_reports:
        changes.update(client, notify_reports=False, updated_at=now())


def locked_site(*, client_id: UUID) -> Site | None:
    """A client's website, with the row locked until this transaction ends; None if the client does not exist."""
    client = Client.objects.select_for_update(no_key=True).filter(id=client_id).first()
    return None if client is None else _site_of(client)


def follow_billing(*, client_id: UUID, is_paid: bool) -> None:
    """Set a client's status by payment, unless an admin has deactivated the client."""
    client = Client.objects.select_for_update(no_key=True).get(id=client_id)
    status = Status.ACTIVE if is_paid else Status.INACTIVE
    is_deactivated_by_admin = client.status_source == Source.ADMIN and client.subscription_status == Status.INACTIVE
    if client.subscription_status != status and not is_deactivated_by_admin:
        changes.update(client, subscription_status=status, status_source=Source.BILLING, updated_at=now())


def set_property(*, client_id: UUID, property_id: str | None, property_name: str | None) -> str | None:
    """Connect a client to a Google Analytics property, or to none. Returns the id of the previous property."""
    client = Client.objects.select_for_update(no_key=True).get(id=client_id)
    previous_id = client.ga4_property_id
    if (previous_id, client.ga4_property_name) != (property_id, property_name):
        changes.update(client, ga4_property_id=property_id, ga4_property_name=property_name, updated_at=now())
    return previous_id


def _site_of(client: Client) -> Site:
    has_weekly_scan = client.subscription_status == Status.ACTIVE and client.user_id is not None and not client.is_staff
    return Site(client.id, client.user_id, client.website_url, has_weekly_scan)
