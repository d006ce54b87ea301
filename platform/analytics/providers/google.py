"""Client of Google's Analytics APIs, and of the two token calls that sign-in does not need.

Calls take and return our own types. None may be made inside a database transaction, because that would stay open until
Google responds.
"""

from typing import Any

import httpx
from django.conf import settings

from accounts.providers import oidc
from accounts.redirects.oidc_types import Provider, ProviderFault
from analytics.google_types import Property
from core import http_client
from core.text import printable

TIMEOUT_S = 8.0
BODY_MAX = 1024 * 1024
PAGES_MAX, PAGE_SIZE = 20, 200
ORDINARY = "PROPERTY_TYPE_ORDINARY"
DETAIL_MAX, NAME_MAX = 150, 200
QUOTA_REASONS = frozenset({"RESOURCE_EXHAUSTED", "rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded"})

Json = dict[str, Any]


class GoogleError(Exception):
    """An error of a call to Google.

    `status` is the HTTP status, 0 without a response; `detail` is text for users, such as `429 Too many`.
    """

    def __init__(self, status: int, text: str, reason: str = "") -> None:
        detail = printable(text, DETAIL_MAX)
        self.status, self.reason = status, reason
        self.detail = f"{status} {detail}" if status else detail
        self._has_expired = "expired" in text.casefold()
        super().__init__(self.detail)

    @property
    def is_unauthorized(self) -> bool:
        """Whether Google returned 401."""
        return self.status == httpx.codes.UNAUTHORIZED

    @property
    def is_token_rejected(self) -> bool:
        """Whether the token is invalid: Google returns 401, or rejects the request with "expired" in its message."""
        is_rejection = self.status in {httpx.codes.BAD_REQUEST, httpx.codes.FORBIDDEN} and not self.is_quota
        return self.is_unauthorized or (is_rejection and self._has_expired)

    @property
    def is_quota(self) -> bool:
        """Whether a quota is exceeded: Google returns 429, or a reason with another status."""
        return self.status == httpx.codes.TOO_MANY_REQUESTS or self.reason in QUOTA_REASONS

    @property
    def is_retryable(self) -> bool:
        """Whether a retry may succeed: a quota was exceeded, or Google had an error of its own."""
        return self.is_quota or self.status == 0 or self.status >= 500


async def properties(token: str) -> list[Property]:
    """The ordinary properties of the token's user. Raises GoogleError."""
    result: list[Property] = []
    page_token = ""
    for _ in range(PAGES_MAX):
        params = {"pageSize": str(PAGE_SIZE)} | ({"pageToken": page_token} if page_token else {})
        url = f"{settings.GOOGLE_ADMIN_API}/v1beta/accountSummaries"
        response = await _request("GET", url, headers=_bearer(token), params=params)
        for account in response.get("accountSummaries", []):
            for one in account.get("propertySummaries", []):
                if one.get("propertyType") == ORDINARY:
                    number = str(one.get("property", "")).removeprefix("properties/")
                    names = (printable(str(named.get("displayName", "")), NAME_MAX) for named in (one, account))
                    result.append(Property(number, *names))
        page_token = str(response.get("nextPageToken") or "")
        if not page_token:
            break
    return result


async def report(token: str, property_id: str, body: Json) -> Json:
    """The JSON response of one report. Raises GoogleError."""
    url = f"{settings.GOOGLE_DATA_API}/v1beta/properties/{property_id}:runReport"
    return await _request("POST", url, headers=_bearer(token), json=body)


async def renew(provider: Provider, refresh_token: str) -> str:
    """A new access token. Raises GoogleError."""
    address = await _endpoint(provider, "token_endpoint")
    fields, basic = await oidc.client_credentials(provider)
    form = {"grant_type": "refresh_token", "refresh_token": refresh_token, **fields}
    response = await _request("POST", address, data=form, auth=basic)
    token = response.get("access_token")
    if not isinstance(token, str) or not token:
        raise GoogleError(0, "Google sent no access token")
    return token


async def revoke(provider: Provider, token: str) -> None:
    """Revoke a consent. Ignores a consent that has ended already. Raises GoogleError."""
    try:
        await _request("POST", await _endpoint(provider, "revocation_endpoint"), data={"token": token})
    except GoogleError as error:
        if error.status != httpx.codes.BAD_REQUEST:
            raise


async def _endpoint(provider: Provider, name: str) -> str:
    try:
        return await oidc.endpoint(provider, name)
    except ProviderFault as fault:
        raise GoogleError(0, "Google does not respond") from fault


async def _request(method: str, url: str, **options: Any) -> Json:
    try:
        reply = await http_client.send_request(method, url, timeout_s=TIMEOUT_S, max_bytes=BODY_MAX, **options)
    except http_client.ResponseTooLarge as error:
        raise GoogleError(0, "Google sent too much data") from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise GoogleError(0, "Google does not respond") from error
    try:
        value = reply.json()
    except ValueError as error:
        raise GoogleError(reply.status_code, reply.reason_phrase or "no JSON") from error
    if not isinstance(value, dict):
        raise GoogleError(reply.status_code, "no object")
    if reply.status_code != httpx.codes.OK:
        raise _error_of(reply.status_code, reply.reason_phrase, value)
    return value


def _error_of(status: int, phrase: str, value: Json) -> GoogleError:
    """Maps Google's two error formats: its APIs return an object, its token endpoints a text with a description."""
    error = value.get("error")
    if isinstance(error, dict):
        details = error.get("errors")
        first = details[0] if isinstance(details, list) and details and isinstance(details[0], dict) else {}
        reason = str(first.get("reason") or error.get("status") or "")
        return GoogleError(status, str(error.get("message") or phrase), reason)
    return GoogleError(status, str(value.get("error_description") or error or phrase), str(error or ""))


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
