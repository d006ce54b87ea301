"""The one table from domain errors to HTTP responses."""

from typing import Any

from core.errors import (
    Conflict,
    Failure,
    Gone,
    Invalid,
    InvalidField,
    NotAllowed,
    NotFound,
    NotSignedIn,
    TooLarge,
    TooMany,
    Unavailable,
)

FIELD_PATH_MAX = 100  # characters; the sender chooses the name of an unknown field
HTTP_STATUS: dict[type[Failure], int] = {
    NotSignedIn: 401,
    NotAllowed: 403,
    NotFound: 404,
    Conflict: 409,
    Gone: 410,
    TooLarge: 413,
    Invalid: 422,
    TooMany: 429,
    Unavailable: 503,
}


def error_response(failure: Failure) -> tuple[int, dict[str, Any]]:
    """The status and body for `failure`; the body of a TooMany has `retry_after` in seconds."""
    if isinstance(failure, InvalidField):
        return validation_response([{"loc": (failure.field,), "msg": failure.message}])
    status = next(HTTP_STATUS[kind] for kind in type(failure).__mro__ if kind in HTTP_STATUS)
    body: dict[str, str | int] = {"code": failure.code, "message": failure.message}
    return status, body | {"retry_after": failure.retry_after} if isinstance(failure, TooMany) else body


def validation_response(problems: list[dict[str, Any]]) -> tuple[int, dict[str, Any]]:
    """The status and body that name each invalid field and what is wrong with it; `problems` are pydantic's."""
    fields = [{"field": _field_path(problem), "message": str(problem["msg"])} for problem in problems]
    return 422, {"code": "invalid", "message": "The request is not valid", "fields": fields}


def _field_path(problem: dict[str, Any]) -> str:
    # Ninja puts the source (body or query) and its argument's name before the field.
    path = problem["loc"]
    for prefix in (("body", "payload"), ("query",)):
        if path[: len(prefix)] == prefix:
            path = path[len(prefix) :]
    return ".".join(str(part) for part in path)[:FIELD_PATH_MAX]
