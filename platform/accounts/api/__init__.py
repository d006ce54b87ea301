"""The endpoints of `/auth/v1`. Each parses its request, calls services and queries, and follows the wire contract."""

from accounts.api import factors, identity_providers, mail_requests, registration, token_grants, user, verify
from accounts.api import service_info as service  # last: its final route matches every other path
from accounts.api.devices import router as devices_router
from accounts.api.personal_data import router as personal_router
from accounts.api.router import router
from accounts.http.error_responses import auth_failure

__all__ = [
    "auth_failure",
    "devices_router",
    "factors",
    "identity_providers",
    "mail_requests",
    "personal_router",
    "registration",
    "router",
    "service",
    "token_grants",
    "user",
    "verify",
]
