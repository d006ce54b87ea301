"""Reads from Google with a user's tokens. If Google rejects the tokens, renews them once, or deletes them."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar
from uuid import UUID

from django.conf import settings

from accounts.queries import identity_providers
from accounts.redirects.oidc_types import Provider
from analytics import access, ga4_requests, queries, services
from analytics.access import Owner
from analytics.errors import FETCH, GoogleRateLimited, NotFetched, NotSetUp, TokenExpired, TokenMissing
from analytics.google_types import Reading, ReadTarget, Tokens
from analytics.models import Connection, SourceType
from analytics.providers import google
from analytics.providers.google import GoogleError
from core.actor import Actor
from core.clock import now
from sync.writes.db_executor import read, write

R = TypeVar("R")

REFRESH_INTERVAL_S = 30  # a refresh within this time would return the same figures


async def refresh(*, actor: Actor) -> Connection | None:
    """Read the caller's figures now.

    Returns the connection, whose `error` is not empty if some part could not be read. Raises NotSetUp,
    ClientInformationNotFound, TokenMissing, GoogleRateLimited, TokenExpired, NotFetched (no part could be read).
    """
    owner = await read(access.owner, actor=actor)
    target = await read(queries.read_target, client_id=owner.client_id)
    if target is None:
        raise TokenMissing
    before = await analytics_connection(owner)
    has_no_error = before is not None and not before.error
    if not (has_no_error and target.read_at and 0 <= (now() - target.read_at).total_seconds() < REFRESH_INTERVAL_S):
        await count_call(owner)
        reading = await _read(owner, target)
        if not reading.parts:
            raise NotFetched(FETCH.format(detail=reading.error))
    return await analytics_connection(owner)


async def read_figures(*, client_id: UUID) -> None:
    """Read a client's figures for a background job. Raises NotFetched if a retry may succeed."""
    target = await read(queries.read_target, client_id=client_id)
    if target is None or not access.is_set_up():
        return
    try:
        reading = await _read(Owner(target.user_id, client_id), target)
    except (TokenMissing, TokenExpired):
        return  # the row shows the error; a retry fails until the user reconnects
    if reading.is_retryable:
        raise NotFetched(reading.error)


async def count_call(owner: Owner) -> None:
    """Count a user's call to Google, because all clients share Google's quotas. Raises GoogleRateLimited."""
    if settings.AUTH_RATE_LIMITS and not await write(services.count_call, user_id=owner.user_id):
        raise GoogleRateLimited


async def provider_of_google() -> Provider:
    """Google as an identity provider, with the keys of this installation. Raises NotSetUp."""
    provider = await read(identity_providers.provider_named, name="google")
    if provider is None:
        raise NotSetUp
    return provider


async def analytics_connection(owner: Owner) -> Connection | None:
    """The owner's connection to Google Analytics, or None."""
    return await read(queries.connection, client_id=owner.client_id, source_type=SourceType.ANALYTICS.value)


async def _read(owner: Owner, target: ReadTarget) -> Reading:
    """Request the three reports and store their results. Raises TokenMissing, TokenExpired."""
    if target.tokens is None:
        await write(services.record_missing_tokens, user_id=owner.user_id, client_id=owner.client_id)
        raise TokenMissing
    tokens, at = target.tokens, now()
    reading = Reading(target.property_id, at, {}, "", False)
    for part, (body, _) in ga4_requests.PARTS.items():
        try:
            response, tokens = await with_renewal(owner, tokens, _report_of(target.property_id, body))
            reading.parts[part] = ga4_requests.columns(part, response, at)
        except GoogleError as error:
            is_retryable = reading.is_retryable or error.is_retryable
            reading = replace(reading, error=error.detail, is_retryable=is_retryable)
            if error.is_quota or error.is_token_rejected or error.status == 0:
                break  # further requests would exceed the quota too, be rejected too, or time out too
        except ga4_requests.NotAReport:
            reading = replace(reading, error="the response could not be read")
    reading = replace(reading, parts=ga4_requests.without_partial_period(reading.parts))
    await write(services.apply, user_id=owner.user_id, client_id=owner.client_id, reading=reading)
    return reading


def _report_of(property_id: str, body: ga4_requests.Json) -> Callable[[str], Awaitable[ga4_requests.Json]]:
    return lambda token: google.report(token, property_id, body)


async def with_renewal(owner: Owner, tokens: Tokens, call: Callable[[str], Awaitable[R]]) -> tuple[R, Tokens]:
    """The result of `call` with the access token, and the tokens to use from now on.

    If Google rejects the access token, renews it and repeats the call once. If Google rejects the renewal, or the new
    token with 401, deletes the tokens and raises TokenExpired. Raises GoogleError for any other error.
    """
    try:
        return await call(tokens.access), tokens
    except GoogleError as error:
        if not error.is_token_rejected:
            raise
    renewed = await _renewed(owner, tokens)
    try:
        return await call(renewed.access), renewed
    except GoogleError as error:
        if not error.is_unauthorized:
            raise  # Google has just issued this token, so an error that only mentions "expired" is about something else
        await write(
            services.delete_tokens, user_id=owner.user_id, client_id=owner.client_id, rejected_token=renewed.access
        )
        raise TokenExpired from error


async def _renewed(owner: Owner, tokens: Tokens) -> Tokens:
    try:
        if not tokens.refresh:
            raise GoogleError(401, "no refresh token")
        access_token = await google.renew(await provider_of_google(), tokens.refresh)
    except GoogleError as error:
        if error.is_retryable:
            raise
        await write(
            services.delete_tokens, user_id=owner.user_id, client_id=owner.client_id, rejected_token=tokens.access
        )
        raise TokenExpired from error
    await write(services.store_access_token, user_id=owner.user_id, old_token=tokens.access, new_token=access_token)
    return replace(tokens, access=access_token)
