"""The one table from a refusal in the domain to an HTTP answer, for single doors and for batches."""

from typing import Any

from core.errors import Conflict, Failure, Invalid, NotAllowed, NotFound, NotSignedIn, TooLarge, Unavailable

PLACE_MAX = 100  # an unknown field has any name that its sender likes
HTTP_STATUS: dict[type[Failure], int] = {
    NotSignedIn: 401,
    NotAllowed: 403,
    NotFound: 404,
    Conflict: 409,
    TooLarge: 413,
    Invalid: 422,
    Unavailable: 503,
}


def refusal(failure: Failure) -> tuple[int, dict[str, str]]:
    """The status and body that say `failure`."""
    status = next(HTTP_STATUS[kind] for kind in type(failure).__mro__ if kind in HTTP_STATUS)
    return status, {"code": failure.code, "message": failure.message}


def invalid(problems: list[dict[str, Any]]) -> tuple[int, dict[str, Any]]:
    """The status and body that say what is wrong with which field; `problems` are pydantic's."""
    fields = [{"field": _place(problem), "message": str(problem["msg"])} for problem in problems]
    return 422, {"code": "invalid", "message": "The request is not valid", "fields": fields}


def _place(problem: dict[str, Any]) -> str:
    # Ninja puts where it looked and its argument's name before a field.
    place = problem["loc"]
    for prefix in (("body", "payload"), ("query",)):
        if place[: len(prefix)] == prefix:
            place = place[len(prefix) :]
    return ".".join(str(part) for part in place)[:PLACE_MAX]
