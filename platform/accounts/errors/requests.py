"""What is wrong with a request as such, and the base of every refusal."""

from core.errors import Failure


class AuthFailure(Failure):
    """A refusal of the sign-in service; `reasons` say why a password is weak."""

    status = 400
    reasons: tuple[str, ...] = ()
    retry_after_s: int | None = None


class BadJson(AuthFailure):
    code = "bad_json"
    message = "Could not parse request body as JSON"


class BodyTooLarge(AuthFailure):
    status = 413
    code = "request_entity_too_large"
    message = "Request body is larger than 16 KiB"


class NoSuchPath(AuthFailure):
    status = 404
    code = "not_found"
    message = "Not found"


class ValidationFailed(AuthFailure):
    """A field is missing or breaks a rule; the message says which."""

    code = "validation_failed"
    message = "Invalid request"


class Unacceptable(AuthFailure):
    """It is well formed, and not to be done as things stand."""

    status = 422


class TooSoon(AuthFailure):
    """The same was sent a moment ago."""

    status = 429

    def __init__(self, seconds: int) -> None:
        super().__init__(f"For security purposes, you can only request this after {seconds} seconds.")


class TooManyRequests(AuthFailure):
    """Never for a refresh: its client would take it for the end of the session."""

    status = 429
    code = "over_request_rate_limit"
    message = "Request rate limit reached"


class Unexpected(AuthFailure):
    """A fault of ours, which a client may try again."""

    status = 500
    code = "unexpected_failure"
    message = "Unexpected failure, please check server logs for more information"


class Unavailable(AuthFailure):
    """The store does not answer just now, or ended the transaction: nothing is said of the session."""

    status = 503
    retry_after_s = 1
    code = "unexpected_failure"
    message = "The service is unavailable. Please try again."


class WrongMethod(AuthFailure):
    status = 405
    code = "method_not_allowed"
    message = "Method not allowed"
