"""Companies whose users sign in at their own OpenID Connect provider. The operators' commands call these services."""

import re
from collections.abc import Sequence
from uuid import UUID

from accounts.credentials import encryption
from accounts.errors import ValidationFailed
from accounts.models import Session, SsoDomain, SsoProvider, User
from accounts.services.session_end import end
from accounts.validation import LABEL

DOMAIN = re.compile(rf"{LABEL}(?:\.{LABEL})+")
ISSUER = re.compile(r"https://[^\s?#]+|http://(?:localhost|127\.0\.0\.1)(?::\d+)?")


def add_sso_provider(*, name: str, issuer: str, client_id: str, secret: str, domains: Sequence[str]) -> UUID:
    """Add a provider. Raises ValidationFailed for invalid values, or for a domain that has a provider already."""
    lowered = [domain.lower() for domain in domains]
    if not lowered or not all(DOMAIN.fullmatch(domain) for domain in lowered):
        raise ValidationFailed("A provider needs domains like example.com")
    if ISSUER.fullmatch(issuer) is None:
        raise ValidationFailed("The issuer is an address like https://login.example.com")
    if not client_id or not secret:
        raise ValidationFailed("A provider needs a client id and its secret")
    taken = SsoDomain.objects.filter(domain__in=lowered).values_list("domain", flat=True).first()
    if taken:
        raise ValidationFailed(f"{taken} has a provider already")
    sealed = encryption.seal({"secret": secret})
    provider = SsoProvider.objects.create(name=name, issuer=issuer.rstrip("/"), client_id=client_id, secret=sealed)
    SsoDomain.objects.bulk_create(SsoDomain(domain=domain, provider=provider) for domain in dict.fromkeys(lowered))
    return provider.id


def enable_sso_provider(*, provider_id: UUID, is_enabled: bool) -> None:
    """Enable or disable a provider. Disabling it signs out all its users. Raises ValidationFailed."""
    provider = _locked_provider(provider_id)
    provider.is_enabled = is_enabled
    provider.save(update_fields=["is_enabled"])
    if not is_enabled:
        _sign_out(provider)


def remove_sso_provider(*, provider_id: UUID) -> None:
    """Delete a provider. Its users are signed out, but their accounts stay. Raises ValidationFailed."""
    provider = _locked_provider(provider_id)
    _sign_out(provider)
    provider.delete()


def _locked_provider(provider_id: UUID) -> SsoProvider:
    provider = SsoProvider.objects.select_for_update().filter(id=provider_id).first()
    if provider is None:
        raise ValidationFailed("There is no such provider")
    return provider


def _sign_out(provider: SsoProvider) -> None:
    users = User.objects.filter(is_sso=True, identities__provider=f"sso:{provider.id}")
    for session in Session.objects.select_for_update().filter(user__in=users).order_by("id"):
        end(session)
