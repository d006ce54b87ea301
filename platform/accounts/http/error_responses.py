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

from accounts.errors import AuthFailure, OAuthRefusal, Unavailable, Unexpected
from core.errors import Failure
from core.trace import route_of

P = ParamSpec("P")
Answer = TypeVar("Answer")
Door = Callable[Concatenate[HttpRequest, P], Awaitable[Answer]]

log = logging.getLogger(__name__)

VERSION_HEADER = "X-Supabase-Api-Version"
VERSION = "2024-01-01"
EVEN_S = 0.1


def auth_failure(request: HttpRequest, refusal: AuthFailure) -> HttpResponse:
    """The response for an error of this service."""
    if isinstance(refusal, OAuthRefusal):
        return JsonResponse({"error": refusal.code, "error_description": refusal.message}, status=refusal.status)
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
    if refusal.retry_after_s is not None:
        response["Retry-After"] = str(refusal.retry_after_s)
    if named:
        response[VERSION_HEADER] = VERSION
    return response


def faults_named(door: Door[P, Answer]) -> Door[P, Answer]:
    """Decorate an endpoint to report server faults as 500 or 503 in this service's error shape.

    The client would take any other response for a fault of its request.
    """

    @wraps(door)
    async def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
        try:
            return await door(request, *args, **kwargs)
        except Failure:
            raise
        except (OperationalError, InterfaceError) as trouble:
            log.warning("%s %s: the store does not answer: %r", request.method, route_of(request), trouble)
            raise Unavailable from trouble
        except Exception as fault:
            log.exception("%s %s failed", request.method, route_of(request))
            raise Unexpected from fault

    return guarded


@asynccontextmanager
async def evenly() -> AsyncIterator[None]:
    """Makes its block take at least 0.1 s, so that response times do not reveal which addresses have an account."""
    pace = asyncio.create_task(asyncio.sleep(EVEN_S))
    try:
        yield
    finally:
        await pace


def _names_version(request: HttpRequest) -> bool:
    try:
        return date.fromisoformat(request.headers.get(VERSION_HEADER, "")) >= date.fromisoformat(VERSION)
    except ValueError:
        return False
