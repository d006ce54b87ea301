"""A person is made: by themselves, or by a command that vouches for the address."""

from uuid import UUID

from django.conf import settings

from accounts import ports, queries, rules
from accounts.errors import AlreadyRegistered
from accounts.models import Identity, User
from accounts.services.sessions import Device, Grant, begin
from core.clock import now
from core.ids import uuid7

Metadata = dict[str, object]


def sign_up(*, email: str, password_hash: str, metadata: Metadata, device: Device) -> Grant | queries.Account:
    """Make a person. A session if addresses need no confirmation, else the account as the caller may see it.

    Where addresses are confirmed, a taken one looks like a new one: unconfirmed it is shown with what the caller has
    sent instead of what the first one did, confirmed a made-up account without identities is shown.
    Raises AlreadyRegistered otherwise.
    """
    user, created = _find_or_make(email=email, password_hash=password_hash, metadata=metadata)
    if settings.AUTH_AUTOCONFIRM:
        if not created:
            raise AlreadyRegistered
        _confirm(user, email=email)
        return begin(user=user, method="password", device=device)
    if created:
        user.confirmation_sent_at = now()
        user.save(update_fields=["confirmation_sent_at"])
    elif user.email_confirmed_at is not None:
        return queries.Account(_unsaved(email=email, metadata=metadata), [])
    shown = queries.account(user)
    user.user_metadata = _described(user, email=email, metadata=metadata)
    for identity in shown.identities:
        identity.identity_data = user.user_metadata
    return shown


def create_confirmed_user(*, email: str, password_hash: str, full_name: str, company_name: str = "") -> UUID:
    """Make a person whose address needs no proof; like any confirmed person they are told to `person_confirmed`.

    Raises ValidationFailed for a bad address, AlreadyRegistered for a taken one.
    """
    metadata: Metadata = {"full_name": full_name, "company_name": company_name}
    email = rules.email(email)
    user, created = _find_or_make(email=email, password_hash=password_hash, metadata=metadata)
    if not created:
        raise AlreadyRegistered
    _confirm(user, email=email)
    return user.id


def _find_or_make(*, email: str, password_hash: str, metadata: Metadata) -> tuple[User, bool]:
    made = _unsaved(email=email, metadata=metadata)
    described = _described(made, email=email, metadata=metadata)
    defaults = {
        "id": made.id,
        "password_hash": password_hash,
        "app_metadata": made.app_metadata,
        "user_metadata": described,
        "created_at": made.created_at,
        "updated_at": made.updated_at,
    }
    user, created = User.objects.get_or_create(email=email, is_sso=False, defaults=defaults)
    if created:
        Identity.objects.create(user=user, provider="email", subject=str(user.id), identity_data=described)
    return user, created


def _described(user: User, *, email: str, metadata: Metadata) -> Metadata:
    return {**metadata, "sub": str(user.id), "email": email, "email_verified": False, "phone_verified": False}


def _unsaved(*, email: str, metadata: Metadata) -> User:
    at = now()
    app_metadata = {"provider": "email", "providers": ["email"]}
    return User(
        id=uuid7(), email=email, app_metadata=app_metadata, user_metadata=metadata, created_at=at, updated_at=at
    )


def _confirm(user: User, *, email: str) -> None:
    at = now()
    user.email_confirmed_at = user.updated_at = at
    user.user_metadata = {**user.user_metadata, "email_verified": True}
    user.save(update_fields=["email_confirmed_at", "user_metadata", "updated_at"])
    identity = user.identities.get(provider="email")
    identity.identity_data = {**identity.identity_data, "email_verified": True}
    identity.save(update_fields=["identity_data"])
    ports.person_confirmed.tell(
        user_id=user.id,
        email=email,
        full_name=queries.typed_name(user, "full_name"),
        company_name=queries.typed_name(user, "company_name"),
        confirmed_at=at,
    )
