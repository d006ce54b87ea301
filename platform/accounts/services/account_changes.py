"""Changes of the caller's account: metadata, password, email address."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal
from uuid import UUID

from django.conf import settings

from accounts import access, ports, queries, validation
from accounts.errors import ChangeNeedsAal2, CurrentPasswordNeeded, EmailExists, NoAddressYet, NonceNeeded, SsoManaged
from accounts.models import Session, Slot, User
from accounts.services import flows, mails, registration
from accounts.services.confirmation import NEEDS_PASSWORD, SignUp
from accounts.services.flows import Redirect
from accounts.services.session_end import end
from core.actor import Actor
from core.clock import is_within, now
from mail import services as mail

RECENT_SIGN_IN = timedelta(hours=24)
Proof = Literal["nonce", "current_password"]
METHODS: dict[Proof, str] = {"nonce": "otp", "current_password": "password"}


@dataclass(frozen=True, slots=True)
class AccountChanges:
    """The requested changes; None leaves a field as it is."""

    metadata: dict[str, object] | None = None
    password_hash: str | None = None
    email: str | None = None


def check_change(
    *,
    caller: Actor,
    email: str | None,
    phone: str | None,
    changes_password: bool,
    has_nonce: bool,
    has_current_password: bool,
) -> Proof | None:
    """The proof that the endpoint has to check before the change, or None.

    Raises ChangeNeedsAal2, NoAddressYet, SsoManaged, EmailExists, NonceNeeded, CurrentPasswordNeeded, and what
    `access.signed_in_session` raises.
    """
    session = access.signed_in_session(caller)
    user = session.user
    changes_email = email is not None and email != user.email
    is_credential = changes_email or changes_password or phone is not None
    if is_credential and access.lacks_second_factor(session):
        raise ChangeNeedsAal2
    if user.is_anonymous and changes_password and email is None and phone is None:
        raise NoAddressYet
    if user.is_sso and is_credential:
        raise SsoManaged
    holders = User.objects.filter(email=email, is_sso=False, email_confirmed_at__isnull=False)
    if changes_email and holders.exclude(id=user.id).exists():
        raise EmailExists
    is_recent = is_within(RECENT_SIGN_IN, since=session.created_at)
    if changes_password and settings.AUTH_SECURE_PASSWORD_CHANGE and not is_recent:
        if not has_nonce:
            raise NonceNeeded
        return "nonce"
    given_proof: Proof | None = "nonce" if has_nonce else "current_password" if has_current_password else None
    if (changes_email or changes_password) and access.needs_proof(session, changes_email=changes_email):
        if given_proof is None:
            raise CurrentPasswordNeeded if user.password_hash else NonceNeeded
        return given_proof
    return None if is_credential else given_proof


def change_user(*, caller: Actor, changes: AccountChanges, proof: Proof | None, redirect: Redirect) -> queries.Account:
    """Change the caller's account. A new password ends their other sessions, mailed tokens and flows.

    A new address takes effect once it is confirmed, and once the old address, if there is one, has agreed. A checked
    `proof` is recorded in the session as a sign-in at this time.
    Raises ValidationFailed, EmailExists, and what `access.signed_in_session` raises.
    """
    session = access.signed_in_session(caller)
    user = User.objects.select_for_update().get(id=session.user_id)
    if proof is not None:
        _record_proof(session.id, proof)
        user.one_time_tokens.filter(slot=Slot.REAUTHENTICATION).delete()
    if changes.metadata is not None:
        user.user_metadata = _merged(user.user_metadata, changes.metadata)
    if changes.password_hash is not None and not user.is_anonymous:
        user.password_hash = changes.password_hash
        user.app_metadata = {name: value for name, value in user.app_metadata.items() if name != NEEDS_PASSWORD}
        flows.invalidate_mailed(user)
        user.flow_states.all().delete()
        for other in user.sessions.select_for_update().exclude(id=session.id).order_by("id"):
            end(other)
        if user.email:
            mail.send(kind="password_changed", to=user.email)
    if changes.email is not None and changes.email != user.email:
        user.is_contested = user.is_anonymous and registration.is_pending_address(changes.email)
        user.new_email, user.is_change_half_confirmed = changes.email, False
        user.one_time_tokens.filter(slot__in=(Slot.CHANGE_NEW, Slot.CHANGE_CURRENT)).delete()
    if changes != AccountChanges():
        user.updated_at = now()
        user.save()
    if changes.email is not None and changes.email != user.email:
        # An anonymous user's password is stored with the token, as in a sign-up, and set when they confirm the address.
        sign_up = SignUp(changes.password_hash or "") if user.is_anonymous else None
        mails.send_change(user=user, sign_up=sign_up, redirect=redirect)
    if changes.metadata is not None and user.email and user.email_confirmed_at is not None:
        ports.user_renamed.notify(
            user_id=user.id,
            email=user.email,
            full_name=queries.typed_name(user, "full_name"),
            company_name=queries.typed_name(user, "company_name"),
        )
    return queries.account(user)


def _record_proof(session_id: UUID, proof: Proof) -> None:
    session = Session.objects.select_for_update().get(id=session_id)
    others = [entry for entry in session.amr if entry.get("method") != METHODS[proof]]
    session.amr = [{"method": METHODS[proof], "timestamp": int(now().timestamp())}, *others]
    session.save(update_fields=["amr"])


def _merged(before: dict[str, object], data: dict[str, object]) -> dict[str, object]:
    merged = {**before, **validation.without_server_keys(data)}
    return validation.metadata({name: value for name, value in merged.items() if value is not None})
