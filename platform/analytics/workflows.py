"""What a person or a job has done at Google: read here, ask there, write here. Never two of them at once."""

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

# Google gives a refresh token only to who asks for one with the person's consent.
FOR_GOOD = {"access_type": "offline", "prompt": "select_account consent"}
SCOPES = {SourceType.ANALYTICS: ANALYTICS_SCOPE, SourceType.SEARCH_CONSOLE: SEARCH_CONSOLE_SCOPE}


async def authorize(*, actor: Person, source_type: SourceType) -> str:
    """The address of Google's page.

    Raises CardRequired, NotSetUp, ClientInformationNotFound, AskedTooOften, GoogleUnavailable.
    """
    own = await read(access.owner, actor=actor)
    if not access.may_ask_for(source_type):
        raise NotSetUp
    await counted(own)
    granted = await read(queries.scopes_of, user_id=own.user_id)
    proof = await write(services.begin, user_id=own.user_id, source_type=source_type.value)
    # One consent for everything: the new tokens replace those of before.
    wanted = sorted({SCOPES[source_type]} | (granted & set(SCOPES.values())))
    try:
        return await oidc.authorization_url(
            await provider_of_google(), proof, scopes=" ".join(wanted), more=FOR_GOOD, back=callback()
        )
    except ProviderFault as fault:
        raise GoogleUnavailable from fault


async def exchange(*, actor: Person, state: str, code: str) -> tuple[Consent, str | None]:
    """Keep the consent that a browser came back with. Returns it, and the name of the property that was chosen before.

    Raises what `authorize` does, NotAuthorized (a state that is not this person's, a code that is not the state's),
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

    Raises what `list_properties` does, and PropertyUnknown.
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

    Raises CardRequired, NotSetUp, ClientInformationNotFound, and NotDisconnected if Google does not answer.
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
    """Revoke at Google the consent of a person who is being erased; nobody can be told where its keys are gone.

    Raises Refused.
    """
    tokens = await read(queries.tokens_of, user_id=user_id)
    if tokens is not None and access.is_set_up():
        await google.revoke(await provider_of_google(), tokens.refresh or tokens.access)


def callback() -> str:
    """Where Google's page sends people back to."""
    return f"{settings.SITE_URL}/oauth2callback"


async def _revoked(provider: Provider, tokens: Tokens) -> None:
    """Give back what is not going to be used; if Google does not hear it, nobody here has the tokens."""
    try:
        await google.revoke(provider, tokens.refresh or tokens.access)
    except Refused:
        return
