"""Creates users: by sign-up with a password or a code, or by a command that vouches for the address."""

from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet

from accounts import queries, validation
from accounts.errors import AlreadyRegistered, CodeSignUpsOff, MailTooSoon
from accounts.limits.buckets import Buckets
from accounts.models import Identity, User
from accounts.services import mails
from accounts.services.confirmation import SignUp, confirm
from accounts.services.cooldowns import Kind, cool_down
from accounts.services.flows import Redirect
from accounts.services.rate_limits import EmptyBucket, take
from accounts.services.sessions import Device, Grant, begin
from core.clock import now
from core.ids import uuid7

Metadata = dict[str, object]


def record_request(*, email: str) -> None:
    """Record that a request contained an address. Marks an unconfirmed account with that address as contested, because
    a user who types a code cannot know which request the code comes from.
    """
    _pending_users(email).update(is_contested=True)


def admit_request(*, mailbox: str, buckets: Buckets) -> EmptyBucket | None:
    """Record that a request contained `mailbox` ("" for none). Take from its buckets; returns the first empty bucket.

    Both run in one transaction for every request. If only requests for pending accounts committed a transaction, the
    response time would reveal that these accounts exist.
    """
    if mailbox:
        record_request(email=mailbox)
    return take(buckets=buckets)


def begin_pause(*, kind: Kind, email: str, device: Device) -> MailTooSoon | None:
    """Begin the pause between two mails. Returns MailTooSoon if the previous pause is not over.

    The error is returned, not raised, because the record of the request must be committed. The request is recorded
    again here, because the account may have been created during this request.
    """
    try:
        cool_down(kind=kind, email=email, device=device)
    except MailTooSoon as error:
        record_request(email=email)
        return error
    return None


def is_pending_address(email: str) -> bool:
    """Whether an unconfirmed account has this address, or an anonymous user is changing to it."""
    return _pending_users(email).exists()


def sign_up(
    *, email: str, password_hash: str, metadata: Metadata, device: Device, redirect: Redirect
) -> Grant | queries.Account | MailTooSoon:
    """Create a user. Returns a session if AUTH_AUTOCONFIRM is on, otherwise the account as the caller may see it.

    With confirmation, a taken address looks like a new one. If it is unconfirmed, the account gets another pending
    sign-up with its own mail, and is returned with the caller's input. If it is confirmed, a fake account without
    identities is returned. Returns MailTooSoon. Raises AlreadyRegistered only if AUTH_AUTOCONFIRM is on.
    """
    if not settings.AUTH_AUTOCONFIRM and (error := begin_pause(kind="confirmation", email=email, device=device)):
        return error
    user, created = _find_or_create(email)
    own = SignUp(password_hash, validation.without_server_keys(metadata))
    if settings.AUTH_AUTOCONFIRM:
        if not created:
            raise AlreadyRegistered
        confirm(user, own=own)
        return begin(user=user, method="password", device=device)
    if user.email_confirmed_at is not None:
        return queries.Account(_unsaved_user(email=email, metadata=metadata), [])
    mails.send_confirmation(user=user, sign_up=own, redirect=redirect)
    visible_account = queries.account(user)
    user.recovery_sent_at = None  # the caller must not see what others requested for this address
    user.user_metadata = {**own.metadata, **user.user_metadata}
    for identity in visible_account.identities:
        identity.identity_data = user.user_metadata
    return visible_account


def sign_up_anonymously(*, metadata: Metadata, device: Device) -> Grant:
    """Create an anonymous user. The returned session is the only way to sign in as them."""
    user = User.objects.create(is_anonymous=True, user_metadata=validation.without_server_keys(metadata))
    return begin(user=user, method="anonymous", device=device)


def send_code(
    *, device: Device, email: str, may_create: bool, metadata: Metadata, redirect: Redirect
) -> MailTooSoon | None:
    """Mail a sign-in code. Creates an account without a password for an unknown address.

    An unconfirmed account gets a confirmation mail instead. Raises CodeSignUpsOff; returns MailTooSoon.
    """
    if not may_create and not User.objects.filter(email=email, is_sso=False).exists():
        raise CodeSignUpsOff
    if error := begin_pause(kind="recovery", email=email, device=device):
        return error
    user, _ = _find_or_create(email)
    own = SignUp(metadata=validation.without_server_keys(metadata))
    if user.email_confirmed_at is None and settings.AUTH_AUTOCONFIRM:
        confirm(user, own=own)
    if user.email_confirmed_at is None:
        mails.send_confirmation(user=user, sign_up=own, redirect=redirect)
    else:
        mails.send_magic_link(user=user, redirect=redirect)
    return None


def create_confirmed_user(*, email: str, password_hash: str, full_name: str, company_name: str = "") -> UUID:
    """Create a user whose address needs no proof. Notifies the listeners of `ports.user_confirmed`.

    An unconfirmed account with this address may be a stranger's, so everything set in it is removed.
    Raises ValidationFailed for a bad address, AlreadyRegistered if a confirmed account has it.
    """
    metadata: Metadata = {"full_name": full_name, "company_name": company_name}
    user, _ = _find_or_create(validation.email(email))
    if user.email_confirmed_at is not None:
        raise AlreadyRegistered
    confirm(user, own=SignUp(password_hash, metadata))
    return user.id


def _pending_users(email: str) -> QuerySet[User]:
    named = Q(email=email, is_sso=False) | Q(new_email=email, is_anonymous=True)
    return User.objects.filter(named, email_confirmed_at=None)


def _find_or_create(email: str) -> tuple[User, bool]:
    """The locked account with this address, and whether it is new. A new account has none of the caller's input."""
    candidate = _unsaved_user(email=email, metadata={})
    identity_data = {"sub": str(candidate.id), "email": email, "email_verified": False, "phone_verified": False}
    defaults = {
        "id": candidate.id,
        "app_metadata": candidate.app_metadata,
        "user_metadata": identity_data,
        "created_at": candidate.created_at,
        "updated_at": candidate.updated_at,
    }
    user, created = User.objects.select_for_update().get_or_create(email=email, is_sso=False, defaults=defaults)
    if created:
        Identity.objects.create(user=user, provider="email", subject=str(user.id), identity_data=identity_data)
    elif user.email_confirmed_at is None and not user.is_contested:
        user.is_contested = True  # two concurrent first requests cannot see each other's record
        user.save(update_fields=["is_contested"])
    return user, created


def _unsaved_user(*, email: str, metadata: Metadata) -> User:
    at = now()
    app_metadata = {"provider": "email", "providers": ["email"]}
    return User(
        id=uuid7(), email=email, app_metadata=app_metadata, user_metadata=metadata, created_at=at, updated_at=at
    )
