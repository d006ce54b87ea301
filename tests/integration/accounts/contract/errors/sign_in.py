"""Errors of `/signup`, and of `/token` for a password or a refresh token."""

import httpx

from tests.integration.accounts.contract.errors.table import Service, rejects, rejects_bodies
from tests.support.accounts.api import PASSWORD, PKCE, execute, refresh, sign_in
from tests.support.accounts.mailed_sign_up import ADA

SIGN_UP, TOKEN = "POST /signup", "POST /token"
INVALID = "validation_failed"
ADDRESS = "Unable to validate email address: invalid format"
PAIR = "PKCE flow requires code_challenge_method and code_challenge"
CHARACTERS = "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes"
EVE = {"email": "eve@example.com", "password": PASSWORD}
LONG = {**EVE, "code_challenge_method": "s256"}

rejects_bodies(
    SIGN_UP, 422, "anonymous_provider_disabled", {"no_address_or_phone": ("Anonymous sign-ins are disabled", {})}
)
rejects_bodies(
    SIGN_UP,
    422,
    "weak_password",
    {"five_characters": ("Password should be at least 6 characters.", {**EVE, "password": "12345"})},
)
rejects_bodies(
    SIGN_UP,
    400,
    "phone_provider_disabled",
    {"a_phone": ("Phone signups are disabled", {**EVE, "email": None, "phone": "+15550100"})},
)
rejects_bodies(
    SIGN_UP,
    400,
    INVALID,
    {
        "no_password": ("Signup requires a valid password", {"email": "eve@example.com"}),
        "a_long_password": ("Password cannot be longer than 72 characters", {**EVE, "password": "x" * 73}),
        "both": ("Only an email address or phone number should be provided on signup.", {**EVE, "phone": "+15550100"}),
        "incomplete_pkce_pair": (PAIR, {**EVE, "code_challenge": "x" * 43}),
        "a_short_challenge": (
            "code challenge has to be between 43 and 128 characters",
            {**LONG, "code_challenge": "x"},
        ),
        "other_characters": (CHARACTERS, {**LONG, "code_challenge": "+" * 43}),
        "another_method": (
            "code_challenge_method must be s256 or plain",
            {**LONG, **PKCE, "code_challenge_method": "md5"},
        ),
        "no_address": (ADDRESS, {**EVE, "email": "eve"}),
        "too_much_metadata": ("User metadata must not be larger than 4096 bytes", {**EVE, "data": {"a": "x" * 5000}}),
    },
)


@rejects(SIGN_UP, 422, "user_already_exists", "User already registered")
async def taken(service: Service) -> httpx.Response:
    await service.ada()
    return await service.request(SIGN_UP, {"email": ADA, "password": PASSWORD})


@rejects(
    SIGN_UP, 429, "over_email_send_rate_limit", "For security purposes, you can only request this after {n} seconds."
)
async def two_requests_in_a_minute(service: Service) -> httpx.Response:
    service.settings.AUTH_MAIL_COOLDOWN_S = 60
    await service.confirmation_mail()
    return await service.request(SIGN_UP, {"email": ADA, "password": PASSWORD})


# The password grant.
rejects_bodies(
    TOKEN,
    400,
    INVALID,
    {
        "password_for_both": (
            "Only an email address or phone number should be provided on login.",
            {**EVE, "phone": "+15550100"},
        ),
        "password_for_neither": ("missing email or phone", {"password": PASSWORD}),
    },
    grant_type="password",
)
rejects_bodies(
    TOKEN,
    422,
    "phone_provider_disabled",
    {"password_for_a_phone": ("Phone logins are disabled", {"phone": "+15550100", "password": PASSWORD})},
    grant_type="password",
)
rejects_bodies(
    TOKEN, 400, "invalid_credentials", {"unknown": ("Invalid login credentials", dict(EVE))}, grant_type="password"
)
rejects_bodies(
    TOKEN, 400, "invalid_credentials", {"another_grant": ("unsupported_grant_type", {})}, grant_type="implicit"
)
rejects_bodies(TOKEN, 400, "invalid_credentials", {"no_grant": ("unsupported_grant_type", {})})


@rejects(TOKEN, 400, "invalid_credentials", "Invalid login credentials")
async def wrong_password(service: Service) -> httpx.Response:
    await service.ada()
    return await sign_in(service.http, password="wrong")


@rejects(TOKEN, 400, "email_not_confirmed", "Email not confirmed")
async def unconfirmed(service: Service) -> httpx.Response:
    await service.confirmation_mail()
    return await sign_in(service.http)


@rejects(TOKEN, 400, "user_banned", "User is banned")
async def banned_at_sign_in(service: Service) -> httpx.Response:
    await service.ada()
    await service.ban()
    return await sign_in(service.http)


# The refresh grant.
rejects_bodies(
    TOKEN,
    400,
    INVALID,
    {
        "no_refresh_token": ("Refresh token is not valid", {}),
        "a_short_token": ("Refresh token is not valid", {"refresh_token": "x"}),
    },
    grant_type="refresh_token",
)
rejects_bodies(
    TOKEN,
    400,
    "refresh_token_not_found",
    {"an_unknown_token": ("Invalid Refresh Token: Refresh Token Not Found", {"refresh_token": "A" * 43})},
    grant_type="refresh_token",
)


@rejects(TOKEN, 400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
async def refresh_of_an_ended_session(service: Service) -> httpx.Response:
    ada = await service.ada()
    await service.request("POST /logout", session=ada)
    return await refresh(service.http, ada["refresh_token"])


@rejects(TOKEN, 503, "over_request_rate_limit", "Request rate limit reached")
async def too_many_refreshes(service: Service) -> httpx.Response:
    service.settings.AUTH_RATE_LIMITS = True
    ada = await service.ada()
    await refresh(service.http, ada["refresh_token"])
    await execute('UPDATE limit_counters SET "left" = -100')
    return await refresh(service.http, ada["refresh_token"])


@rejects(TOKEN, 400, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
async def refresh_by_two_clients(service: Service) -> httpx.Response:
    service.settings.AUTH_REUSE_INTERVAL_S = 0
    ada = await service.ada()
    second = (await refresh(service.http, ada["refresh_token"])).json()
    await refresh(service.http, second["refresh_token"])
    return await refresh(service.http, ada["refresh_token"])


@rejects(TOKEN, 400, "user_banned", "User is banned")
async def banned_at_refresh(service: Service) -> httpx.Response:
    ada = await service.ada()
    await service.ban()
    return await refresh(service.http, ada["refresh_token"])
