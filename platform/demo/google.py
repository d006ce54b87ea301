"""The demo's Google connections of one client: Analytics, and Search Console, which is off by default."""

import json
from base64 import urlsafe_b64encode
from dataclasses import asdict, dataclass
from datetime import datetime
from uuid import UUID
from zlib import crc32

from django.conf import settings

from analytics import services, workflows
from analytics.google_types import ANALYTICS_SCOPE, SEARCH_CONSOLE_SCOPE, Consent, Property, Reading, Tokens
from core.clock import now

SANDBOX_CLIENT_ID = "sandbox"  # the OAuth client id of the sandbox


@dataclass(frozen=True, slots=True)
class Totals:
    """Figures of 30 days, in the columns of a snapshot."""

    total_users: int
    new_users: int
    sessions: int
    bounce_rate: float


def connect(*, client_id: UUID, user_id: UUID, email: str, name: str) -> None:
    """Store a consent and a property as the sandbox would issue them. Does nothing if Google is not the sandbox."""
    if settings.GOOGLE_CLIENT_ID != SANDBOX_CLIENT_ID:
        return
    scopes = frozenset({ANALYTICS_SCOPE, SEARCH_CONSOLE_SCOPE})
    # The sandbox's tokens encode their grant (deploy/sandbox/google/tokens.py).
    grant = {"id": str(client_id), "email": email, "scopes": sorted(scopes), "created": now().timestamp()}
    refresh = "1//" + urlsafe_b64encode(json.dumps(grant).encode()).decode().rstrip("=")
    consent = Consent(str(user_id), email, name, "", scopes, Tokens("expired", refresh))
    workflows.store_consent(user_id=user_id, client_id=client_id, consent=consent)
    chosen = Property(_property_id(email), f"{name.split()[0]} – Website", name)
    workflows.connect_property(user_id=user_id, client_id=client_id, chosen=chosen)


def store_totals(*, client_id: UUID, user_id: UUID, email: str, at: datetime, totals: Totals) -> None:
    """Store figures as if they had been read at `at`. Does nothing without a property."""
    parts: dict[str, dict[str, object]] = {"totals": {**asdict(totals), "totals_as_of": at}}
    reading = Reading(_property_id(email), at, parts, error="", is_retryable=False)
    services.apply(user_id=user_id, client_id=client_id, reading=reading)


def _property_id(email: str) -> str:
    """The id of the user's website in the sandbox (deploy/sandbox/google/analytics.py)."""
    return str(300_000_000 + crc32(f"{email}:0".encode()) % 100_000_000)
