"""Mails codes and links. One transaction stores the digests of the code and the link, and the encrypted mail."""

from dataclasses import dataclass, replace
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import FlowState, OneTimeToken, PendingSignUp, Slot, User
from accounts.services import flows
from accounts.services.confirmation import SignUp
from accounts.services.flows import Redirect
from accounts.tokens import one_time
from core.clock import now
from mail import services as mail


@dataclass(frozen=True, slots=True)
class MailPurpose:
    """One purpose of a mail: its template, the slot of its token, the type in its link, and the amr of its flow."""

    kind: mail.Kind
    slot: Slot
    type: str
    amr: str


CONFIRM = MailPurpose("confirm", Slot.CONFIRMATION, "signup", "email/signup")
MAGIC_LINK = MailPurpose("magic_link", Slot.RECOVERY, "magiclink", "magiclink")
RECOVER = MailPurpose("recover", Slot.RECOVERY, "recovery", "recovery")
CHANGE_NEW = MailPurpose("change_new", Slot.CHANGE_NEW, "email_change", "email_change")
CHANGE_CURRENT = MailPurpose("change_current", Slot.CHANGE_CURRENT, "email_change", "email_change")
REAUTHENTICATE = MailPurpose("reauthenticate", Slot.REAUTHENTICATION, "", "")
ERASE = MailPurpose("erase", Slot.REAUTHENTICATION, "", "")


def send_confirmation(*, user: User, sign_up: SignUp | None, redirect: Redirect) -> None:
    """Mail a confirmation. With `sign_up`, adds a token. Without it, replaces the former token without a sign-up."""
    user.confirmation_sent_at = now()
    user.save(update_fields=["confirmation_sent_at"])
    _send_to(user, CONFIRM, redirect, sign_up)


def send_magic_link(*, user: User, redirect: Redirect) -> None:
    _send_recovery(user, MAGIC_LINK, redirect)


def send_recovery(*, user: User, redirect: Redirect) -> None:
    _send_recovery(user, RECOVER, redirect)


def send_change(*, user: User, sign_up: SignUp | None = None, redirect: Redirect) -> None:
    """Mail each address that has not agreed to the change yet. `sign_up` is the input of an anonymous user."""
    user.email_change_sent_at = now()
    user.save(update_fields=["email_change_sent_at"])
    pending_slots = set(user.one_time_tokens.values_list("slot", flat=True)) if user.is_change_half_confirmed else None
    flow = flows.start(user=user, amr=CHANGE_NEW.amr, redirect=redirect)
    # An anonymous user has no current address that would have to agree.
    new = CHANGE_NEW if user.email else replace(CHANGE_NEW, kind=CONFIRM.kind)
    for purpose, to in ((new, user.new_email), (CHANGE_CURRENT, user.email)):
        if to and (pending_slots is None or purpose.slot in pending_slots):
            if purpose.slot == Slot.CHANGE_NEW:
                _end_codes_of_others(user)
            own = sign_up if purpose.slot == Slot.CHANGE_NEW else None
            addresses = {"address": user.new_email or "", "what": user.email or ""}
            _send(user, purpose, redirect, flow, to=to, **addresses, sign_up=own)


def send_nonce(*, user: User, purpose: MailPurpose = REAUTHENTICATE) -> None:
    """Mail a code without a link, with the template of `purpose`."""
    user.reauthentication_sent_at = now()
    user.save(update_fields=["reauthentication_sent_at"])
    _send(user, purpose, None, None, to=user.email or "")


def _send_recovery(user: User, purpose: MailPurpose, redirect: Redirect) -> None:
    user.recovery_sent_at = now()
    user.save(update_fields=["recovery_sent_at"])
    _send_to(user, purpose, redirect)


def _send_to(user: User, purpose: MailPurpose, redirect: Redirect, sign_up: SignUp | None = None) -> None:
    flow = flows.start(user=user, amr=purpose.amr, redirect=redirect)
    _send(user, purpose, redirect, flow, to=user.email or "", sign_up=sign_up)


def _send(
    user: User,
    purpose: MailPurpose,
    redirect: Redirect | None,
    flow: FlowState | None,
    *,
    to: str,
    address: str = "",
    what: str = "",
    sign_up: SignUp | None = None,
) -> None:
    code, link = one_time.fresh_code(), one_time.fresh_link(pkce=flow is not None)
    _end_codes(user.one_time_tokens.filter(slot=purpose.slot), purpose, sign_up)
    token = OneTimeToken.objects.create(
        user=user,
        slot=purpose.slot,
        code_digest=one_time.code_digest(user_id=user.id, slot=purpose.slot, code=code),
        link_digest=one_time.link_digest(link),
        flow=flow,
    )
    if sign_up is not None:
        PendingSignUp.objects.create(token=token, password_hash=sign_up.password_hash, user_metadata=sign_up.metadata)
    mail.send(
        kind=purpose.kind,
        to=to,
        code=code,
        link=_link_url(link, purpose, redirect.redirect_to) if redirect else "",
        address=address,
        what=what,
        good_for=one_time.LIFETIME,
    )


def _end_codes(former: QuerySet[OneTimeToken], purpose: MailPurpose, sign_up: SignUp | None) -> None:
    """Invalidate the codes that a new one replaces. Links stay valid for an hour, because strangers can request mails.

    A sign-up may be another user's, so only the oldest codes of sign-ups are invalidated. Their number is limited,
    because each valid code makes guessing easier.
    """
    if purpose.slot == Slot.CONFIRMATION and sign_up is None:
        former = former.filter(sign_up=None)
    elif purpose.slot == Slot.CONFIRMATION:
        newest = former.exclude(code_digest="").order_by("-id").values_list("id", flat=True)[: one_time.CODES_MAX - 1]
        former = former.exclude(id__in=list(newest))
    former.update(code_digest="")


def _end_codes_of_others(user: User) -> None:
    """Invalidate all but the newest codes that were mailed to the new address of `user` for other accounts.

    Each valid code makes guessing easier, and anyone can request to move several accounts to one address.
    """
    tokens = OneTimeToken.objects.select_for_update(of=("self",), skip_locked=True).exclude(user=user)
    others = tokens.filter(slot=Slot.CHANGE_NEW, user__new_email=user.new_email).exclude(code_digest="")
    older = [token.id for token in others.order_by("-id")][one_time.CODES_MAX - 1 :]
    OneTimeToken.objects.filter(id__in=older).update(code_digest="")


def _link_url(link: str, purpose: MailPurpose, redirect_to: str) -> str:
    """The URL of a mail's link. With `landing` it opens a page with a button, because mail scanners follow links.

    A link of a flow needs no button: opening it gives a code that only the requesting browser can redeem. The link of
    an address change has one, because redeeming it also agrees to the change.
    """
    params = {"token": link, "type": purpose.type}
    if not one_time.is_pkce(link) or purpose.type == CHANGE_NEW.type:
        params["landing"] = "1"
    params["redirect_to"] = redirect_to
    return f"{settings.SITE_URL}/auth/v1/verify?{urlencode(params, quote_via=quote, safe='')}"
