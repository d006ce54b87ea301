"""Reads: people by id and by address, and the account of the person who asks."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from accounts import access
from accounts.models import Identity, User
from core.person import Person


@dataclass(frozen=True, slots=True)
class Account:
    """A person as `/auth/v1` shows them."""

    user: User
    identities: list[Identity]


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a password is checked against; `password_hash` is "" for a person without one."""

    user_id: UUID
    password_hash: str


@dataclass(frozen=True, slots=True)
class OwnCredentials:
    """The same of the caller; `asks_for_current` if a new password wants this one typed again."""

    password_hash: str
    asks_for_current: bool


@dataclass(frozen=True, slots=True)
class Known:
    """What other rooms may know of a person. `name` falls back to the address."""

    id: UUID
    email: str
    name: str
    confirmed: bool


def account(user: User) -> Account:
    return Account(user, list(user.identities.order_by("created_at", "id")))


def account_of(*, person: Person) -> Account:
    """The caller's own account. Raises UserGone, SessionGone, BannedNow."""
    return account(access.signed_in(person).user)


def credentials(*, email: str) -> Credentials | None:
    found = User.objects.filter(email=email.lower(), is_sso=False).first()
    return Credentials(found.id, found.password_hash) if found else None


def own_credentials(*, person: Person) -> OwnCredentials:
    """Raises UserGone, SessionGone, BannedNow."""
    session = access.signed_in(person)
    return OwnCredentials(session.user.password_hash, access.asks_for_current(session))


def people(ids: Collection[UUID]) -> dict[UUID, str]:
    """The names of those of `ids` who exist."""
    return {user.id: name_of(user) for user in User.objects.filter(id__in=ids)}


def person_by_email(email: str) -> Known | None:
    """The person who signs in with this address, confirmed or not."""
    found = User.objects.filter(email=email.lower(), is_sso=False).first()
    if found is None:
        return None
    return Known(found.id, email.lower(), name_of(found), found.email_confirmed_at is not None)


def name_of(user: User) -> str:
    return typed_name(user, "full_name") or user.email or ""


def typed_name(user: User, key: str) -> str:
    """A name from the metadata that the person wrote: trimmed, printable, at most 200 characters; "" if none."""
    value = user.user_metadata.get(key)
    printable = "".join(sign if sign.isprintable() else " " for sign in value) if isinstance(value, str) else ""
    return printable.strip()[:200]
