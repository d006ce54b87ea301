"""Errors of sign-in grants, sessions and tokens."""

from accounts.errors.requests import AuthFailure, Unacceptable


class InvalidCredentials(AuthFailure):
    """The user is unknown or has no password, or the password is wrong. The error does not reveal which."""

    code = "invalid_credentials"
    message = "Invalid login credentials"


class EmailNotConfirmed(AuthFailure):
    code = "email_not_confirmed"
    message = "Email not confirmed"


class Banned(AuthFailure):
    """The user who signs in is banned (400). `BannedNow` is the error for a user who is signed in already."""

    code = "user_banned"
    message = "User is banned"


class BannedNow(Banned):
    status = 403


class RefreshTokenNotFound(AuthFailure):
    code = "refresh_token_not_found"
    message = "Invalid Refresh Token: Refresh Token Not Found"


class TooManyRefreshes(AuthFailure):
    """A session's limit of refreshes is exceeded. The status is 503, because the public client ends its session on any
    4xx response to a refresh, even on 429."""

    status = 503
    code = "over_request_rate_limit"
    message = "Request rate limit reached"

    def __init__(self, retry_after_s: int) -> None:
        super().__init__()
        self.retry_after_s = retry_after_s


class RefreshTokenUsed(AuthFailure):
    code = "refresh_token_already_used"
    message = "Invalid Refresh Token: Already Used"


class NoBearer(AuthFailure):
    status = 401
    code = "no_authorization"
    message = "This endpoint requires a valid Bearer token"


class BadToken(AuthFailure):
    """An invalid access token; `reason` completes the message."""

    status = 403
    code = "bad_jwt"

    def __init__(self, reason: str) -> None:
        super().__init__(f"invalid JWT: {reason}")


class BadSubject(BadToken):
    status = 400


class UserMissing(AuthFailure):
    status = 403
    code = "user_not_found"
    message = "User from sub claim in JWT does not exist"


class SessionMissing(AuthFailure):
    status = 403
    code = "session_not_found"
    message = "Session from session_id claim in JWT does not exist"


class FlowStateNotFound(AuthFailure):
    status = 404
    code = "flow_state_not_found"
    message = "invalid flow state, no valid flow state found"


class FlowStateExpired(Unacceptable):
    code = "flow_state_expired"
    message = "invalid flow state, flow state has expired"


class BadCodeVerifier(AuthFailure):
    code = "bad_code_verifier"
    message = "code challenge does not match previously saved code verifier"
