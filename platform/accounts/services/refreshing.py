"""The refresh grant: a chain of single-use tokens in which every honest repeat meets the same child."""

from datetime import timedelta

from django.conf import settings
from django.db.models import Q

from accounts import access, queries, refresh_tokens
from accounts.errors import Banned, RefreshTokenNotFound, RefreshTokenUsed
from accounts.models import RefreshToken, Session
from accounts.services.sessions import Device, Grant
from accounts.services.signing_out import end
from core.clock import now
from sync.db import plain

# What each device has written every hour, worded once: by the ORM the three take 0.9 ms.
USE = "UPDATE refresh_tokens SET used_at = %s, child_salt = %s WHERE id = %s"
HAND_OUT = "INSERT INTO refresh_tokens (session_id, number, digest, child_salt, created_at) VALUES (%s, %s, %s, '', %s)"
SEE = "UPDATE sessions SET refreshed_at = %s, user_agent = %s, address = %s WHERE id = %s"


def refresh(*, token: str, device: Device) -> Grant | RefreshTokenUsed:
    """Hand out the active token of the chain that `token` belongs to, making it if `token` is the active one.

    A token that was replaced more than once, and longer ago than the reuse interval, is in two hands: the
    session ends, and the refusal is returned, not raised, so that its end is committed.
    Raises RefreshTokenNotFound, Banned.
    """
    digest = refresh_tokens.digest(token)
    session = _locked(digest)
    if session is None:
        raise RefreshTokenNotFound
    if access.is_banned(session.user):
        raise Banned
    links = list(session.refresh_tokens.filter(Q(digest=digest) | Q(used_at=None)))
    [known] = [link for link in links if link.digest == digest]
    [active] = [link for link in links if link.used_at is None]
    if active.number == known.number:
        active_token = _rotate(active, token)
    elif active.number == known.number + 1 or _is_recent(known):
        active_token = _follow(session, known.number, token)
    else:
        end(session)
        return RefreshTokenUsed()
    session.refreshed_at, session.user_agent, session.address = now(), device.user_agent, device.address
    plain.count(
        SEE, [plain.adapted(session.refreshed_at), device.user_agent, device.address, plain.adapted(session.id)]
    )
    return Grant(queries.account(session.user), session, active_token)


def _locked(digest: str) -> Session | None:
    # All who hold one token meet at the session's row, whichever link of the chain they bring; the links are
    # read only then.
    sessions = RefreshToken.objects.filter(digest=digest).values("session_id")
    return Session.objects.select_for_update(of=("self",)).select_related("user").filter(id__in=sessions).first()


def _rotate(active: RefreshToken, token: str) -> str:
    at, salt = plain.adapted(now()), refresh_tokens.fresh()
    plain.count(USE, [at, salt, active.id])
    child = refresh_tokens.child(token, salt)
    session = plain.adapted(active.session_id)
    plain.count(HAND_OUT, [session, active.number + 1, refresh_tokens.digest(child), at])
    return child


def _is_recent(known: RefreshToken) -> bool:
    interval = timedelta(seconds=settings.AUTH_REUSE_INTERVAL_S)
    return known.used_at is not None and now() - known.used_at <= interval


def _follow(session: Session, number: int, token: str) -> str:
    for link in session.refresh_tokens.filter(number__gte=number).exclude(used_at=None).order_by("number"):
        token = refresh_tokens.child(token, link.child_salt)
    return token
