"""The doors of `/auth/v1`: parse, call one service or query, answer in the shapes of the wire contract."""

from accounts.answers import auth_failure
from accounts.api import asking, factors, grants, outside, people, signing_up, verifying
from accounts.api import service as service  # last: it answers every path that no other door has
from accounts.api.devices import router as devices_router
from accounts.api.doors import router
from accounts.api.personal import router as personal_router

__all__ = [
    "asking",
    "auth_failure",
    "devices_router",
    "factors",
    "grants",
    "outside",
    "people",
    "personal_router",
    "router",
    "service",
    "signing_up",
    "verifying",
]
