"""The cookie by which an account recognizes a browser after its sessions have ended.

It proves no identity. It only gives the browser rate limits of its own, which strangers cannot use up (`limits`). The
server sets it once a session has completed every sign-in step, so a stranger with a stolen password and without the
second factor gets none. Signing out keeps it, because the next sign-in needs it.
"""

import secrets

from django.http import HttpRequest, HttpResponseBase

from accounts import access
from accounts.http import request_parsing
from accounts.limits import device_cookies, networks
from accounts.limits.buckets import Requester
from accounts.services import Grant
from core import cookies

MAX_AGE_S = 400 * 86_400  # the longest that browsers keep a cookie; each session refresh renews it


def requester(request: HttpRequest, email: str) -> Requester:
    """The requester of this request for the account or mailbox `email` (lower-case)."""
    device = device_cookies.device_id(request.COOKIES, email) if email else None
    if device is not None:
        return Requester(device, is_known=True)
    return Requester(networks.of(request_parsing.client_address(request))[-1])


def remember(request: HttpRequest, response: HttpResponseBase, granted: Grant) -> None:
    """Set the cookie for the account of the granted session, once that session has completed every sign-in step."""
    account = granted.account
    has_factor = any(factor.is_verified for factor in account.factors)
    if not account.user.email or (has_factor and granted.session.aal != access.AAL2):
        return
    email = account.user.email
    device = device_cookies.device_id(request.COOKIES, email) or secrets.token_urlsafe(16)
    value = device_cookies.signed_value(email, device)
    cookies.store(response, device_cookies.name(email), value, max_age_s=MAX_AGE_S, samesite="Strict")
