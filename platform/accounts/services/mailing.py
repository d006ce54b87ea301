"""Mails with a code and a link: the token is stored as digests, the mail waits sealed, all in one transaction."""

from dataclasses import dataclass, replace
from datetime import datetime
from math import ceil
from urllib.parse import quote, urlencode

from django.conf import settings

from accounts import one_time
from accounts.errors import MailTooSoon
from accounts.models import FlowState, OneTimeToken, Slot, User
from accounts.services import flows
from accounts.services.flows import WayBack
from core.clock import now
from mail import services as mail


@dataclass(frozen=True, slots=True)
class Sort:
    """One sort of mail: its words, the token that it carries, the type in its link, the amr of a flow by it."""

    kind: mail.Kind
    slot: Slot
    type: str
    amr: str


CONFIRM = Sort("confirm", Slot.CONFIRMATION, "signup", "email/signup")
MAGIC_LINK = Sort("magic_link", Slot.RECOVERY, "magiclink", "magiclink")
RECOVER = Sort("recover", Slot.RECOVERY, "recovery", "recovery")
CHANGE_NEW = Sort("change_new", Slot.CHANGE_NEW, "email_change", "email_change")
CHANGE_CURRENT = Sort("change_current", Slot.CHANGE_CURRENT, "email_change", "email_change")
REAUTHENTICATE = Sort("reauthenticate", Slot.REAUTHENTICATION, "", "")


def send_confirmation(*, user: User, way_back: WayBack) -> None:
    """Raises MailTooSoon."""
    not_too_soon(user.confirmation_sent_at)
    user.confirmation_sent_at = now()
    user.save(update_fields=["confirmation_sent_at"])
    _send_to(user, CONFIRM, way_back)


def send_magic_link(*, user: User, way_back: WayBack) -> None:
    """Raises MailTooSoon."""
    _send_recovery(user, MAGIC_LINK, way_back)


def send_recovery(*, user: User, way_back: WayBack) -> None:
    """Raises MailTooSoon."""
    _send_recovery(user, RECOVER, way_back)


def send_change(*, user: User, way_back: WayBack) -> None:
    """To each address that has not agreed to the change yet. Raises MailTooSoon."""
    not_too_soon(user.email_change_sent_at)
    user.email_change_sent_at = now()
    user.save(update_fields=["email_change_sent_at"])
    left = set(user.one_time_tokens.values_list("slot", flat=True)) if user.is_change_half_confirmed else None
    flow = flows.start(user=user, amr=CHANGE_NEW.amr, way_back=way_back)
    # Of somebody anonymous it is the first address: there is none that has to agree.
    new = CHANGE_NEW if user.email else replace(CHANGE_NEW, kind=CONFIRM.kind)
    for sort, to in ((new, user.new_email), (CHANGE_CURRENT, user.email)):
        if to and (left is None or sort.slot in left):
            _send(user, sort, way_back, flow, to=to, address=user.new_email or "")


def send_nonce(*, user: User) -> None:
    """A code without a link. Raises MailTooSoon."""
    not_too_soon(user.reauthentication_sent_at)
    user.reauthentication_sent_at = now()
    user.save(update_fields=["reauthentication_sent_at"])
    _send(user, REAUTHENTICATE, None, None, to=user.email or "")


def not_too_soon(last: datetime | None) -> None:
    """Raises MailTooSoon while the cool-down since `last` is not over."""
    left = settings.AUTH_MAIL_COOLDOWN_S - (now() - last).total_seconds() if last else 0
    if left > 0:
        raise MailTooSoon(ceil(left))


def _send_recovery(user: User, sort: Sort, way_back: WayBack) -> None:
    not_too_soon(user.recovery_sent_at)
    user.recovery_sent_at = now()
    user.save(update_fields=["recovery_sent_at"])
    _send_to(user, sort, way_back)


def _send_to(user: User, sort: Sort, way_back: WayBack) -> None:
    flow = flows.start(user=user, amr=sort.amr, way_back=way_back)
    _send(user, sort, way_back, flow, to=user.email or "")


def _send(
    user: User, sort: Sort, way_back: WayBack | None, flow: FlowState | None, *, to: str, address: str = ""
) -> None:
    code, link = one_time.fresh_code(), one_time.fresh_link(pkce=flow is not None)
    OneTimeToken.objects.update_or_create(
        user=user,
        slot=sort.slot,
        defaults={
            "code_digest": one_time.code_digest(user_id=user.id, slot=sort.slot, code=code),
            "link_digest": one_time.link_digest(link),
            "flow": flow,
            "wrong_guesses": 0,
            "created_at": now(),
        },
    )
    mail.send(
        kind=sort.kind,
        to=to,
        code=code,
        link=_address(link, sort.type, way_back.redirect_to) if way_back else "",
        address=address,
        good_for=one_time.GOOD_FOR,
    )


def _address(link: str, type: str, redirect_to: str) -> str:
    said = urlencode({"token": link, "type": type, "redirect_to": redirect_to}, quote_via=quote, safe="")
    return f"{settings.SITE_URL}/auth/v1/verify?{said}"
