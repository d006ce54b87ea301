"""What a link of a mail gives besides a session, and what its button's first press gave, for the second press."""

from dataclasses import dataclass

from accounts import access, queries
from accounts.models import FlowState, OneTimeToken, RefreshToken, Slot
from accounts.services.sessions import Grant
from accounts.tokens import one_time, refresh_tokens
from core.clock import now


@dataclass(frozen=True, slots=True)
class HalfConfirmed:
    """One of the two addresses of a change has agreed."""


@dataclass(frozen=True, slots=True)
class FlowCode:
    """What the browser that began the flow redeems for its session."""

    text: str


def outcome_of(link: str) -> Grant | HalfConfirmed | FlowCode | None:
    """What the first press of this link gave, if it was a moment ago; None for a link that is used or was never good."""
    return _session(link) or _code(link) or _agreement(link)


def _session(link: str) -> Grant | None:
    """The session, as long as its browser has used none of it."""
    since, made = now() - one_time.PRESSED_AGAIN, one_time.refresh_tokens_of_link(link)
    for token in made:
        found = RefreshToken.objects.select_related("session__user").filter(
            digest=refresh_tokens.digest(token), used_at=None, session__created_at__gt=since
        )
        handed = found.first()
        if handed is not None and not access.is_banned(handed.session.user):
            return Grant(queries.account(handed.session.user), handed.session, token)
    return None


def _code(link: str) -> FlowCode | None:
    code = one_time.code_of_link(link)
    since = now() - one_time.PRESSED_AGAIN
    issued = FlowState.objects.filter(code_digest=one_time.link_digest(code), code_issued_at__gt=since)
    return FlowCode(code) if issued.exists() else None


def _agreement(link: str) -> HalfConfirmed | None:
    agreed = OneTimeToken.objects.filter(
        slot=Slot.AGREED,
        link_digest=one_time.link_digest(link),
        created_at__gt=now() - one_time.PRESSED_AGAIN,
        user__is_change_half_confirmed=True,
    )
    return HalfConfirmed() if agreed.exists() else None
