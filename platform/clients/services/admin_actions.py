"""Writes by admins: they add, edit, activate, deactivate and invite clients. Each action is audited."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings

from accounts import access as accounts_access
from accounts import services as accounts
from clients import access
from clients.client_details import Detail, clean_details
from clients.errors import AlreadySignedUp, ClientIdTaken, ClientNotFound
from clients.models import Client, Source, Status
from clients.queries import shared_addresses
from clients.services.audit_log import audit
from core.actor import Actor
from core.clock import now
from mail import services as mail
from sync.log import changes


@dataclass(frozen=True, slots=True)
class StoredClient:
    """A stored client; `first` is false if an earlier call stored it."""

    client: Client
    first: bool


@dataclass(frozen=True, slots=True)
class Invitation:
    """The sign-up link, with the client's details filled in, and the address to which it is emailed."""

    link: str
    sent_to: str


def add_client(
    *, actor: Actor, new_id: UUID, details: Mapping[str, Detail], status: Status = Status.ACTIVE
) -> StoredClient:
    """Store a client who has not signed up yet. A repeated call changes nothing.

    Raises AdminsOnly, BadDetail (also for an address that another client has), ClientIdTaken.
    """
    access.must_be_admin(actor)
    cleaned = clean_details(details)
    shared_addresses.check_is_free(cleaned["contact_email"] or "", client_id=new_id)
    timestamp = now()
    client = Client(
        id=new_id,
        user=None,
        subscription_status=status,
        # An inactive client gets access by a payment, as after a sign-up. An active client has access without one.
        status_source=Source.ADMIN if status == Status.ACTIVE else Source.BILLING,
        created_at=timestamp,
        updated_at=timestamp,
        **cleaned,
    )
    if not changes.ensure(client):
        stored = Client.objects.get(id=new_id)
        if changes.differing(stored, subscription_status=status, **cleaned):
            raise ClientIdTaken
        return StoredClient(stored, first=False)
    audit(actor_id=actor.id, action="client.added", subject=str(new_id), company=client.company_name)
    return StoredClient(client, first=True)


def edit_client(
    *, actor: Actor, client_id: UUID, details: Mapping[str, Detail], status: Status | None = None
) -> Client:
    """Change the details of a client. A new `status` activates or deactivates the client, as `set_access` does.

    Raises AdminsOnly, BadDetail (also for a new address that another client has), ClientNotFound, and
    RecentProofNeeded for a new address of a client who has not signed up, because the owner of that address will get
    the client's data.
    """
    access.must_be_admin(actor)
    cleaned = clean_details(details)
    client = _locked(client_id)
    differing = changes.differing(client, **cleaned)
    if "contact_email" in differing:
        shared_addresses.check_is_free(differing["contact_email"] or "", client_id=client_id)
        if client.user_id is None:
            accounts_access.must_have_recent_proof(actor)
    if differing:
        differences = {name: f"{getattr(client, name) or '—'} → {value or '—'}" for name, value in differing.items()}
        changes.update(client, **differing, updated_at=now())
        audit(
            actor_id=actor.id,
            action="client.edited",
            subject=str(client_id),
            company=client.company_name,
            **differences,
        )
    if status is not None and status != client.subscription_status:
        [client] = set_access(actor=actor, client_ids=[client_id], status=status, source=Source.ADMIN)
    return client


def set_access(*, actor: Actor, client_ids: Sequence[UUID], status: Status, source: Source) -> list[Client]:
    """Activate or deactivate all of these clients or none. If `source` is billing, later payments change their status.

    Raises AdminsOnly, ClientNotFound (one of the clients does not exist).
    """
    access.must_be_admin(actor)
    # Lock the rows in the order of their ids, so that two admins who switch several clients cannot deadlock.
    clients = [_locked(client_id) for client_id in sorted(set(client_ids))]
    for client in clients:
        if (client.subscription_status, client.status_source) == (status, source):
            continue
        former_status, former_source = client.subscription_status, client.status_source
        changes.update(client, subscription_status=status, status_source=source, updated_at=now())
        if former_status != status:
            action = "client.activated" if status == Status.ACTIVE else "client.deactivated"
            audit(actor_id=actor.id, action=action, subject=str(client.id), company=client.company_name)
        else:  # only whether payments may change the status is different
            change = {"status_source": f"{former_source} → {source.value}"}
            audit(
                actor_id=actor.id,
                action="client.edited",
                subject=str(client.id),
                company=client.company_name,
                **change,
            )
    return clients


def invite(*, actor: Actor, client_id: UUID) -> Invitation:
    """Email a sign-up link to a client who has not signed up. Raises AdminsOnly, ClientNotFound, AlreadySignedUp."""
    access.must_be_admin(actor)
    client = _locked(client_id)
    if client.user_id is not None:
        raise AlreadySignedUp
    accounts.record_request(email=client.contact_email.lower())
    prefill = {"email": client.contact_email, "name": client.contact_name, "company": client.company_name}
    link = f"{settings.SITE_URL}/auth?{urlencode({'mode': 'signup', **prefill})}"
    mail.send(kind="invite", to=client.contact_email, link=link)
    audit(actor_id=actor.id, action="client.invited", subject=str(client_id), company=client.company_name)
    return Invitation(link, client.contact_email)


def _locked(client_id: UUID) -> Client:
    client = changes.locked(Client, client_id)
    if client is None:
        raise ClientNotFound
    return client
