"""Refusals about sign-in elsewhere: providers, linked identities, companies."""

from accounts.errors.requests import AuthFailure, Unacceptable, ValidationFailed
from accounts.errors.sessions import BannedNow


class UnsupportedProvider(ValidationFailed):
    message = "Unsupported provider: provider is not enabled"


class ProviderDisabled(AuthFailure):
    code = "provider_disabled"

    def __init__(self, provider: str) -> None:
        super().__init__(f'Provider (issuer "{provider}") is not enabled')


class OAuthRefusal(AuthFailure):
    """Answered in OAuth's own shape, without a code; the message is its description."""

    code = "invalid request"


class BadOAuthCallback(AuthFailure):
    code = "bad_oauth_callback"
    message = "OAuth state parameter missing"


class BadOAuthState(AuthFailure):
    """Unknown, used, expired, or another browser's: not told apart."""

    code = "bad_oauth_state"
    message = "OAuth callback with invalid state"


class FromOutside(AuthFailure):
    """Told in the address that a browser is sent back to; `error` is OAuth's name for it."""

    error = "access_denied"


class ProviderRefused(FromOutside):
    """The provider's own words, passed on."""

    code = "bad_oauth_callback"

    def __init__(self, error: str, description: str) -> None:
        self.error = error
        super().__init__(description or error)


class ProviderFailed(AuthFailure):
    """The provider does not answer, or its answer is not to be believed."""

    status = 500
    code = "unexpected_failure"
    message = "Unable to exchange external code"


class NoIdTokenReceived(ProviderFailed):
    """The words are the specification's."""

    message = "No ID token received"


class ProviderUnreachable(AuthFailure):
    status = 503
    code = "unexpected_failure"
    message = "The provider does not answer. Please try again."


class EmailNotVerifiedThere(FromOutside):
    status = 422
    code = "provider_email_needs_verification"
    message = "The provider has not verified this email address"


class BannedThere(BannedNow):
    """In the address that a browser is sent back to."""


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
