"""Links an account to the client that an admin chooses, if several clients have the account's address."""

from uuid import UUID

from accounts import access as accounts_access
from clients import access
from clients.errors import AlreadySignedUp, ClientNotFound, NoAccount
from clients.models import Client
from clients.queries.shared_addresses import waiting_accounts
from clients.services.audit_log import audit
from core.actor import Actor
from core.clock import now
from sync.log import changes, membership


def link_account(*, actor: Actor, client_id: UUID) -> Client:
    """Link a client to the account that signed up with its contact address. The client keeps its tier and status.

    Raises AdminsOnly, RecentProofNeeded, ClientNotFound, AlreadySignedUp, NoAccount.
    """
    access.must_be_admin(actor)
    accounts_access.must_have_recent_proof(actor)
    client = changes.locked(Client, client_id)
    if client is None:
        raise ClientNotFound
    if client.user_id is not None:
        raise AlreadySignedUp
    waiting = waiting_accounts([client.contact_email])
    if not waiting:
        raise NoAccount
    changes.update(client, user_id=waiting[0].id, updated_at=now())
    detail = {"company": client.company_name, "account": waiting[0].email}
    audit(actor_id=actor.id, action="client.account-linked", subject=str(client_id), **detail)
    membership.join(user_id=waiting[0].id)
    return client
