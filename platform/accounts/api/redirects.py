"""How a browser is sent on: to an allowed address, with a session, a code, or what went wrong."""

from django.http import HttpResponse

from accounts import errors, schemas
from accounts.redirects import allowed_redirects

# What OAuth calls a refusal of this status.
OAUTH_ERRORS = {
    400: "invalid_request",
    401: "unauthorized_client",
    403: "access_denied",
    500: "server_error",
    503: "temporarily_unavailable",
}


def described(refused: errors.AuthFailure) -> dict[str, str]:
    """A refusal as it stands in an address."""
    said = {"error_code": refused.code, "error_description": refused.message}
    named = refused.error if isinstance(refused, errors.FromOutside) else OAUTH_ERRORS.get(refused.status)
    return {"error": named, **said} if named else said


def with_session(address: str, begun: schemas.SessionOut, **more: str) -> str:
    """`address` with a session in its fragment, which no server gets to see."""
    tokens = {
        "access_token": begun.access_token,
        "expires_at": str(begun.expires_at),
        "expires_in": str(begun.expires_in),
        "refresh_token": begun.refresh_token,
        "token_type": begun.token_type,
    }
    return allowed_redirects.with_fragment(address, tokens | {name: text for name, text in more.items() if text})


def go(address: str, *, status: int = 303) -> HttpResponse:
    """Django's own redirects refuse an address as long as a session makes it."""
    return HttpResponse(status=status, headers={"Location": address})
