"""Error responses of `/auth/v1`. The API version that the request names selects one of two shapes."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import date
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse

from accounts.errors import AuthFailure, OAuthError, Unavailable, Unexpected
from core.errors import Failure
from core.trace import route_of

P = ParamSpec("P")
Result = TypeVar("Result")
Endpoint = Callable[Concatenate[HttpRequest, P], Awaitable[Result]]

log = logging.getLogger(__name__)

VERSION_HEADER = "X-Supabase-Api-Version"
VERSION = "2024-01-01"
MIN_DURATION_S = 0.1


def auth_failure(request: HttpRequest, error: AuthFailure) -> HttpResponse:
    """The response for an error of this service."""
    if isinstance(error, OAuthError):
        return JsonResponse({"error": error.code, "error_description": error.message}, status=error.status)
    names_version = _names_version(request)
    shape: dict[str, object] = (
        {"code": error.code, "message": error.message}
        if names_version
        else {"code": error.status, "error_code": error.code, "msg": error.message}
    )
    if error.reasons:
        shape["weak_password"] = {"reasons": list(error.reasons)}
    response = JsonResponse(shape, status=error.status)
    response["X-Sb-Error-Code"] = error.code
    if error.retry_after_s is not None:
        response["Retry-After"] = str(error.retry_after_s)
    if names_version:
        response[VERSION_HEADER] = VERSION
    return response


def report_faults(endpoint: Endpoint[P, Result]) -> Endpoint[P, Result]:
    """Decorate an endpoint to report server faults as 500 or 503 in this service's error shape.

    The client would take any other response for a fault of its request.
    """

    @wraps(endpoint)
    async def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        try:
            return await endpoint(request, *args, **kwargs)
        except Failure:
            raise
        except (OperationalError, InterfaceError) as error:
            log.warning("%s %s: the database does not respond: %r", request.method, route_of(request), error)
            raise Unavailable from error
        except MemoryError as limit:
            log.exception("%s %s: the process has reached its memory limit", request.method, route_of(request))
            raise Unavailable from limit
        except Exception as fault:
            log.exception("%s %s failed", request.method, route_of(request))
            raise Unexpected from fault

    return guarded


@asynccontextmanager
async def equalize_timing() -> AsyncIterator[None]:
    """Makes its block take at least 0.1 s, so that response times do not reveal which addresses have an account."""
    timer = asyncio.create_task(asyncio.sleep(MIN_DURATION_S))
    try:
        yield
    finally:
        await timer


def _names_version(request: HttpRequest) -> bool:
    try:
        return date.fromisoformat(request.headers.get(VERSION_HEADER, "")) >= date.fromisoformat(VERSION)
    except ValueError:
        return False
