"""Adds and removes admins, in the transaction of the caller."""

from uuid import UUID

from accounts import queries as accounts_queries
from accounts import services as accounts
from accounts.errors import AlreadyRegistered
from clients import ports
from clients.errors import LastAdmin, NotAnAdmin
from clients.models import Admin, Client
from clients.services.audit_log import audit
from core.clock import now
from core.ids import uuid7
from sync.log import changes, membership, streams


def create_admin(*, email: str, name: str, password_hash: str) -> tuple[Admin, bool]:
    """Make the user with `email` an admin; creates a missing account. Returns the admin and whether the account is new.

    An unconfirmed account counts as missing, because anybody may have signed up with this address. Safe to repeat.
    Raises what `create_confirmed_user` raises.
    """
    user = accounts_queries.user_by_email(email)
    is_new = user is None or not user.confirmed
    has_unlinked_row = Client.objects.filter(user=None, contact_email__iexact=email).exists()
    if user is None or not user.confirmed:
        try:
            user_id = accounts.create_confirmed_user(email=email, password_hash=password_hash, full_name=name)
        except AlreadyRegistered:  # another transaction has created the account, which is visible now
            return create_admin(email=email, name=name, password_hash=password_hash)
    else:
        user_id = user.id
    client_row = _locked_client_row(user_id)
    existing = Admin.objects.filter(user_id=user_id).first()
    if existing is not None:
        return existing, False
    admin = Admin(id=uuid7(), user_id=user_id, name=name, email=email.lower())
    changes.insert(admin)
    if client_row is not None:
        # If the account is new and no admin had added the client row, `create_confirmed_user` has created that row.
        _retire_client_row(client_row, is_new=is_new and not has_unlinked_row, user_id=user_id)
    membership.join(user_id=user_id)
    audit(actor_id=None, action="admin.created", subject=str(user_id), subject_email=email.lower())
    return admin, is_new


def remove_admin(*, email: str, may_be_last: bool = False) -> None:
    """Remove an admin's role. A former client becomes a client again, and the notices for the admin are deleted.

    The account stays. Raises NotAnAdmin, and LastAdmin unless `may_be_last`.
    """
    user = accounts_queries.user_by_email(email)
    if user is None:
        raise NotAnAdmin
    client_row = _locked_client_row(user.id)
    admin_id = Admin.objects.filter(user_id=user.id).values_list("id", flat=True).first()
    admin = None if admin_id is None else changes.locked(Admin, admin_id)
    if admin is None:
        raise NotAnAdmin
    # Lock all admins, because two transactions that remove the last two admins would otherwise each see the other one.
    admins = Admin.objects.select_for_update(no_key=True).order_by("id").values_list("id", flat=True)
    if not may_be_last and set(admins) == {admin.id}:
        raise LastAdmin
    changes.delete(admin)
    ports.admin_removed.call(user_id=user.id)
    if client_row is not None:
        changes.update(client_row, is_staff=False, updated_at=now())
    membership.leave(user_id=user.id, stream=streams.ADMINS)
    membership.join(user_id=user.id)
    audit(actor_id=None, action="admin.removed", subject=str(user.id), subject_email=email.lower())


def _locked_client_row(user_id: UUID) -> Client | None:
    """The user's client row. Both services lock it first, so that changes of one user's role run one after another."""
    return Client.objects.select_for_update(no_key=True).filter(user_id=user_id).first()


def _retire_client_row(client_row: Client, *, is_new: bool, user_id: UUID) -> None:
    """Delete a new admin's client row if this transaction has created it, else mark it as staff."""
    if is_new:
        audit(actor_id=None, action="client.removed", subject=str(client_row.id))
        changes.delete(client_row)
        return
    changes.update(client_row, is_staff=True, updated_at=now())
    membership.leave(user_id=user_id, stream=streams.client(client_row.id))
    audit(actor_id=None, action="client.marked-staff", subject=str(client_row.id))
