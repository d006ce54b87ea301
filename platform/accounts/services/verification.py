"""Redeems a code or a link of a mail: confirms the address and begins a session.

Errors are returned, not raised, so that the count of a wrong guess is committed.
"""

from collections.abc import Iterable, Iterator

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts import access
from accounts.errors import AuthFailure, BannedNow, CodeExpired, EmailExists, LinkExpired, ValidationFailed
from accounts.limits.buckets import CODE, Requester, buckets
from accounts.models import Identity, OneTimeToken, Slot, User
from accounts.services import flows, identities, rate_limits, repeated_redemption
from accounts.services.confirmation import SignUp, confirm, delete_unconfirmed, sign_up_of
from accounts.services.cooldowns import end_pauses
from accounts.services.repeated_redemption import FlowCode, HalfConfirmed
from accounts.services.sessions import Device, Grant, begin
from accounts.tokens import one_time, pkce
from core.actor import Actor
from core.clock import is_within, now

# For each `type` of a request or a link, the slots whose tokens it may redeem.
SLOTS: dict[str, tuple[Slot, ...]] = {
    "signup": (Slot.CONFIRMATION,),
    "invite": (Slot.CONFIRMATION,),
    "magiclink": (Slot.RECOVERY,),
    "recovery": (Slot.RECOVERY,),
    "email": (Slot.CONFIRMATION, Slot.RECOVERY),
    "email_change": (Slot.CHANGE_NEW, Slot.CHANGE_CURRENT),
}


def redeem_code(
    *, email: str, type: str, code: str, verifier: str, device: Device, requester: Requester
) -> Grant | HalfConfirmed | AuthFailure:
    """Redeem a typed code. `verifier` is the PKCE verifier of the browser's own flow, "" if it has no flow.

    A requester who guesses too often gets CodeExpired for every code. Wrong guesses do not invalidate the code, because
    a stranger could make them.
    """
    rejection = CodeExpired().for_user(
        User.objects.filter(email=email, is_sso=False).values_list("id", flat=True).first()
    )
    guesses = buckets(CODE, email, requester)
    if rate_limits.take(buckets=guesses) is not None:
        return rejection
    for user, token in _compared_tokens(_mailed_tokens(email, type), verifier):
        if one_time.is_code(token.code_digest, user_id=user.id, slot=token.slot, code=code):
            rate_limits.forgive(buckets=guesses)
            own = _own_sign_up(user, token, verifier, is_typed=True)
            outcome = _redeem(user, token, device, own)
            assert not isinstance(outcome, FlowCode)
            return outcome
    return rejection


def check_reauthentication_code(*, caller: Actor, nonce: str) -> bool:
    """Whether `nonce` is the caller's current reauthentication code. Counts a wrong guess.

    Raises what `access.signed_in_session` raises.
    """
    user = access.signed_in_session(caller).user
    token = user.one_time_tokens.select_for_update().filter(slot=Slot.REAUTHENTICATION).exclude(code_digest="").first()
    if token is None or not is_unexpired(token):
        return False
    if one_time.is_code(token.code_digest, user_id=user.id, slot=token.slot, code=nonce):
        return True
    count_wrong_guess(token)
    return False


def redeem_link(
    *, link: str, type: str, verifier: str = "", device: Device, in_browser: bool, is_pressed: bool = False
) -> Grant | HalfConfirmed | FlowCode | AuthFailure:
    """Redeem the token of a link. With `in_browser`, a token of a flow gives a code instead of a session.

    `is_pressed` is true if the button of the link's page was pressed. A second press soon after gets the result of the
    first press, because the browser drops the first response.
    """
    if type not in SLOTS:
        return ValidationFailed("Invalid email verification type")
    digest = one_time.link_digest(link)
    user = User.objects.select_for_update().filter(one_time_tokens__link_digest=digest).first()
    token = user.one_time_tokens.filter(link_digest=digest).first() if user else None
    if user is None or token is None or token.slot not in SLOTS[type] or not is_unexpired(token):
        return (repeated_redemption.first_outcome(link) if is_pressed else None) or LinkExpired()
    own = _own_sign_up(user, token, verifier, is_typed=False)
    return _redeem(user, token, device, own, link=link if in_browser else "", is_pressed=is_pressed)


def is_unexpired(token: OneTimeToken) -> bool:
    return is_within(one_time.LIFETIME, since=token.created_at)


def count_wrong_guess(token: OneTimeToken) -> None:
    """Invalidate the code after WRONG_GUESSES_MAX wrong guesses. Only the account's owner can make them."""
    token.wrong_guesses += 1
    if token.wrong_guesses >= one_time.WRONG_GUESSES_MAX:
        token.code_digest = ""
    token.save(update_fields=["wrong_guesses", "code_digest"])


def _mailed_tokens(email: str, type: str) -> Iterator[tuple[User, OneTimeToken]]:
    """The tokens whose code may have been mailed to this address, with their locked users."""
    slots = SLOTS.get(type, ())
    is_addressee = Q(email=email, is_sso=False)
    if Slot.CHANGE_NEW in slots:
        is_addressee |= Q(new_email=email)
    for user in list(User.objects.select_for_update().filter(is_addressee).order_by("id")):
        with_code = user.one_time_tokens.filter(slot__in=slots).exclude(code_digest="")
        for token in with_code.select_related("flow").order_by("id"):
            is_mailed_there = email == (user.new_email if token.slot == Slot.CHANGE_NEW else user.email)
            if is_mailed_there and is_unexpired(token):
                yield user, token


def _compared_tokens(candidates: Iterable[tuple[User, OneTimeToken]], verifier: str) -> list[tuple[User, OneTimeToken]]:
    """The tokens that one guess is compared with: the newest from the caller's browser, and COMPARED_MAX others.

    The number of others is limited, because each compared token makes a guess more likely to succeed, and a stranger
    can request many mails.
    """
    newest = sorted(candidates, key=lambda one: one[1].id, reverse=True)
    own = [one for one in newest if _is_proved(one[1], verifier)]
    others = [one for one in newest if not _is_proved(one[1], verifier)]
    return own[:1] + others[: one_time.COMPARED_MAX]


def _is_proved(token: OneTimeToken, verifier: str) -> bool:
    """Whether the browser with this verifier requested the token."""
    flow = token.flow
    return flow is not None and pkce.is_proved(
        verifier=verifier, challenge=flow.challenge, method=flow.challenge_method
    )


def _own_sign_up(user: User, token: OneTimeToken, verifier: str, *, is_typed: bool) -> SignUp | None:
    """The input of a token's sign-up, if the verifier proves that it is the caller's own; otherwise None.

    Without a verifier, a typed code proves it only if no other request has named the address, because the reader cannot
    know whose sign-up the code belongs to. A link never proves it, because a stranger's sign-up mails one too.
    """
    sign_up = sign_up_of(token)
    if sign_up is None:
        return None
    is_own = _is_proved(token, verifier) if verifier else is_typed and not user.is_contested
    if not is_own:
        return None
    return SignUp(sign_up.password_hash, user.user_metadata) if user.is_anonymous else sign_up


def _redeem(
    user: User, token: OneTimeToken, device: Device, own: SignUp | None, *, link: str = "", is_pressed: bool = False
) -> Grant | HalfConfirmed | FlowCode | AuthFailure:
    """Redeem `token`. `link` is the link that a browser has opened, or "". With it, a token of a flow gives a code."""
    if access.is_banned(user):
        return BannedNow().for_user(user.id)
    flow = token.flow if link else None
    is_change, was_anonymous = token.slot in SLOTS["email_change"], user.is_anonymous
    if flow is not None and not is_change:
        # The token is used up when the code is exchanged, so a mail scanner that opens the link first does no harm.
        return FlowCode(flows.issue_code(flow=flow, link=link))
    if is_change:
        if user.email is not None and not user.is_change_half_confirmed and not settings.AUTH_AUTOCONFIRM:
            return _record_agreement(user, token, is_pressed=is_pressed)
        if not _apply_new_address(user):
            return EmailExists()
    if user.email_confirmed_at is None:
        confirm(user, own=own, keep=flow)
    else:
        flows.invalidate_mailed(user, keep=flow)
    if is_change:
        _update_identity(user, was_anonymous=was_anonymous)
    if flow is not None:
        return FlowCode(flows.issue_code(flow=flow, link=link))
    end_pauses(email=user.email or "", device=device)
    refresh_token = one_time.refresh_tokens_of_link(link)[0] if is_pressed else ""
    return begin(user=user, method="otp", device=device, refresh_token=refresh_token)


def _record_agreement(user: User, token: OneTimeToken, *, is_pressed: bool) -> HalfConfirmed:
    user.one_time_tokens.filter(slot=token.slot).delete()
    if is_pressed:
        OneTimeToken.objects.create(user=user, slot=Slot.AGREED, code_digest="", link_digest=token.link_digest)
    user.is_change_half_confirmed = True
    user.save(update_fields=["is_change_half_confirmed"])
    return HalfConfirmed()


def _apply_new_address(user: User) -> bool:
    """Give `user` the new address. False if another user has taken it. An anonymous user becomes a regular one."""
    assert user.new_email is not None
    delete_unconfirmed(email=user.new_email, except_for=user)
    user.email, user.new_email, user.is_change_half_confirmed = user.new_email, None, False
    user.email_change_sent_at, user.updated_at = None, now()
    user.is_anonymous = False
    user.user_metadata = {**user.user_metadata, "email": user.email, "email_verified": True}
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:
        return False
    return True


def _update_identity(user: User, *, was_anonymous: bool) -> None:
    """Update the email identity with the new address; create the identity if `was_anonymous`."""
    address: dict[str, object] = {"email": user.email, "email_verified": True}
    if was_anonymous:
        address |= {"sub": str(user.id), "phone_verified": False}
        Identity.objects.create(user=user, provider="email", subject=str(user.id))
        identities.update_provider_names(user)
    for identity in Identity.objects.filter(user=user, provider="email"):
        identity.identity_data = {**identity.identity_data, **address}
        identity.updated_at = now()
        identity.save(update_fields=["identity_data", "updated_at"])
