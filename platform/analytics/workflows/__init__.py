"""Workflows that call Google. Each reads our database, calls Google, and then writes our database.

No transaction is open during a call to Google.
"""

import asyncio
from uuid import UUID

from django.conf import settings

from accounts.providers import oidc
from accounts.redirects import oidc_types
from accounts.redirects.oidc_types import Provider, ProviderFault
from analytics import access, queries, services
from analytics.errors import (
    PROPERTIES,
    GoogleUnavailable,
    IdTokenMissing,
    NotAuthorized,
    NotDisconnected,
    NotSetUp,
    PropertiesNotFetched,
    PropertyUnknown,
    ScopeDeclined,
    TokenMissing,
)
from analytics.google_types import ANALYTICS_SCOPE, SEARCH_CONSOLE_SCOPE, Consent, Property, Tokens
from analytics.models import Connection, SourceType
from analytics.providers import google
from analytics.providers.google import GoogleError
from analytics.workflows import figure_reads
from analytics.workflows.google_session import analytics_connection, count_call, provider_of_google, with_renewal
from clients import queries as clients_queries
from core.actor import Actor
from sync.effects import effects
from sync.writes.db_executor import read, write

# Google issues a refresh token only if the request asks for offline access and prompts for consent.
OFFLINE_ACCESS = {"access_type": "offline", "prompt": "select_account consent"}
SCOPES = {SourceType.ANALYTICS: ANALYTICS_SCOPE, SourceType.SEARCH_CONSOLE: SEARCH_CONSOLE_SCOPE}


async def authorize(*, actor: Actor, source_type: SourceType) -> str:
    """The URL of Google's consent page.

    Raises NotSetUp, ClientInformationNotFound, GoogleRateLimited, GoogleUnavailable.
    """
    owner = await read(access.owner, actor=actor)
    if not access.may_connect(source_type):
        raise NotSetUp
    await count_call(owner)
    granted = await read(queries.scopes_of, user_id=owner.user_id)
    proof = await write(services.start_authorization, user_id=owner.user_id, source_type=source_type.value)
    # Request all granted scopes again, because the new tokens replace the old ones.
    requested = sorted({SCOPES[source_type]} | (granted & set(SCOPES.values())))
    try:
        return await oidc.authorization_url(
            await provider_of_google(),
            proof,
            scopes=" ".join(requested),
            extra=OFFLINE_ACCESS,
            redirect_uri=redirect_url(),
        )
    except ProviderFault as fault:
        raise GoogleUnavailable from fault


async def exchange(*, actor: Actor, state: str, code: str) -> tuple[Consent, str | None]:
    """Exchange the code of Google's callback for a consent, and store the consent.

    Returns the consent, and the name of the property that the client chose before, or None.

    Raises NotSetUp, ClientInformationNotFound, GoogleRateLimited, NotAuthorized (the state is not this user's, or Google
    rejects the code), IdTokenMissing, ScopeDeclined.
    """
    owner = await read(access.owner, actor=actor)
    await count_call(owner)
    pending = await write(services.finish_authorization, user_id=owner.user_id, state=state)
    if pending is None:
        raise NotAuthorized
    proof, source_type = pending
    provider = await provider_of_google()
    try:
        identity = await oidc.exchange_code(provider, proof, code, redirect_uri=redirect_url())
    except oidc_types.NoIdToken as fault:
        raise IdTokenMissing from fault
    except ProviderFault as fault:
        raise NotAuthorized from fault
    tokens = Tokens(identity.token, identity.refresh_token)
    if SCOPES[SourceType(source_type)] not in identity.scopes:
        await _revoke_unused(provider, tokens)
        raise ScopeDeclined
    name, picture = str(identity.data.get("name", "")), str(identity.data.get("picture", ""))
    consent = Consent(identity.subject, identity.email, name, picture, identity.scopes, tokens)
    replaced = await write(store_consent, user_id=owner.user_id, client_id=owner.client_id, consent=consent)
    if replaced is not None:
        await _revoke_unused(provider, replaced)
    return consent, await read(clients_queries.property_name, client_id=owner.client_id)


async def list_properties(*, actor: Actor) -> list[Property]:
    """The ordinary properties of the connected account. Records whether there is any.

    Raises NotSetUp, ClientInformationNotFound, TokenMissing, GoogleRateLimited, TokenExpired, PropertiesNotFetched.
    """
    owner = await read(access.owner, actor=actor)
    tokens = await read(queries.tokens_of, user_id=owner.user_id)
    if tokens is None:
        raise TokenMissing
    await count_call(owner)
    try:
        listed, _ = await with_renewal(owner, tokens, google.properties)
    except GoogleError as error:
        raise PropertiesNotFetched(PROPERTIES.format(detail=error.detail)) from error
    await write(services.record_properties, user_id=owner.user_id, client_id=owner.client_id, has_any=bool(listed))
    return listed


async def save_property(*, actor: Actor, property_id: str) -> Connection | None:
    """Connect the caller's client to a property of the connected account, chosen or typed.

    Raises what `list_properties` raises, and PropertyUnknown.
    """
    listed = await list_properties(actor=actor)
    owner = await read(access.owner, actor=actor)
    chosen = next((one for one in listed if one.id == property_id), None)
    if chosen is None:
        raise PropertyUnknown
    await write(connect_property, user_id=owner.user_id, client_id=owner.client_id, chosen=chosen)
    return await analytics_connection(owner)


async def disconnect(*, actor: Actor, source_type: SourceType) -> Connection | None:
    """Revoke the consent at Google, and delete its tokens here.

    Raises NotSetUp, ClientInformationNotFound, and NotDisconnected if Google does not revoke the consent.
    """
    owner = await read(access.owner, actor=actor)
    tokens = await read(queries.tokens_of, user_id=owner.user_id)
    if tokens is not None:
        try:
            await google.revoke(await provider_of_google(), tokens.refresh or tokens.access)
        except GoogleError as error:
            raise NotDisconnected from error
    await write(services.disconnect, user_id=owner.user_id, client_id=owner.client_id, source_type=source_type.value)
    return await read(queries.connection, client_id=owner.client_id, source_type=source_type.value)


async def end_consent(*, user_id: UUID) -> None:
    """Revoke the Google consent of a user who is being erased, unless this installation no longer has Google keys.

    Raises GoogleError.
    """
    tokens = await read(queries.tokens_of, user_id=user_id)
    if tokens is not None and access.is_set_up():
        await google.revoke(await provider_of_google(), tokens.refresh or tokens.access)


def redirect_url() -> str:
    """The redirect URL of Google's consent page."""
    return f"{settings.SITE_URL}/oauth2callback"


def store_consent(*, user_id: UUID, client_id: UUID, consent: Consent) -> Tokens | None:
    """Store a consent, and request a read of the figures if the client has chosen a property before.

    Returns what `services.store_consent` returns.
    """
    replaced = services.store_consent(user_id=user_id, client_id=client_id, consent=consent)
    if clients_queries.property_name(client_id=client_id) is not None:
        effects.after_commit(figure_reads.read_figures, figure_reads.at_once(client_id))
    return replaced


def connect_property(*, user_id: UUID, client_id: UUID, chosen: Property) -> None:
    """Connect a client to a property, and request a read of its figures."""
    services.save_property(user_id=user_id, client_id=client_id, chosen=chosen)
    effects.after_commit(figure_reads.read_figures, figure_reads.at_once(client_id))


async def _revoke_unused(provider: Provider, tokens: Tokens) -> None:
    """Revoke tokens that will not be used. A failure is ignored, because the tokens are not stored here."""
    try:
        await google.revoke(provider, tokens.refresh or tokens.access)
    except GoogleError:
        return


def revoke_consent(user_id: UUID) -> None:
    """Revoke the user's consent. Raises GoogleError, because the consent must end before its tokens are deleted."""
    asyncio.run(end_consent(user_id=user_id))
