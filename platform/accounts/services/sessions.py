"""A session begins: what each way of signing in shares."""

import json
from dataclasses import dataclass
from datetime import datetime

from accounts import queries, refresh_tokens
from accounts.models import Session, User
from core.clock import now
from sync.db import plain

# Beside the hash of a password a sign-in has 5 ms: by the ORM these took 1.3 of them.
ARRIVE = "UPDATE users SET last_sign_in_at = %s, updated_at = %s WHERE id = %s"
BY_EMAIL = "UPDATE identities SET last_sign_in_at = %s, updated_at = %s WHERE user_id = %s AND provider = 'email'"
OPEN = """
INSERT INTO sessions (id, user_id, aal, amr, user_agent, address, created_at, refreshed_at)
VALUES (%s, %s, 'aal1', %s, %s, %s, %s, %s)
"""
HAND_OUT = "INSERT INTO refresh_tokens (session_id, number, digest, child_salt, created_at) VALUES (%s, %s, %s, '', %s)"


@dataclass(frozen=True, slots=True)
class Device:
    """Where a request comes from, as far as its headers say."""

    user_agent: str = ""
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Grant:
    """A session as it is handed to its device; the only place where a refresh token is readable."""

    account: queries.Account
    session: Session
    refresh_token: str
    provider_token: str = ""
    provider_refresh_token: str = ""


def begin(*, user: User, method: str, device: Device) -> Grant:
    """Open a new session for a person who has just proved who they are; other sessions stay."""
    at = now()
    user.last_sign_in_at = user.updated_at = at
    arrived = [plain.adapted(at), plain.adapted(at), plain.adapted(user.id)]
    plain.count(ARRIVE, arrived)
    if method != "oauth":
        plain.count(BY_EMAIL, arrived)
    session = Session(
        user=user,
        amr=[{"method": method, "timestamp": int(at.timestamp())}],
        user_agent=device.user_agent,
        address=device.address,
        created_at=at,
        refreshed_at=at,
    )
    facts = [json.dumps(session.amr), device.user_agent, device.address]
    plain.count(OPEN, [plain.adapted(session.id), arrived[2], *facts, arrived[0], arrived[0]])
    token = refresh_tokens.fresh()
    hand_out(token, session=session, number=1, at=at)
    return Grant(queries.account(user), session, token)


def hand_out(token: str, *, session: Session, number: int, at: datetime) -> None:
    """Note a refresh token as link `number` of a session's chain."""
    plain.count(HAND_OUT, [plain.adapted(session.id), number, refresh_tokens.digest(token), plain.adapted(at)])
