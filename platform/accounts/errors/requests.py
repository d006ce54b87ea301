"""Errors that any request can cause, and the base class of every error of the sign-in service."""

from typing import Self
from uuid import UUID

from core.errors import Failure


class AuthFailure(Failure):
    """An error of the sign-in service; `reasons` says why a password is weak.

    `user_id` is the account that a failed sign-in named. It is logged, and no response contains it.
    """

    status = 400
    reasons: tuple[str, ...] = ()
    retry_after_s: int | None = None
    user_id: UUID | None = None

    def for_user(self, user_id: UUID | None) -> Self:
        self.user_id = user_id
        return self


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
    """A field is missing or breaks a rule; the message names the field or the rule."""

    code = "validation_failed"
    message = "Invalid request"


class Unacceptable(AuthFailure):
    """The request is well formed, but the current state forbids it."""

    status = 422


class TooSoon(AuthFailure):
    """The same mail or text message was sent moments ago; `seconds` is the time until the next one is allowed."""

    status = 429

    def __init__(self, seconds: int) -> None:
        super().__init__(f"For security purposes, you can only request this after {seconds} seconds.")


class TooManyRequests(AuthFailure):
    """A rate limit is exceeded. Never raised for a refresh, because the client would end its session on this error."""

    status = 429
    code = "over_request_rate_limit"
    message = "Request rate limit reached"


class Unexpected(AuthFailure):
    """A fault of the server. The client may try again."""

    status = 500
    code = "unexpected_failure"
    message = "Unexpected failure, please check server logs for more information"


class Unavailable(AuthFailure):
    """The database does not respond, or ended the transaction. The session may still be valid."""

    status = 503
    retry_after_s = 1
    code = "unexpected_failure"
    message = "The service is unavailable. Please try again."


class WrongMethod(AuthFailure):
    status = 405
    code = "method_not_allowed"
    message = "Method not allowed"
