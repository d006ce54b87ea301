"""Authorization requests to identity providers and their callbacks: sign-in, flow codes and linked identities."""

import hmac
import secrets
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

from accounts import access
from accounts.credentials import encryption
from accounts.errors import (
    BadOAuthState,
    BannedThere,
    ChangeNeedsAal2,
    EmailNotVerifiedThere,
    SessionGone,
)
from accounts.models import FlowState, ProviderFlow, Session, User
from accounts.redirects import oidc
from accounts.redirects.oidc import Proof, Provider, Said
from accounts.services import flows, identities
from accounts.services.confirmation import SignUp, confirm
from accounts.services.flows import WayBack
from accounts.services.repeated_redemption import FlowCode
from accounts.services.sessions import Device, Grant, begin
from accounts.tokens import one_time
from core.actor import Person
from core.clock import now
from core.ids import uuid7

AWAY_FOR = timedelta(minutes=10)  # how long a user may take to sign in at the provider
METHOD = "oauth"


@dataclass(frozen=True, slots=True)
class Departure:
    """A new authorization request. `cookie` identifies a browser that has no verifier; it is "" for others."""

    proof: Proof
    cookie: str


@dataclass(frozen=True, slots=True)
class Return:
    """The stored authorization request of a callback. Its state is used up."""

    provider: str
    proof: Proof
    redirect_to: str
    flow_id: UUID | None
    linking: UUID | None


def depart(*, provider: str, way_back: WayBack, linking: Person | None = None) -> Departure:
    """Store an authorization request. With `linking`, raises ChangeNeedsAal2 and what `access` raises."""
    session = access.signed_in(linking) if linking else None
    if session is not None:
        if access.lacks_second_step(session):
            raise ChangeNeedsAal2
        access.must_be_recently_proved(session)
    proof = oidc.fresh_proof()
    flow = flows.start(user=None, amr=METHOD, way_back=way_back)
    cookie = "" if flow else secrets.token_urlsafe(32)
    ProviderFlow.objects.create(
        provider=provider,
        state_digest=one_time.link_digest(proof.state),
        cookie_digest=one_time.link_digest(cookie) if cookie else "",
        sealed=encryption.seal({"nonce": proof.nonce, "verifier": proof.verifier}),
        redirect_to=way_back.redirect_to,
        flow=flow,
        linking=session,
    )
    return Departure(proof, cookie)


def come_back(*, state: str, cookie: str) -> Return | None:
    """Use up the state of a callback. None if it is unknown, used, expired, or another browser's."""
    found = ProviderFlow.objects.select_for_update().filter(state_digest=one_time.link_digest(state)).first()
    if found is None:
        return None
    found.delete()
    is_ours = not found.cookie_digest or hmac.compare_digest(found.cookie_digest, one_time.link_digest(cookie))
    if not is_ours or now() - found.created_at > AWAY_FOR:
        return None
    facts = encryption.unseal(found.sealed)
    proof = Proof(state, facts["nonce"], facts["verifier"])
    return Return(found.provider, proof, found.redirect_to, found.flow_id, found.linking_id)


def finish(*, came: Return, provider: Provider, said: Said, device: Device) -> Grant | FlowCode:
    """Sign in or link the provider's user. In a flow the identity is linked later, when the flow's code is redeemed.

    Raises BadOAuthState if the flow is over, SessionGone, IdentityTaken, EmailNotVerifiedThere, BannedThere.
    """
    flow = FlowState.objects.select_for_update().filter(id=came.flow_id).first() if came.flow_id else None
    if came.flow_id and flow is None:
        raise BadOAuthState
    facts = {"token": said.token, "refresh_token": said.refresh_token}
    if came.linking:
        user = _linking_user(came.linking)
        identities.check_free(provider=provider.name, subject=said.subject)
        if flow is None:
            identities.link(user=user, provider=provider.name, said=said)
        else:
            facts |= identities.packed(provider.name, said)
    else:
        user = sign_in_as(provider=provider, said=said)
    if flow is None:
        granted = begin(user=user, method=METHOD, device=device)
        return replace(granted, provider_token=said.token, provider_refresh_token=said.refresh_token)
    flow.user, flow.sealed = user, encryption.seal(facts)
    flow.save(update_fields=["user", "sealed"])
    return FlowCode(flows.issue_code(flow=flow))


def sign_in_with_token(*, provider: Provider, said: Said, device: Device) -> Grant:
    """A session for an ID token that an app requested itself. Raises EmailNotVerifiedThere, BannedThere."""
    return begin(user=sign_in_as(provider=provider, said=said), method=METHOD, device=device)


def link_with_token(*, person: Person, provider: Provider, said: Said, device: Device) -> Grant:
    """Link the identity of an ID token to the caller. Raises IdentityTaken, ChangeNeedsAal2, and what access raises."""
    session = access.signed_in(person)
    if access.lacks_second_step(session):
        raise ChangeNeedsAal2
    access.must_be_recently_proved(session)
    user = User.objects.select_for_update().get(id=session.user_id)
    identities.link(user=user, provider=provider.name, said=said)
    return begin(user=user, method=METHOD, device=device)


def sign_in_as(*, provider: Provider, said: Said) -> User:
    """The user with this identity. If there is none, finds a user by a verified address, or creates one.

    Raises EmailNotVerifiedThere, BannedThere.
    """
    identity = identities.known(provider=provider.name, said=said)
    user = identity.user if identity else _met(provider, said)
    if access.is_banned(user):
        raise BannedThere
    return user


def _met(provider: Provider, said: Said) -> User:
    if provider.is_sso:
        # The company's administrators set the address, not the user. So the provider may assert only its own domains.
        if said.email.rpartition("@")[2] not in provider.domains:
            raise EmailNotVerifiedThere
        user = _new(provider, said, is_sso=True)
    elif not said.email or not said.is_verified:
        raise EmailNotVerifiedThere
    else:
        found = User.objects.select_for_update().filter(email=said.email, is_sso=False).first()
        user = found or _new(provider, said, is_sso=False)
        if found is not None and access.is_banned(found):
            raise BannedThere
    if user.email_confirmed_at is None:
        user.identities.all().delete()  # the user who signed up with this address never proved that it is theirs
        confirm(user, own=SignUp(metadata=said.data))
    identities.link(user=user, provider=provider.name, said=said)
    return user


def _new(provider: Provider, said: Said, *, is_sso: bool) -> User:
    app_metadata = {"provider": provider.name, "providers": [provider.name]}
    return User.objects.create(id=uuid7(), email=said.email, is_sso=is_sso, app_metadata=app_metadata)


def _linking_user(session_id: UUID) -> User:
    session = Session.objects.filter(id=session_id).first()
    if session is None:
        raise SessionGone
    return User.objects.select_for_update().get(id=session.user_id)
