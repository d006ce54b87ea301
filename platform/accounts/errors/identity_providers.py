"""Errors of sign-in at identity providers: providers, linked identities, companies."""

from accounts.errors.requests import AuthFailure, Unacceptable, ValidationFailed
from accounts.errors.sessions import BannedNow


class UnsupportedProvider(ValidationFailed):
    message = "Unsupported provider: provider is not enabled"


class ProviderDisabled(AuthFailure):
    code = "provider_disabled"

    def __init__(self, provider: str) -> None:
        super().__init__(f'Provider (issuer "{provider}") is not enabled')


class OAuthError(AuthFailure):
    """An error in OAuth's own response shape, without a code; `message` is its `error_description`."""

    code = "invalid request"


class BadOAuthCallback(AuthFailure):
    code = "bad_oauth_callback"
    message = "OAuth state parameter missing"


class BadOAuthState(AuthFailure):
    """The state is unknown, used, expired, or another browser's. The error does not reveal which."""

    code = "bad_oauth_state"
    message = "OAuth callback with invalid state"


class RedirectError(AuthFailure):
    """An error in the query and fragment of a redirect URL; `error` is OAuth's name for it."""

    error = "access_denied"


class ProviderReturnedError(RedirectError):
    """The provider's own error and description, passed on."""

    code = "bad_oauth_callback"

    def __init__(self, error: str, description: str) -> None:
        self.error = error
        super().__init__(description or error)


class ProviderFailed(AuthFailure):
    """The provider does not respond, or its response is invalid."""

    status = 500
    code = "unexpected_failure"
    message = "Unable to exchange external code"


class NoIdTokenReceived(ProviderFailed):
    """The provider's response has no ID token. The specification prescribes this message."""

    message = "No ID token received"


class ProviderUnreachable(AuthFailure):
    status = 503
    code = "unexpected_failure"
    message = "The provider does not answer. Please try again."


class EmailNotVerifiedByProvider(RedirectError):
    status = 422
    code = "provider_email_needs_verification"
    message = "The provider has not verified this email address"


class BannedAtProvider(BannedNow):
    """The user who signs in at a provider is banned. The callback reports this error in a redirect URL."""


class LinkingOff(AuthFailure):
    status = 404
    code = "manual_linking_disabled"
    message = "Manual linking is disabled"


class IdentityTaken(Unacceptable):
    code = "identity_already_exists"
    message = "Identity is already linked to another user"


class BadIdentityId(ValidationFailed):
    status = 404
    message = "identity_id must be an UUID"


class LastIdentity(Unacceptable):
    code = "single_identity_not_deletable"
    message = "User must have at least 1 identity after unlinking"


class IdentityNotFound(Unacceptable):
    code = "identity_not_found"
    message = "Identity doesn't exist"


class EmailOfIdentityTaken(Unacceptable):
    code = "email_conflict_identity_not_deletable"
    message = "Unable to unlink identity due to email conflict"


class SamlOff(AuthFailure):
    status = 404
    code = "saml_provider_disabled"
    message = "SAML 2.0 is disabled"
