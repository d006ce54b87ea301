"""The kinds of domain errors. Each API layer has one table that translates them into responses."""


class Failure(Exception):
    """An error with a stable `code` for programs and a `message` for users."""

    code = "failure"
    message = "An error occurred"

    def __init__(self, message: str | None = None, *, code: str | None = None) -> None:
        self.message = message or type(self).message
        self.code = code or type(self).code
        super().__init__(self.message)


class NotFound(Failure):
    """The object does not exist, or this user may not learn that it exists."""

    code = "not_found"
    message = "Not found"


class NotAllowed(Failure):
    """The user is signed in, but may not do this."""

    code = "not_allowed"
    message = "Not allowed"


class NotSignedIn(Failure):
    """The request has no valid session."""

    code = "not_signed_in"
    message = "Not authenticated. Please sign in."


class Conflict(Failure):
    """The request is well formed, but conflicts with what is already stored."""

    code = "conflict"
    message = "Conflict"


class Gone(Failure):
    """The object existed or was expected, but is gone. A repeated request cannot succeed."""

    code = "gone"
    message = "Gone"


class Invalid(Failure):
    """The request's content breaks a rule."""

    code = "invalid"
    message = "Invalid request"


class InvalidField(Invalid):
    """One field of the request breaks a rule that its type does not express."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class TooLarge(Failure):
    """The request has more bytes than this endpoint accepts."""

    code = "too_large"
    message = "Too large"


class Unavailable(Failure):
    """An external service that the request needs does not respond; the same request may be repeated later."""

    code = "unavailable"
    message = "The service is unavailable. Please try again."


class TooMany(Failure):
    """The user has exceeded a limit; the same request may be repeated after `retry_after` seconds."""

    code = "too_many"
    message = "Too many requests. Please try again in a moment."

    def __init__(self, message: str | None = None, *, code: str | None = None, retry_after: int = 1) -> None:
        super().__init__(message, code=code)
        self.retry_after = retry_after
