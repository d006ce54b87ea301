"""How `/auth/v1` refuses: two shapes of one error, chosen by the version that the request names."""

from datetime import date

from django.http import HttpRequest, HttpResponse, JsonResponse

from accounts.errors import AuthFailure

VERSION_HEADER = "X-Supabase-Api-Version"
VERSION = "2024-01-01"


def auth_failure(request: HttpRequest, refusal: AuthFailure) -> HttpResponse:
    """The answer for a refusal of this service."""
    named = _names_version(request)
    shape: dict[str, object] = (
        {"code": refusal.code, "message": refusal.message}
        if named
        else {"code": refusal.status, "error_code": refusal.code, "msg": refusal.message}
    )
    if refusal.reasons:
        shape["weak_password"] = {"reasons": list(refusal.reasons)}
    response = JsonResponse(shape, status=refusal.status)
    response["X-Sb-Error-Code"] = refusal.code
    if named:
        response[VERSION_HEADER] = VERSION
    return response


def _names_version(request: HttpRequest) -> bool:
    try:
        return date.fromisoformat(request.headers.get(VERSION_HEADER, "")) >= date.fromisoformat(VERSION)
    except ValueError:
        return False
