"""Reads from Google with a user's tokens, renews them once if Google rejects them, and deletes them if that fails."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar
from uuid import UUID

from django.conf import settings

from accounts import queries as accounts
from accounts.redirects.oidc import Provider
from analytics import access, google, queries, reports, services
from analytics.access import Owner
from analytics.errors import FETCH, AskedTooOften, NotFetched, NotSetUp, TokenExpired, TokenMissing
from analytics.google import Refused
from analytics.google_types import Readable, Reading, Tokens
from analytics.models import Connection, SourceType
from core.actor import Person
from core.clock import now
from sync.writes.db_executor import read, write

R = TypeVar("R")

FRESH_S = 30  # a refresh within this time would return the same figures


async def refresh(*, actor: Person) -> Connection | None:
    """Read the caller's figures now.

    Raises CardRequired, NotSetUp, ClientInformationNotFound, TokenMissing, AskedTooOften, TokenExpired, NotFetched
    (no part could be read).
    """
    own = await read(access.owner, actor=actor)
    found = await read(queries.readable, client_id=own.client_id)
    if found is None:
        raise TokenMissing
    before = await own_row(own)
    is_well = before is not None and not before.error
    if not (is_well and found.read_at and (now() - found.read_at).total_seconds() < FRESH_S):
        await counted(own)
        reading = await _read(own, found)
        if not reading.parts:
            raise NotFetched(FETCH.format(detail=reading.error))
    return await own_row(own)


async def read_figures(*, client_id: UUID) -> None:
    """Read a client's figures for the job. Raises NotFetched if a retry may succeed."""
    found = await read(queries.readable, client_id=client_id)
    if found is None or not access.is_set_up():
        return
    try:
        reading = await _read(Owner(found.user_id, client_id), found)
    except (TokenMissing, TokenExpired):
        return  # the row shows the error; a retry fails until the user reconnects
    if reading.is_worth_another_try:
        raise NotFetched(reading.error)


async def counted(own: Owner) -> None:
    """Count a user's call to Google, because all clients share Google's quotas. Raises AskedTooOften."""
    if settings.AUTH_RATE_LIMITS and not await write(services.count_call, user_id=own.user_id):
        raise AskedTooOften


async def provider_of_google() -> Provider:
    """Google as an identity provider, with the keys of this installation. Raises NotSetUp."""
    found = await read(accounts.provider_named, name="google")
    if found is None:
        raise NotSetUp
    return found


async def own_row(own: Owner) -> Connection | None:
    """The owner's connection to Google Analytics, or None."""
    return await read(queries.connection, client_id=own.client_id, source_type=SourceType.ANALYTICS.value)


async def _read(own: Owner, found: Readable) -> Reading:
    """Request the three reports and store their results. Raises TokenMissing, TokenExpired."""
    if found.tokens is None:
        await write(services.note_missing, user_id=own.user_id, client_id=own.client_id)
        raise TokenMissing
    tokens, at = found.tokens, now()
    reading = Reading(found.property_id, at, {}, "", False)
    for part, (body, _) in reports.PARTS.items():
        try:
            answer, tokens = await with_renewal(own, tokens, _report_of(found.property_id, body))
            reading.parts[part] = reports.columns(part, answer, at)
        except Refused as refused:
            worth = reading.is_worth_another_try or refused.may_pass
            reading = replace(reading, error=refused.detail, is_worth_another_try=worth)
            if refused.is_quota or refused.status == 0:
                break  # further requests would exceed the quota too, or time out too
        except reports.Unreadable:
            reading = replace(reading, error="the answer could not be read")
    await write(services.apply, user_id=own.user_id, client_id=own.client_id, reading=reading)
    return reading


def _report_of(property_id: str, body: reports.Answer) -> Callable[[str], Awaitable[reports.Answer]]:
    return lambda token: google.report(token, property_id, body)


async def with_renewal(own: Owner, tokens: Tokens, call: Callable[[str], Awaitable[R]]) -> tuple[R, Tokens]:
    """The result of `call` with the access token, and the tokens after it. Renews the token once if Google rejects it.

    Raises Refused, and TokenExpired after it has deleted tokens that are no longer valid.
    """
    try:
        return await call(tokens.access), tokens
    except Refused as refused:
        if not refused.is_token_refused:
            raise
    fresh = await _renewed(own, tokens)
    try:
        return await call(fresh.access), fresh
    except Refused as refused:
        if not refused.is_token_refused:
            raise
        await write(services.lose_tokens, user_id=own.user_id, client_id=own.client_id, was=fresh.access)
        raise TokenExpired from refused


async def _renewed(own: Owner, tokens: Tokens) -> Tokens:
    try:
        if not tokens.refresh:
            raise Refused(401, "no refresh token")
        access_token = await google.renewed(await provider_of_google(), tokens.refresh)
    except Refused as refused:
        if refused.may_pass:
            raise
        await write(services.lose_tokens, user_id=own.user_id, client_id=own.client_id, was=tokens.access)
        raise TokenExpired from refused
    await write(services.keep_access, user_id=own.user_id, was=tokens.access, access=access_token)
    return replace(tokens, access=access_token)
