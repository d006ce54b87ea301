"""Begins sessions. Every way of signing in uses this module."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from accounts import queries
from accounts.limits import device_cookies, networks
from accounts.models import Session, User
from accounts.tokens import refresh_tokens
from core.clock import now
from mail import services as mail
from sync.sql import raw_sql

COMPARED_SESSIONS = 100  # how many of a user's newest sessions with the same User-Agent are compared
# Raw SQL, because a sign-in takes 5 ms besides the password hash, and the ORM needed 1.3 ms of it for these statements.
UPDATE_USER = "UPDATE users SET last_sign_in_at = %s, updated_at = %s WHERE id = %s"
UPDATE_EMAIL_IDENTITY = (
    "UPDATE identities SET last_sign_in_at = %s, updated_at = %s WHERE user_id = %s AND provider = 'email'"
)
INSERT_SESSION = """
INSERT INTO sessions (id, user_id, aal, amr, user_agent, address, created_at, refreshed_at)
VALUES (%s, %s, 'aal1', %s, %s, %s, %s, %s)
"""
INSERT_REFRESH_TOKEN = (
    "INSERT INTO refresh_tokens (session_id, number, digest, child_salt, created_at) VALUES (%s, %s, %s, '', %s)"
)


@dataclass(frozen=True, slots=True)
class Device:
    """The device that sends a request, according to its headers."""

    user_agent: str = ""
    address: str | None = None
    cookies: Mapping[str, str] = field(default_factory=dict)

    @property
    def network(self) -> str:
        """The smallest network of the address, which stands for one internet connection."""
        return networks.of(self.address)[0]


@dataclass(frozen=True, slots=True)
class Grant:
    """A session as its device receives it. Only this object contains a readable refresh token."""

    account: queries.Account
    session: Session
    refresh_token: str
    provider_token: str = ""
    provider_refresh_token: str = ""


def begin(*, user: User, method: str, device: Device, refresh_token: str = "") -> Grant:
    """Open a new session for a user who has just signed in; other sessions stay.

    `refresh_token` is the session's first refresh token, "" for a random one. Mails the user if the browser is new.
    """
    at = now()
    if user.last_sign_in_at is not None and user.email and not _has_signed_in_with(user, device):
        mail.send(kind="new_device", to=user.email)
    user.last_sign_in_at = user.updated_at = at
    sign_in_values = [raw_sql.adapted(at), raw_sql.adapted(at), raw_sql.adapted(user.id)]
    raw_sql.count(UPDATE_USER, sign_in_values)
    if method != "oauth":
        raw_sql.count(UPDATE_EMAIL_IDENTITY, sign_in_values)
    session = Session(
        user=user,
        amr=[{"method": method, "timestamp": int(at.timestamp())}],
        user_agent=device.user_agent,
        address=device.address,
        created_at=at,
        refreshed_at=at,
    )
    values = [json.dumps(session.amr), device.user_agent, device.address]
    raw_sql.count(
        INSERT_SESSION, [raw_sql.adapted(session.id), sign_in_values[2], *values, sign_in_values[0], sign_in_values[0]]
    )
    token = refresh_token or refresh_tokens.random_token()
    store_refresh_token(token, session=session, number=1, at=at)
    return Grant(queries.account(user), session, token)


def _has_signed_in_with(user: User, device: Device) -> bool:
    """Whether this user has signed in with this browser before, according to its cookie or to an existing session."""
    if user.email and device_cookies.device_id(device.cookies, user.email) is not None:
        return True
    sessions = Session.objects.filter(user=user, user_agent=device.user_agent).order_by("-refreshed_at")
    addresses = sessions.values_list("address", flat=True)[:COMPARED_SESSIONS]
    return any(Device(address=address).network == device.network for address in addresses)


def store_refresh_token(token: str, *, session: Session, number: int, at: datetime) -> None:
    """Store a refresh token as link `number` of a session's chain."""
    raw_sql.count(
        INSERT_REFRESH_TOKEN, [raw_sql.adapted(session.id), number, refresh_tokens.digest(token), raw_sql.adapted(at)]
    )
