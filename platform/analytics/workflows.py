"""Workflows that call Google: read our database, call Google, write our database; no transaction is open meanwhile."""

from uuid import UUID

from django.conf import settings

from accounts.redirects import oidc
from accounts.redirects.oidc import Provider, ProviderFault
from analytics import access, google, queries, services
from analytics.errors import (
    PROPERTIES,
    Declined,
    GoogleUnavailable,
    IdTokenMissing,
    NotAuthorized,
    NotDisconnected,
    NotSetUp,
    PropertiesNotFetched,
    PropertyUnknown,
    TokenMissing,
)
from analytics.google import Refused
from analytics.google_session import counted, own_row, provider_of_google, with_renewal
from analytics.google_types import ANALYTICS_SCOPE, SEARCH_CONSOLE_SCOPE, Consent, Property, Tokens
from analytics.models import Connection, SourceType
from clients import queries as clients_queries
from core.actor import Person
from sync.writes.db_executor import read, write

# Google issues a refresh token only if the request asks for offline access and prompts for consent.
FOR_GOOD = {"access_type": "offline", "prompt": "select_account consent"}
SCOPES = {SourceType.ANALYTICS: ANALYTICS_SCOPE, SourceType.SEARCH_CONSOLE: SEARCH_CONSOLE_SCOPE}


async def authorize(*, actor: Person, source_type: SourceType) -> str:
    """The URL of Google's consent page.

    Raises CardRequired, NotSetUp, ClientInformationNotFound, AskedTooOften, GoogleUnavailable.
    """
    own = await read(access.owner, actor=actor)
    if not access.may_ask_for(source_type):
        raise NotSetUp
    await counted(own)
    granted = await read(queries.scopes_of, user_id=own.user_id)
    proof = await write(services.begin, user_id=own.user_id, source_type=source_type.value)
    # Request all granted scopes again, because the new tokens replace the old ones.
    wanted = sorted({SCOPES[source_type]} | (granted & set(SCOPES.values())))
    try:
        return await oidc.authorization_url(
            await provider_of_google(), proof, scopes=" ".join(wanted), more=FOR_GOOD, back=callback()
        )
    except ProviderFault as fault:
        raise GoogleUnavailable from fault


async def exchange(*, actor: Person, state: str, code: str) -> tuple[Consent, str | None]:
    """Store the consent of a callback. Returns it, and the name of the property that was chosen before, or None.

    Raises what `authorize` raises, NotAuthorized (the state is not this user's, or the code does not match the state),
    IdTokenMissing, Declined.
    """
    own = await read(access.owner, actor=actor)
    await counted(own)
    found = await write(services.come_back, user_id=own.user_id, state=state)
    if found is None:
        raise NotAuthorized
    proof, source_type = found
    provider = await provider_of_google()
    try:
        said = await oidc.redeemed(provider, proof, code, back=callback())
    except oidc.NoIdToken as fault:
        raise IdTokenMissing from fault
    except ProviderFault as fault:
        raise NotAuthorized from fault
    tokens = Tokens(said.token, said.refresh_token)
    if SCOPES[SourceType(source_type)] not in said.scopes:
        await _revoked(provider, tokens)
        raise Declined
    name, picture = str(said.data.get("name", "")), str(said.data.get("picture", ""))
    consent = Consent(said.subject, said.email, name, picture, said.scopes, tokens)
    replaced = await write(services.keep_consent, user_id=own.user_id, client_id=own.client_id, consent=consent)
    if replaced is not None:
        await _revoked(provider, replaced)
    return consent, await read(clients_queries.property_name, client_id=own.client_id)


async def list_properties(*, actor: Person) -> list[Property]:
    """The ordinary properties of the connected account.

    Raises CardRequired, NotSetUp, ClientInformationNotFound, TokenMissing, AskedTooOften, TokenExpired,
    PropertiesNotFetched.
    """
    own = await read(access.owner, actor=actor)
    tokens = await read(queries.tokens_of, user_id=own.user_id)
    if tokens is None:
        raise TokenMissing
    await counted(own)
    try:
        found, _ = await with_renewal(own, tokens, google.properties)
    except Refused as refused:
        raise PropertiesNotFetched(PROPERTIES.format(detail=refused.detail)) from refused
    await write(services.note_accounts, user_id=own.user_id, client_id=own.client_id, has_any=bool(found))
    return found


async def save_property(*, actor: Person, property_id: str) -> Connection | None:
    """Connect the caller's client to a property of the connected account, chosen or typed.

    Raises what `list_properties` raises, and PropertyUnknown.
    """
    listed = await list_properties(actor=actor)
    own = await read(access.owner, actor=actor)
    chosen = next((one for one in listed if one.id == property_id), None)
    if chosen is None:
        raise PropertyUnknown
    await write(services.save_property, user_id=own.user_id, client_id=own.client_id, chosen=chosen)
    return await own_row(own)


async def disconnect(*, actor: Person, source_type: SourceType) -> Connection | None:
    """Revoke the consent at Google, and delete its tokens here.

    Raises CardRequired, NotSetUp, ClientInformationNotFound, and NotDisconnected if Google does not revoke it.
    """
    own = await read(access.owner, actor=actor)
    tokens = await read(queries.tokens_of, user_id=own.user_id)
    if tokens is not None:
        try:
            await google.revoke(await provider_of_google(), tokens.refresh or tokens.access)
        except Refused as refused:
            raise NotDisconnected from refused
    await write(services.disconnect, user_id=own.user_id, client_id=own.client_id, source_type=source_type.value)
    return await read(queries.connection, client_id=own.client_id, source_type=source_type.value)


async def end_consent(*, user_id: UUID) -> None:
    """Revoke the Google consent of a user who is being erased, unless this installation no longer has Google keys.

    Raises Refused.
    """
    tokens = await read(queries.tokens_of, user_id=user_id)
    if tokens is not None and access.is_set_up():
        await google.revoke(await provider_of_google(), tokens.refresh or tokens.access)


def callback() -> str:
    """The redirect URL of Google's consent page."""
    return f"{settings.SITE_URL}/oauth2callback"


async def _revoked(provider: Provider, tokens: Tokens) -> None:
    """Revoke tokens that will not be used. A failure is ignored, because the tokens are not stored here."""
    try:
        await google.revoke(provider, tokens.refresh or tokens.access)
    except Refused:
        return
