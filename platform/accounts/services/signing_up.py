"""A person is made: by themselves, with a password or by a code, or by a command that vouches for the address."""

from uuid import UUID

from django.conf import settings

from accounts import queries, rules
from accounts.errors import AlreadyRegistered, CodeSignUpsOff
from accounts.models import Identity, User
from accounts.services import mailing
from accounts.services.confirming import confirm
from accounts.services.flows import WayBack
from accounts.services.sessions import Device, Grant, begin
from core.clock import now
from core.ids import uuid7

Metadata = dict[str, object]


def sign_up(
    *, email: str, password_hash: str, metadata: Metadata, device: Device, way_back: WayBack
) -> Grant | queries.Account:
    """Make a person. A session if addresses need no confirmation, else the account as the caller may see it.

    Where addresses are confirmed, a taken one looks like a new one: unconfirmed it gets another mail, and is shown
    with what the caller has sent instead of what the first one did; confirmed a made-up account without identities
    is shown. Raises AlreadyRegistered otherwise, MailTooSoon.
    """
    user, created = _find_or_make(email=email, password_hash=password_hash, metadata=metadata)
    if settings.AUTH_AUTOCONFIRM:
        if not created:
            raise AlreadyRegistered
        confirm(user)
        return begin(user=user, method="password", device=device)
    if user.email_confirmed_at is not None:
        return queries.Account(_unsaved(email=email, metadata=metadata), [])
    mailing.send_confirmation(user=user, way_back=way_back)
    shown = queries.account(user)
    user.user_metadata = _described(user, email=email, metadata=metadata)
    for identity in shown.identities:
        identity.identity_data = user.user_metadata
    return shown


def sign_up_anonymously(*, metadata: Metadata, device: Device) -> Grant:
    """Make a person of whom nobody knows anything; this session is all that leads to them."""
    user = User.objects.create(is_anonymous=True, user_metadata=rules.unowned(metadata))
    return begin(user=user, method="anonymous", device=device)


def send_code(*, email: str, may_create: bool, metadata: Metadata, way_back: WayBack) -> None:
    """Mail a code to sign in with; an unknown address gets an account without a password first.

    An account that is not confirmed is confirmed by what it gets. Raises CodeSignUpsOff, MailTooSoon.
    """
    if not may_create and not User.objects.filter(email=email, is_sso=False).exists():
        raise CodeSignUpsOff
    user, _ = _find_or_make(email=email, password_hash="", metadata=metadata)
    if user.email_confirmed_at is None and settings.AUTH_AUTOCONFIRM:
        confirm(user)
    if user.email_confirmed_at is None:
        mailing.send_confirmation(user=user, way_back=way_back)
    else:
        mailing.send_magic_link(user=user, way_back=way_back)


def create_confirmed_user(*, email: str, password_hash: str, full_name: str, company_name: str = "") -> UUID:
    """Make a person whose address needs no proof; like any confirmed person they are told to `person_confirmed`.

    Raises ValidationFailed for a bad address, AlreadyRegistered for a taken one.
    """
    metadata: Metadata = {"full_name": full_name, "company_name": company_name}
    email = rules.email(email)
    user, created = _find_or_make(email=email, password_hash=password_hash, metadata=metadata)
    if not created:
        raise AlreadyRegistered
    confirm(user)
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
    user, created = User.objects.select_for_update().get_or_create(email=email, is_sso=False, defaults=defaults)
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
