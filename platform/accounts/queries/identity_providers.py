"""Reads identity providers: Google, and those of companies."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from accounts.credentials import encryption
from accounts.models import SsoProvider
from accounts.redirects.oidc_types import Provider


@dataclass(frozen=True, slots=True)
class Company:
    """A provider of a company, as operators see it."""

    id: UUID
    name: str
    issuer: str
    is_enabled: bool
    domains: list[str]


def provider_named(*, name: str) -> Provider | None:
    """The provider of this name, or None: `google` if its keys are set, or `sso:<id>` for a company's provider."""
    if name == "google" and settings.GOOGLE_CLIENT_ID:
        return Provider(
            "google", settings.GOOGLE_ISSUER, settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET or ""
        )
    kind, _, provider_id = name.partition(":")
    return sso_provider(provider_id=provider_id) if kind == "sso" else None


def sso_provider(*, provider_id: str = "", domain: str = "") -> Provider | None:
    """A company's provider by its id or by a domain of its addresses; None if there is none or it is disabled."""
    providers = SsoProvider.objects.filter(is_enabled=True)
    if domain:
        row = providers.filter(domains__domain=domain.lower()).first()
    else:
        try:
            row = providers.filter(id=UUID(provider_id)).first()
        except ValueError:
            return None
    if row is None:
        return None
    secret = encryption.unseal(row.secret)["secret"]
    domains = frozenset(row.domains.values_list("domain", flat=True))
    return Provider(f"sso:{row.id}", row.issuer, row.client_id, secret, domains)


def has_sso() -> bool:
    """Whether any company's provider is enabled."""
    return SsoProvider.objects.filter(is_enabled=True).exists()


def companies() -> list[Company]:
    providers = SsoProvider.objects.prefetch_related("domains").order_by("created_at")
    return [
        Company(row.id, row.name, row.issuer, row.is_enabled, [domain.domain for domain in row.domains.all()])
        for row in providers
    ]
