"""The sign-in service's keys, health and settings, and the error responses for all other paths."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts import errors, ports, schemas
from accounts.api.router import router
from accounts.queries import identity_providers
from accounts.tokens import signing_keys
from sync.writes.db_executor import read

ANY = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]


@router.get("/.well-known/jwks.json", response=schemas.KeySetOut)
async def key_set(request: HttpRequest, response: HttpResponse) -> schemas.KeySetOut:
    """The public keys that verify access tokens."""
    response["Cache-Control"] = "public, max-age=600"
    return schemas.KeySetOut(keys=signing_keys.ring().published())


@router.get("/health", response=schemas.ServiceOut)
async def health(request: HttpRequest) -> schemas.ServiceOut:
    """The name and the version of the sign-in service."""
    # The wire contract prescribes the name, because clients check it.
    return schemas.ServiceOut(version=settings.BUILD, name="GoTrue", description=f"{settings.PRODUCT_NAME} sign-in")


@router.get("/settings", response=schemas.SettingsOut)
async def public_settings(request: HttpRequest) -> schemas.SettingsOut:
    """The ways to sign in that this server offers; public."""
    offered = {
        "email": True,
        "google": settings.GOOGLE_CLIENT_ID is not None,
        "anonymous_users": settings.AUTH_ANONYMOUS,
    }
    return schemas.SettingsOut(
        external={name: offered.get(name, False) for name in schemas.PROVIDERS},
        disable_signup=False,
        mailer_autoconfirm=settings.AUTH_AUTOCONFIRM,
        phone_autoconfirm=False,
        sms_provider=ports.sms.carrier,
        saml_enabled=False,
        saml_private_key_next_configured=False,
        passkeys_enabled=False,
        sso_enabled=await read(identity_providers.has_sso),
        manual_linking_enabled=settings.AUTH_MANUAL_LINKING,
    )


@router.api_operation(ANY, "/sso/saml/{path:rest}", include_in_schema=False)
async def saml(request: HttpRequest, rest: str) -> HttpResponse:
    raise errors.SamlOff


@router.api_operation(ANY, "/{path:rest}", include_in_schema=False)
async def unknown(request: HttpRequest, rest: str) -> HttpResponse:
    raise errors.NoSuchPath
