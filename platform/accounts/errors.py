"""Every refusal of `/auth/v1`, with the status, code and message that the wire contract gives it."""

from core.errors import Failure


class AuthFailure(Failure):
    """A refusal of the sign-in service; `reasons` say why a password is weak."""

    status = 400
    reasons: tuple[str, ...] = ()


class BadJson(AuthFailure):
    code = "bad_json"
    message = "Could not parse request body as JSON"


class BodyTooLarge(AuthFailure):
    status = 413
    code = "request_entity_too_large"
    message = "Request body is larger than 1 MiB"


class NoSuchPath(AuthFailure):
    status = 404
    code = "not_found"
    message = "Not found"


class ValidationFailed(AuthFailure):
    """A field is missing or breaks a rule; the message says which."""

    code = "validation_failed"
    message = "Invalid request"


class AnonymousSignInsOff(AuthFailure):
    status = 422
    code = "anonymous_provider_disabled"
    message = "Anonymous sign-ins are disabled"


class PhoneSignUpsOff(AuthFailure):
    code = "phone_provider_disabled"
    message = "Phone signups are disabled"


class PhoneSignInsOff(AuthFailure):
    status = 422
    code = "phone_provider_disabled"
    message = "Phone logins are disabled"


class WeakPassword(AuthFailure):
    """The message names the least length; `reasons` is the contract's list."""

    status = 422
    code = "weak_password"
    reasons = ("length",)


class AlreadyRegistered(AuthFailure):
    status = 422
    code = "user_already_exists"
    message = "User already registered"


class InvalidCredentials(AuthFailure):
    """Unknown person, no password and wrong password are not told apart."""

    code = "invalid_credentials"
    message = "Invalid login credentials"


class EmailNotConfirmed(AuthFailure):
    code = "email_not_confirmed"
    message = "Email not confirmed"


class Banned(AuthFailure):
    """At a grant (400); `BannedNow` is the same for a person who is already signed in."""

    code = "user_banned"
    message = "User is banned"


class BannedNow(Banned):
    status = 403


class RefreshTokenNotFound(AuthFailure):
    code = "refresh_token_not_found"
    message = "Invalid Refresh Token: Refresh Token Not Found"


class RefreshTokenUsed(AuthFailure):
    code = "refresh_token_already_used"
    message = "Invalid Refresh Token: Already Used"


class TooManyRequests(AuthFailure):
    """Never for a refresh: its client would take it for the end of the session."""

    status = 429
    code = "over_request_rate_limit"
    message = "Request rate limit reached"


class NoBearer(AuthFailure):
    status = 401
    code = "no_authorization"
    message = "This endpoint requires a valid Bearer token"


class BadToken(AuthFailure):
    """An access token that cannot be accepted; `why` completes the sentence."""

    status = 403
    code = "bad_jwt"

    def __init__(self, why: str) -> None:
        super().__init__(f"invalid JWT: {why}")


class BadSubject(BadToken):
    status = 400


class UserGone(AuthFailure):
    status = 403
    code = "user_not_found"
    message = "User from sub claim in JWT does not exist"


class SessionGone(AuthFailure):
    status = 403
    code = "session_not_found"
    message = "Session from session_id claim in JWT does not exist"


class Unexpected(AuthFailure):
    """A fault of ours, which a client may try again."""

    status = 500
    code = "unexpected_failure"
    message = "Unexpected failure, please check server logs for more information"


class Unavailable(AuthFailure):
    """The store does not answer just now, or ended the transaction: nothing is said of the session."""

    status = 503
    code = "unexpected_failure"
    message = "The service is unavailable. Please try again."
