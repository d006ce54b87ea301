"""A person is made: by themselves, with a password or by a code, or by a command that vouches for the address."""

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
from accounts.services.flows import WayBack
from accounts.services.rate_limits import Empty, take
from accounts.services.sessions import Device, Grant, begin
from core.clock import now
from core.ids import uuid7

Metadata = dict[str, object]


def note_request(*, email: str) -> None:
    """Note that a request has named an address. If an unconfirmed account has it, that one is contested from now on:
    whoever types a code cannot tell whose request it comes from.
    """
    _pending(email).update(is_contested=True)


def admit(*, mailbox: str, buckets: Buckets) -> Empty | None:
    """Note that a request has named `mailbox`, "" for none, and take from its buckets; the first that is empty.

    Both in one transaction, so that noting a pending account costs no commit that an unknown address would not cost.
    """
    if mailbox:
        note_request(email=mailbox)
    return take(buckets=buckets)


def too_soon(*, kind: Kind, email: str, device: Device) -> MailTooSoon | None:
    """Begin the pause between two mails; the error if the former pause is not over.

    It is returned, because the request has named the address all the same, and that is stored. It is noted once more
    here: the account can have been made since the request came in.
    """
    try:
        cool_down(kind=kind, email=email, device=device)
    except MailTooSoon as refused:
        note_request(email=email)
        return refused
    return None


def is_named(email: str) -> bool:
    """Whether an unconfirmed account has, or is about to have, this address."""
    return _pending(email).exists()


def sign_up(
    *, email: str, password_hash: str, metadata: Metadata, device: Device, way_back: WayBack
) -> Grant | queries.Account | MailTooSoon:
    """Make a person. A session if addresses need no confirmation, else the account as the caller may see it.

    Where addresses are confirmed, a taken one looks like a new one: unconfirmed it gets another pending sign-up with a
    mail of its own, and is shown with what the caller has sent; confirmed a made-up account without identities is shown.
    Raises AlreadyRegistered otherwise; returns MailTooSoon.
    """
    if not settings.AUTH_AUTOCONFIRM and (refused := too_soon(kind="confirmation", email=email, device=device)):
        return refused
    user, created = _find_or_make(email)
    own = SignUp(password_hash, validation.unowned(metadata))
    if settings.AUTH_AUTOCONFIRM:
        if not created:
            raise AlreadyRegistered
        confirm(user, own=own)
        return begin(user=user, method="password", device=device)
    if user.email_confirmed_at is not None:
        return queries.Account(_unsaved(email=email, metadata=metadata), [])
    mails.send_confirmation(user=user, sign_up=own, way_back=way_back)
    shown = queries.account(user)
    user.recovery_sent_at = None  # what others requested for this address is no business of the caller's
    user.user_metadata = {**own.metadata, **user.user_metadata}
    for identity in shown.identities:
        identity.identity_data = user.user_metadata
    return shown


def sign_up_anonymously(*, metadata: Metadata, device: Device) -> Grant:
    """Make a person of whom nobody knows anything; this session is all that leads to them."""
    user = User.objects.create(is_anonymous=True, user_metadata=validation.unowned(metadata))
    return begin(user=user, method="anonymous", device=device)


def send_code(
    *, device: Device, email: str, may_create: bool, metadata: Metadata, way_back: WayBack
) -> MailTooSoon | None:
    """Mail a code to sign in with; an unknown address gets an account without a password first.

    An account that is not confirmed is confirmed by what it gets. Raises CodeSignUpsOff; returns MailTooSoon.
    """
    if not may_create and not User.objects.filter(email=email, is_sso=False).exists():
        raise CodeSignUpsOff
    if refused := too_soon(kind="recovery", email=email, device=device):
        return refused
    user, _ = _find_or_make(email)
    own = SignUp(metadata=validation.unowned(metadata))
    if user.email_confirmed_at is None and settings.AUTH_AUTOCONFIRM:
        confirm(user, own=own)
    if user.email_confirmed_at is None:
        mails.send_confirmation(user=user, sign_up=own, way_back=way_back)
    else:
        mails.send_magic_link(user=user, way_back=way_back)
    return None


def create_confirmed_user(*, email: str, password_hash: str, full_name: str, company_name: str = "") -> UUID:
    """Make a person whose address needs no proof; like any confirmed person they are told to `person_confirmed`.

    An unconfirmed account with this address may be a stranger's, so it is taken over and everything set in it is void.
    Raises ValidationFailed for a bad address, AlreadyRegistered for one that a confirmed account has.
    """
    metadata: Metadata = {"full_name": full_name, "company_name": company_name}
    user, _ = _find_or_make(validation.email(email))
    if user.email_confirmed_at is not None:
        raise AlreadyRegistered
    confirm(user, own=SignUp(password_hash, metadata))
    return user.id


def _pending(email: str) -> QuerySet[User]:
    named = Q(email=email, is_sso=False) | Q(new_email=email, is_anonymous=True)
    return User.objects.filter(named, email_confirmed_at=None)


def _find_or_make(email: str) -> tuple[User, bool]:
    """The locked account with this address, and whether it is new. A new one has nothing of what the caller sent."""
    made = _unsaved(email=email, metadata={})
    described = {"sub": str(made.id), "email": email, "email_verified": False, "phone_verified": False}
    defaults = {
        "id": made.id,
        "app_metadata": made.app_metadata,
        "user_metadata": described,
        "created_at": made.created_at,
        "updated_at": made.updated_at,
    }
    user, created = User.objects.select_for_update().get_or_create(email=email, is_sso=False, defaults=defaults)
    if created:
        Identity.objects.create(user=user, provider="email", subject=str(user.id), identity_data=described)
    elif user.email_confirmed_at is None and not user.is_contested:
        user.is_contested = True  # two first requests at once: neither has noted the other
        user.save(update_fields=["is_contested"])
    return user, created


def _unsaved(*, email: str, metadata: Metadata) -> User:
    at = now()
    app_metadata = {"provider": "email", "providers": ["email"]}
    return User(
        id=uuid7(), email=email, app_metadata=app_metadata, user_metadata=metadata, created_at=at, updated_at=at
    )
