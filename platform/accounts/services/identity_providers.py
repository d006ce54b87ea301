"""Authorization requests to identity providers and their callbacks: sign-in, flow codes and linked identities."""

import hmac
import secrets
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts import access
from accounts.credentials import encryption
from accounts.errors import (
    BadOAuthState,
    BannedAtProvider,
    ChangeNeedsAal2,
    EmailNotVerifiedByProvider,
    IdentityTaken,
    SessionMissing,
)
from accounts.models import FlowState, ProviderFlow, Session, User
from accounts.redirects import oidc_types
from accounts.redirects.oidc_types import Proof, Provider, ProviderUser
from accounts.services import flows, identities
from accounts.services.confirmation import SignUp, confirm
from accounts.services.flows import Redirect
from accounts.services.repeated_redemption import FlowCode
from accounts.services.sessions import Device, Grant, begin
from accounts.tokens import one_time
from core.actor import Actor
from core.clock import is_within
from core.ids import uuid7

AUTHORIZATION_LIFETIME = timedelta(minutes=10)  # how long a user may take to sign in at the provider
METHOD = "oauth"


@dataclass(frozen=True, slots=True)
class AuthorizationRequest:
    """A new authorization request. `cookie` identifies a browser that has no verifier; it is "" for others."""

    proof: Proof
    cookie: str


@dataclass(frozen=True, slots=True)
class StoredAuthorization:
    """The stored authorization request of a callback. Its state cannot be used again."""

    provider: str
    proof: Proof
    redirect_to: str
    flow_id: UUID | None
    linking: UUID | None


def begin_authorization(*, provider: str, redirect: Redirect, linking: Actor | None = None) -> AuthorizationRequest:
    """Store an authorization request.

    With `linking`, raises ChangeNeedsAal2, ReauthenticationNeeded, and what `access.signed_in_session` raises.
    """
    session = access.signed_in_session(linking) if linking else None
    if session is not None:
        if access.lacks_second_factor(session):
            raise ChangeNeedsAal2
        access.must_be_recently_proved(session)
    proof = oidc_types.fresh_proof()
    flow = flows.start(user=None, amr=METHOD, redirect=redirect)
    cookie = "" if flow else secrets.token_urlsafe(32)
    ProviderFlow.objects.create(
        provider=provider,
        state_digest=one_time.link_digest(proof.state),
        cookie_digest=one_time.link_digest(cookie) if cookie else "",
        sealed=encryption.seal({"nonce": proof.nonce, "verifier": proof.verifier}),
        redirect_to=redirect.redirect_to,
        flow=flow,
        linking=session,
    )
    return AuthorizationRequest(proof, cookie)


def accept_callback(*, state: str, cookie: str) -> StoredAuthorization | None:
    """Consume the state of a callback. Returns None if it is unknown, used, expired, or another browser's."""
    row = ProviderFlow.objects.select_for_update().filter(state_digest=one_time.link_digest(state)).first()
    if row is None:
        return None
    row.delete()
    is_same_browser = not row.cookie_digest or hmac.compare_digest(row.cookie_digest, one_time.link_digest(cookie))
    if not is_same_browser or not is_within(AUTHORIZATION_LIFETIME, since=row.created_at):
        return None
    proof_fields = encryption.unseal(row.sealed)
    proof = Proof(state, proof_fields["nonce"], proof_fields["verifier"])
    return StoredAuthorization(row.provider, proof, row.redirect_to, row.flow_id, row.linking_id)


def finish_authorization(
    *, stored: StoredAuthorization, provider: Provider, provider_user: ProviderUser, device: Device
) -> Grant | FlowCode:
    """Sign in or link the provider's user. In a flow the identity is linked later, when the flow's code is redeemed.

    Raises BadOAuthState if the flow is over, SessionMissing, IdentityTaken, EmailNotVerifiedByProvider,
    BannedAtProvider.
    """
    flow = FlowState.objects.select_for_update().filter(id=stored.flow_id).first() if stored.flow_id else None
    if stored.flow_id and flow is None:
        raise BadOAuthState
    fields = {"token": provider_user.token, "refresh_token": provider_user.refresh_token}
    if stored.linking:
        user = _linking_user(stored.linking)
        identities.check_not_linked(provider=provider.name, subject=provider_user.subject)
        if flow is None:
            identities.link(user=user, provider=provider.name, provider_user=provider_user)
        else:
            fields |= identities.to_fields(provider.name, provider_user)
    else:
        user = sign_in_as(provider=provider, provider_user=provider_user)
    if flow is None:
        granted = begin(user=user, method=METHOD, device=device)
        return replace(granted, provider_token=provider_user.token, provider_refresh_token=provider_user.refresh_token)
    flow.user, flow.sealed = user, encryption.seal(fields)
    flow.save(update_fields=["user", "sealed"])
    return FlowCode(flows.issue_code(flow=flow))


def sign_in_with_token(*, provider: Provider, provider_user: ProviderUser, device: Device) -> Grant:
    """A session for an ID token that an app requested itself. Raises EmailNotVerifiedByProvider, BannedAtProvider."""
    return begin(user=sign_in_as(provider=provider, provider_user=provider_user), method=METHOD, device=device)


def link_with_token(*, caller: Actor, provider: Provider, provider_user: ProviderUser, device: Device) -> Grant:
    """Link the identity of an ID token to the caller.

    Raises IdentityTaken, ChangeNeedsAal2, ReauthenticationNeeded, and what `access.signed_in_session` raises.
    """
    session = access.signed_in_session(caller)
    if access.lacks_second_factor(session):
        raise ChangeNeedsAal2
    access.must_be_recently_proved(session)
    user = User.objects.select_for_update().get(id=session.user_id)
    identities.link(user=user, provider=provider.name, provider_user=provider_user)
    return begin(user=user, method=METHOD, device=device)


def sign_in_as(*, provider: Provider, provider_user: ProviderUser) -> User:
    """The user with this identity. If there is none, finds a user by a verified address, or creates one.

    Raises EmailNotVerifiedByProvider, BannedAtProvider.
    """
    try:
        with transaction.atomic():
            user = _existing_or_new(provider, provider_user)
    except (IntegrityError, IdentityTaken):  # another first sign-in has stored the user or the identity meanwhile
        user = _existing_or_new(provider, provider_user)
    if access.is_banned(user):
        raise BannedAtProvider().for_user(user.id)
    return user


def _existing_or_new(provider: Provider, provider_user: ProviderUser) -> User:
    identity = identities.existing_identity(provider=provider.name, provider_user=provider_user)
    return identity.user if identity else _find_or_create(provider, provider_user)


def _find_or_create(provider: Provider, provider_user: ProviderUser) -> User:
    if provider.is_sso:
        # The company's administrators set the address, not the user. So the provider may assert only its own domains.
        if provider_user.email.rpartition("@")[2] not in provider.domains:
            raise EmailNotVerifiedByProvider
        user = _create(provider, provider_user, is_sso=True)
    elif not provider_user.email or not provider_user.is_verified:
        raise EmailNotVerifiedByProvider
    else:
        existing = User.objects.select_for_update().filter(email=provider_user.email, is_sso=False).first()
        user = existing or _create(provider, provider_user, is_sso=False)
        if existing is not None and access.is_banned(existing):
            raise BannedAtProvider().for_user(existing.id)
    if user.email_confirmed_at is None:
        user.identities.all().delete()  # the user who signed up with this address never proved that it is theirs
        confirm(user, own=SignUp(metadata=provider_user.data))
    identities.link(user=user, provider=provider.name, provider_user=provider_user)
    return user


def _create(provider: Provider, provider_user: ProviderUser, *, is_sso: bool) -> User:
    app_metadata = {"provider": provider.name, "providers": [provider.name]}
    return User.objects.create(id=uuid7(), email=provider_user.email, is_sso=is_sso, app_metadata=app_metadata)


def _linking_user(session_id: UUID) -> User:
    session = Session.objects.filter(id=session_id).first()
    if session is None:
        raise SessionMissing
    return User.objects.select_for_update().get(id=session.user_id)
