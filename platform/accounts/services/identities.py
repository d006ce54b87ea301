"""A user's identities at providers: links, looks up and unlinks them."""

import json
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts import access
from accounts.errors import (
    ChangeNeedsAal2,
    EmailExists,
    EmailNotVerifiedByProvider,
    EmailOfIdentityTaken,
    IdentityNotFound,
    IdentityTaken,
    LastIdentity,
)
from accounts.models import Identity, User
from accounts.redirects.oidc_types import ProviderUser
from accounts.services.confirmation import NEEDS_PASSWORD, SignUp, confirm, delete_unconfirmed
from core.actor import Actor
from core.clock import now


def existing_identity(*, provider: str, provider_user: ProviderUser) -> Identity | None:
    """The stored identity, locked, with its user; updates its data from the provider's response. None if unknown."""
    rows = Identity.objects.select_for_update(of=("self",)).select_related("user")
    identity = rows.filter(provider=provider, subject=provider_user.subject).first()
    if identity is not None:
        identity.identity_data, identity.last_sign_in_at, identity.updated_at = provider_user.data, now(), now()
        identity.save(update_fields=["identity_data", "last_sign_in_at", "updated_at"])
    return identity


def check_not_linked(*, provider: str, subject: str) -> None:
    """Raises IdentityTaken if any user has this identity, the caller included."""
    if Identity.objects.filter(provider=provider, subject=subject).exists():
        raise IdentityTaken


def link(*, user: User, provider: str, provider_user: ProviderUser) -> None:
    """Add an identity to a locked user.

    Raises IdentityTaken, and for an anonymous user what `_convert_anonymous` raises.
    """
    if user.is_anonymous:
        _convert_anonymous(user, provider_user)
    at = now()
    _, is_new = Identity.objects.get_or_create(
        provider=provider,
        subject=provider_user.subject,
        defaults={"user": user, "identity_data": provider_user.data, "last_sign_in_at": at, "updated_at": at},
    )
    if not is_new:
        raise IdentityTaken
    update_provider_names(user)


def unlink(*, caller: Actor, identity_id: UUID) -> None:
    """Remove one of the caller's identities. If no other identity has verified the user's address, the user gets a
    verified address of another identity, or keeps the address if there is none.

    Raises LastIdentity, IdentityNotFound, EmailOfIdentityTaken, ChangeNeedsAal2, ReauthenticationNeeded, and what
    `access.signed_in_session` raises.
    """
    session = access.signed_in_session(caller)
    user = User.objects.select_for_update().get(id=session.user_id)
    if access.lacks_second_factor(session):
        raise ChangeNeedsAal2
    access.must_be_recently_proved(session)
    identities = list(user.identities.order_by("created_at", "id"))
    if len(identities) <= 1:
        raise LastIdentity
    removed = next((identity for identity in identities if identity.id == identity_id), None)
    if removed is None:
        raise IdentityNotFound
    remaining = [identity for identity in identities if identity.id != identity_id]
    removed.delete()
    if removed.provider == "email":
        user.password_hash = ""
    verified = [_verified_address(identity) for identity in remaining]
    if user.email not in verified:
        _adopt_address(user, next(filter(None, verified), ""))
    user.one_time_tokens.all().delete()
    user.flow_states.all().delete()
    user.save()
    update_provider_names(user)


def update_provider_names(user: User) -> None:
    """Update `app_metadata` with the names of the user's providers, oldest identity first."""
    names = list(dict.fromkeys(user.identities.order_by("created_at", "id").values_list("provider", flat=True)))
    app_metadata = dict(user.app_metadata)
    if names != ["email"]:
        app_metadata.pop(NEEDS_PASSWORD, None)
    first = app_metadata.get("provider")
    user.app_metadata = {**app_metadata, "provider": first if first in names else names[0], "providers": names}
    user.updated_at = now()
    user.save(update_fields=["app_metadata", "updated_at"])


def _convert_anonymous(user: User, provider_user: ProviderUser) -> None:
    """Convert an anonymous user into the identity provider's user. Raises EmailNotVerifiedByProvider, EmailExists."""
    if not provider_user.email or not provider_user.is_verified:
        raise EmailNotVerifiedByProvider
    delete_unconfirmed(email=provider_user.email, except_for=user)
    user.email, user.is_anonymous = provider_user.email, False
    try:
        with transaction.atomic():
            user.save(update_fields=["email", "is_anonymous"])
    except IntegrityError as error:
        raise EmailExists from error
    confirm(user, own=SignUp(metadata={**user.user_metadata, **provider_user.data}))


def _verified_address(identity: Identity) -> str:
    """The identity's address, or "" if its provider has not verified it, because anyone could then have entered it."""
    identity_data = identity.identity_data
    return str(identity_data.get("email") or "") if identity_data.get("email_verified") is True else ""


def _adopt_address(user: User, address: str) -> None:
    if not address:
        return
    delete_unconfirmed(email=address, except_for=user)
    if User.objects.filter(email=address, is_sso=False).exclude(id=user.id).exists():
        raise EmailOfIdentityTaken
    user.email = address
    user.user_metadata = {**user.user_metadata, "email": address, "email_verified": True}


def to_fields(provider: str, provider_user: ProviderUser) -> dict[str, str]:
    """An identity to be linked later, as fields to encrypt."""
    return {
        "provider": provider,
        "subject": provider_user.subject,
        "email": provider_user.email,
        "data": json.dumps(provider_user.data),
    }


def link_from_fields(*, user: User, fields: dict[str, str]) -> None:
    """Link the identity in these decrypted fields of `to_fields`, if there is one. Raises what `link` raises."""
    if "provider" in fields:
        data = json.loads(fields["data"])
        provider_user = ProviderUser(fields["subject"], fields["email"], data["email_verified"], data)
        link(user=user, provider=fields["provider"], provider_user=provider_user)
