"""Confirms a user's address. Other apps are notified of a user only when the address is confirmed."""

from dataclasses import dataclass, field

from accounts import ports, queries
from accounts.models import FlowState, OneTimeToken, PendingSignUp, User
from accounts.services.session_end import end
from core.clock import now

NEEDS_PASSWORD = "needs_password"


@dataclass(frozen=True, slots=True)
class SignUp:
    """The input of one sign-up: a password's hash, "" for none, and metadata."""

    password_hash: str = ""
    metadata: dict[str, object] = field(default_factory=dict)


def sign_up_of(token: OneTimeToken) -> SignUp | None:
    """The input of a token's sign-up, or None if the token was mailed for another purpose."""
    pending = PendingSignUp.objects.filter(token=token).first()
    return SignUp(pending.password_hash, pending.user_metadata) if pending else None


def confirm(user: User, *, own: SignUp | None, keep: FlowState | None = None) -> None:
    """Mark the address of `user` confirmed, and notify the listeners of `user_confirmed`.

    Anyone may have created the account, so everything set before is removed: sessions, mailed tokens, flows (except
    `keep`, which is being finished), pending sign-ups, password, metadata, factors, phone and identities. `own` is the
    input of the user's own sign-up, once they have proved that the sign-up and the address are theirs.
    """
    assert user.email is not None
    _clear_account(user, keep)
    at, sign_up = now(), own or SignUp()
    user.email_confirmed_at = user.updated_at = at
    user.password_hash = sign_up.password_hash
    identity_data = {"sub": str(user.id), "email": user.email, "phone_verified": False}
    user.user_metadata = {**identity_data, **sign_up.metadata, "email_verified": True}
    if not sign_up.password_hash:
        user.app_metadata = {**user.app_metadata, NEEDS_PASSWORD: True}
    user.save()
    for identity in user.identities.all():
        identity.identity_data, identity.updated_at = user.user_metadata, at
        identity.save(update_fields=["identity_data", "updated_at"])
    ports.user_confirmed.notify(
        user_id=user.id,
        email=user.email,
        full_name=queries.typed_name(user, "full_name"),
        company_name=queries.typed_name(user, "company_name"),
        confirmed_at=at,
        may_create=own is not None,
    )


def delete_unconfirmed(*, email: str, except_for: User) -> None:
    """Delete the unconfirmed account with this address, because the user `except_for` owns the address."""
    for user in User.objects.select_for_update().filter(email=email, is_sso=False, email_confirmed_at=None):
        if user.id != except_for.id:
            _clear_account(user, None)
            user.delete()


def _clear_account(user: User, keep: FlowState | None) -> None:
    for session in user.sessions.select_for_update().order_by("id"):
        end(session)
    user.one_time_tokens.all().delete()
    (user.flow_states.exclude(id=keep.id) if keep else user.flow_states.all()).delete()
    user.factors.all().delete()
    user.recovery_codes.all().delete()
    user.identities.exclude(provider="email").delete()
    user.phone = user.new_email = None
    user.is_contested = user.is_change_half_confirmed = False
