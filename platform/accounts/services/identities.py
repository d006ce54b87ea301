"""Which providers know a person: an identity is linked, recognised again, and taken away."""

import json
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts import access
from accounts.errors import (
    ChangeNeedsAal2,
    EmailExists,
    EmailNotVerifiedThere,
    EmailOfIdentityTaken,
    IdentityNotFound,
    IdentityTaken,
    LastIdentity,
)
from accounts.models import Identity, User
from accounts.redirects.oidc import Said
from accounts.services.confirmation import NEEDS_PASSWORD, SignUp, confirm, delete_unconfirmed
from core.actor import Person
from core.clock import now


def known(*, provider: str, said: Said) -> Identity | None:
    """The identity with its person, both locked; what the provider says of it is kept anew."""
    found = Identity.objects.select_for_update(of=("self",)).select_related("user")
    identity = found.filter(provider=provider, subject=said.subject).first()
    if identity is not None:
        identity.identity_data, identity.last_sign_in_at, identity.updated_at = said.data, now(), now()
        identity.save(update_fields=["identity_data", "last_sign_in_at", "updated_at"])
    return identity


def check_free(*, provider: str, subject: str) -> None:
    """Raises IdentityTaken for one that a person has, even if it is this one."""
    if Identity.objects.filter(provider=provider, subject=subject).exists():
        raise IdentityTaken


def link(*, user: User, provider: str, said: Said) -> None:
    """Give a locked person one more way in. Raises IdentityTaken, and for somebody anonymous what `_name` does."""
    if user.is_anonymous:
        _name(user, said)
    at = now()
    _, is_new = Identity.objects.get_or_create(
        provider=provider,
        subject=said.subject,
        defaults={"user": user, "identity_data": said.data, "last_sign_in_at": at, "updated_at": at},
    )
    if not is_new:
        raise IdentityTaken
    note_providers(user)


def unlink(*, person: Person, identity_id: UUID) -> None:
    """Take one of the caller's identities away. The address it gave is replaced by one that another identity's provider
    has verified; without one it stays.

    Raises LastIdentity, IdentityNotFound, EmailOfIdentityTaken, ChangeNeedsAal2, as access does.
    """
    session = access.signed_in(person)
    user = User.objects.select_for_update().get(id=session.user_id)
    if access.lacks_second_step(session):
        raise ChangeNeedsAal2
    access.must_be_recently_proved(session)
    identities = list(user.identities.order_by("created_at", "id"))
    if len(identities) <= 1:
        raise LastIdentity
    gone = next((identity for identity in identities if identity.id == identity_id), None)
    if gone is None:
        raise IdentityNotFound
    left = [identity for identity in identities if identity.id != identity_id]
    gone.delete()
    if gone.provider == "email":
        user.password_hash = ""
    verified = [_verified_address(identity) for identity in left]
    if user.email not in verified:
        _take_address(user, next(filter(None, verified), ""))
    user.one_time_tokens.all().delete()
    user.flow_states.all().delete()
    user.save()
    note_providers(user)


def note_providers(user: User) -> None:
    """Have `app_metadata` name the providers of a person, the first one first."""
    names = list(dict.fromkeys(user.identities.order_by("created_at", "id").values_list("provider", flat=True)))
    noted = dict(user.app_metadata)
    if names != ["email"]:
        noted.pop(NEEDS_PASSWORD, None)
    first = noted.get("provider")
    user.app_metadata = {**noted, "provider": first if first in names else names[0], "providers": names}
    user.updated_at = now()
    user.save(update_fields=["app_metadata", "updated_at"])


def _name(user: User, said: Said) -> None:
    """Somebody anonymous is from now on whom the provider knows. Raises EmailNotVerifiedThere, EmailExists."""
    if not said.email or not said.is_verified:
        raise EmailNotVerifiedThere
    delete_unconfirmed(email=said.email, but=user)
    user.email, user.is_anonymous = said.email, False
    try:
        with transaction.atomic():
            user.save(update_fields=["email", "is_anonymous"])
    except IntegrityError as taken:
        raise EmailExists from taken
    confirm(user, own=SignUp(metadata={**user.user_metadata, **said.data}))


def _verified_address(identity: Identity) -> str:
    """ "" for an address that its provider has not verified: anybody can open an account there that names it."""
    described = identity.identity_data
    return str(described.get("email") or "") if described.get("email_verified") is True else ""


def _take_address(user: User, address: str) -> None:
    if not address:
        return
    delete_unconfirmed(email=address, but=user)
    if User.objects.filter(email=address, is_sso=False).exclude(id=user.id).exists():
        raise EmailOfIdentityTaken
    user.email = address
    user.user_metadata = {**user.user_metadata, "email": address, "email_verified": True}


def packed(provider: str, said: Said) -> dict[str, str]:
    """An identity that waits to be linked, as facts to be sealed."""
    return {
        "provider": provider,
        "subject": said.subject,
        "email": said.email,
        "data": json.dumps(said.data),
    }


def link_packed(*, user: User, facts: dict[str, str]) -> None:
    """Link what was `packed`, if anything was. Raises what `link` does."""
    if "provider" in facts:
        data = json.loads(facts["data"])
        said = Said(facts["subject"], facts["email"], data["email_verified"], data)
        link(user=user, provider=facts["provider"], said=said)
