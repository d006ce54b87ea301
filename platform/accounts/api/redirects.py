"""Redirect responses: to an allowed URL, with a session, a code, or an error."""

from django.http import HttpResponse

from accounts import errors, schemas
from accounts.redirects import allowed_redirects

# OAuth's `error` for an HTTP status.
OAUTH_ERRORS = {
    400: "invalid_request",
    401: "unauthorized_client",
    403: "access_denied",
    500: "server_error",
    503: "temporarily_unavailable",
}


def error_params(error: errors.AuthFailure) -> dict[str, str]:
    """An error as URL parameters."""
    params = {"error_code": error.code, "error_description": error.message}
    oauth_error = error.error if isinstance(error, errors.RedirectError) else OAUTH_ERRORS.get(error.status)
    return {"error": oauth_error, **params} if oauth_error else params


def url_with_session(address: str, session: schemas.SessionOut, **extra: str) -> str:
    """`address` with a session in its fragment, which browsers do not send to servers."""
    tokens = {
        "access_token": session.access_token,
        "expires_at": str(session.expires_at),
        "expires_in": str(session.expires_in),
        "refresh_token": session.refresh_token,
        "token_type": session.token_type,
    }
    return allowed_redirects.with_fragment(address, tokens | {name: text for name, text in extra.items() if text})


def redirect_response(address: str, *, status: int = 303) -> HttpResponse:
    """A redirect to `address`. Django's own redirect classes reject URLs as long as those with a session."""
    return HttpResponse(status=status, headers={"Location": address})
