"""The results of a mail's link that are not a session, and a lookup of the first press's result for a second press."""

from dataclasses import dataclass
from datetime import datetime

from accounts import access, queries
from accounts.models import FlowState, OneTimeToken, RefreshToken, Slot
from accounts.services.sessions import Grant
from accounts.tokens import one_time, refresh_tokens
from core.clock import is_within


@dataclass(frozen=True, slots=True)
class HalfConfirmed:
    """One of the two addresses of a change has agreed to it."""


@dataclass(frozen=True, slots=True)
class FlowCode:
    """The code of a flow. Only the browser that began the flow can redeem it for a session."""

    text: str


def first_outcome(link: str) -> Grant | HalfConfirmed | FlowCode | None:
    """The result of the first press of this link's button, if it was within `one_time.REPEAT_WINDOW`, else None."""
    return _session(link) or _code(link) or _agreement(link)


def _session(link: str) -> Grant | None:
    """The session of the first press, unless its refresh token was used already."""
    for token in one_time.refresh_tokens_of_link(link):
        tokens = RefreshToken.objects.select_related("session__user")
        row = tokens.filter(digest=refresh_tokens.digest(token), used_at=None).first()
        if row is not None and _is_repeat(row.session.created_at) and not access.is_banned(row.session.user):
            return Grant(queries.account(row.session.user), row.session, token)
    return None


def _code(link: str) -> FlowCode | None:
    code = one_time.code_of_link(link)
    flow = FlowState.objects.filter(code_digest=one_time.link_digest(code)).first()
    return FlowCode(code) if flow is not None and _is_repeat(flow.code_issued_at) else None


def _agreement(link: str) -> HalfConfirmed | None:
    agreed = OneTimeToken.objects.filter(
        slot=Slot.AGREED,
        link_digest=one_time.link_digest(link),
        user__is_change_half_confirmed=True,
    ).first()
    return HalfConfirmed() if agreed is not None and _is_repeat(agreed.created_at) else None


def _is_repeat(pressed_at: datetime | None) -> bool:
    return pressed_at is not None and is_within(one_time.REPEAT_WINDOW, since=pressed_at)
