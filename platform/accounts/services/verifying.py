"""A code or a link of a mail is brought back: the address is confirmed, and a session begins.

Refusals are returned, not raised, so that a wrong guess is counted.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts import access, one_time
from accounts.errors import AuthFailure, BannedNow, CodeExpired, EmailExists, LinkExpired, ValidationFailed
from accounts.limits import CODE, GUESSES, key_of
from accounts.models import Identity, OneTimeToken, Slot, User
from accounts.services import flows, identities, limiting
from accounts.services.confirming import confirm
from accounts.services.sessions import Device, Grant, begin
from core.clock import now
from core.person import Person

# What each type in a request or a link may redeem.
SLOTS: dict[str, tuple[Slot, ...]] = {
    "signup": (Slot.CONFIRMATION,),
    "invite": (Slot.CONFIRMATION,),
    "magiclink": (Slot.RECOVERY,),
    "recovery": (Slot.RECOVERY,),
    "email": (Slot.CONFIRMATION, Slot.RECOVERY),
    "email_change": (Slot.CHANGE_NEW, Slot.CHANGE_CURRENT),
}


@dataclass(frozen=True, slots=True)
class HalfConfirmed:
    """One of the two addresses of a change has agreed."""


@dataclass(frozen=True, slots=True)
class FlowCode:
    """What the browser that began the flow redeems for its session."""

    text: str


def by_code(*, email: str, type: str, code: str, device: Device) -> Grant | HalfConfirmed | AuthFailure:
    """Redeem a typed code. Whoever guesses too often is told that every code is wrong."""
    key = key_of(CODE, email)
    if settings.AUTH_RATE_LIMITS and limiting.take(buckets=[(key, GUESSES)]) is not None:
        return CodeExpired()
    for user, token in _outstanding(email, type):
        if one_time.is_code(token.code_digest, user_id=user.id, slot=token.slot, code=code):
            limiting.refill(key=key)
            outcome = _redeem(user, token, device, in_browser=False)
            assert not isinstance(outcome, FlowCode)
            return outcome
        count_wrong_guess(token)
    return CodeExpired()


def proves_again(*, person: Person, nonce: str) -> bool:
    """Whether `nonce` is the code that was mailed to the caller just now; a wrong guess is counted. Raises what access does."""
    user = access.signed_in(person).user
    token = user.one_time_tokens.select_for_update().filter(slot=Slot.REAUTHENTICATION).first()
    if token is None or not is_good(token):
        return False
    if one_time.is_code(token.code_digest, user_id=user.id, slot=token.slot, code=nonce):
        return True
    count_wrong_guess(token)
    return False


def by_link(
    *, link: str, type: str, device: Device, in_browser: bool
) -> Grant | HalfConfirmed | FlowCode | AuthFailure:
    """Redeem the token of a link; `in_browser` ends its flow, if it has one, with a code instead of a session."""
    if type not in SLOTS:
        return ValidationFailed("Invalid email verification type")
    digest = one_time.link_digest(link)
    user = User.objects.select_for_update().filter(one_time_tokens__link_digest=digest).first()
    token = user.one_time_tokens.filter(link_digest=digest).first() if user else None
    if user is None or token is None or token.slot not in SLOTS[type] or not is_good(token):
        return LinkExpired()
    return _redeem(user, token, device, in_browser=in_browser)


def is_good(token: OneTimeToken) -> bool:
    return now() - token.created_at < one_time.GOOD_FOR


def count_wrong_guess(token: OneTimeToken) -> None:
    """After a handful the code is good for nothing; its link still is."""
    token.wrong_guesses += 1
    if token.wrong_guesses >= one_time.GUESSES:
        token.code_digest = ""
    token.save(update_fields=["wrong_guesses", "code_digest"])


def _outstanding(email: str, type: str) -> Iterator[tuple[User, OneTimeToken]]:
    """The tokens that a code for this address may be of, with their locked people."""
    slots = SLOTS.get(type, ())
    mine = Q(email=email, is_sso=False)
    if Slot.CHANGE_NEW in slots:
        mine |= Q(new_email=email)
    for user in list(User.objects.select_for_update().filter(mine).order_by("id")):
        for token in user.one_time_tokens.filter(slot__in=slots).order_by("id"):
            is_mailed_there = email == (user.new_email if token.slot == Slot.CHANGE_NEW else user.email)
            if is_mailed_there and is_good(token):
                yield user, token


def _redeem(
    user: User, token: OneTimeToken, device: Device, *, in_browser: bool
) -> Grant | HalfConfirmed | FlowCode | AuthFailure:
    if access.is_banned(user):
        return BannedNow()
    if token.slot in SLOTS["email_change"]:
        if user.email is not None and not user.is_change_half_confirmed and not settings.AUTH_AUTOCONFIRM:
            return _agree(user, token)
        if not _move(user):
            return EmailExists()
    if user.email_confirmed_at is None:
        confirm(user)
    flow = token.flow if in_browser else None
    if flow is None or token.slot in SLOTS["email_change"]:
        flows.forget(user, keep=flow)
    # Of other links the exchange is the use: mail servers open them before their reader does, and gain nothing by it.
    if flow is not None:
        return FlowCode(flows.issue_code(flow=flow))
    return begin(user=user, method="otp", device=device)


def _agree(user: User, token: OneTimeToken) -> HalfConfirmed:
    token.delete()
    user.is_change_half_confirmed = True
    user.save(update_fields=["is_change_half_confirmed"])
    return HalfConfirmed()


def _move(user: User) -> bool:
    """Give `user` the new address; False if somebody has taken it meanwhile."""
    address: dict[str, object] = {"email": user.new_email, "email_verified": True}
    if is_first := user.is_anonymous:
        address |= {"sub": str(user.id), "phone_verified": False}
    user.email, user.new_email, user.is_change_half_confirmed = user.new_email, None, False
    user.email_change_sent_at, user.updated_at = None, now()
    user.is_anonymous = False
    user.user_metadata = {**user.user_metadata, **address}
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        return False
    if is_first:
        Identity.objects.create(user=user, provider="email", subject=str(user.id))
        identities.note_providers(user)
    for identity in Identity.objects.filter(user=user, provider="email"):
        identity.identity_data = {**identity.identity_data, **address}
        identity.updated_at = now()
        identity.save(update_fields=["identity_data", "updated_at"])
    return True
