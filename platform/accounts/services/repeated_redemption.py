"""The results of a mail's link that are not a session, and a lookup of the first press's result for a second press."""

from dataclasses import dataclass

from accounts import access, queries
from accounts.models import FlowState, OneTimeToken, RefreshToken, Slot
from accounts.services.sessions import Grant
from accounts.tokens import one_time, refresh_tokens
from core.clock import now


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
    since, tokens = now() - one_time.REPEAT_WINDOW, one_time.refresh_tokens_of_link(link)
    for token in tokens:
        rows = RefreshToken.objects.select_related("session__user").filter(
            digest=refresh_tokens.digest(token), used_at=None, session__created_at__gt=since
        )
        row = rows.first()
        if row is not None and not access.is_banned(row.session.user):
            return Grant(queries.account(row.session.user), row.session, token)
    return None


def _code(link: str) -> FlowCode | None:
    code = one_time.code_of_link(link)
    since = now() - one_time.REPEAT_WINDOW
    issued = FlowState.objects.filter(code_digest=one_time.link_digest(code), code_issued_at__gt=since)
    return FlowCode(code) if issued.exists() else None


def _agreement(link: str) -> HalfConfirmed | None:
    agreed = OneTimeToken.objects.filter(
        slot=Slot.AGREED,
        link_digest=one_time.link_digest(link),
        created_at__gt=now() - one_time.REPEAT_WINDOW,
        user__is_change_half_confirmed=True,
    )
    return HalfConfirmed() if agreed.exists() else None
