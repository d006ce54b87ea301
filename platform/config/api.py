"""The HTTP endpoints of every app in one Ninja API, and the handlers that turn errors into responses."""

import logging
import threading
from functools import cache

from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.openapi.schema import OpenAPISchema, get_schema
from ninja.types import DictStrAny

from accounts.api import auth_failure, devices_router, personal_router
from accounts.api import router as auth
from accounts.errors import AuthFailure, ValidationFailed
from analytics.api import functions as google_functions
from analytics.api import rows as analytics
from billing.api import router as functions
from billing.api import rows as billing_rows
from chatbots.api import embeds as chatbot_pages
from chatbots.api import functions as chatbot_functions
from chatbots.api import rows as chatbots
from clients.api import router as clients
from config import error_responses
from config.admin_api import router as admin
from core import disk
from core.errors import Failure, NotSignedIn
from core.trace import route_of
from files.api import objects, portraits, uploads
from messaging.api import router as messaging
from notifications.api import functions as notification_functions
from notifications.api import router as notifications
from performance.api import router as performance
from reports.api import functions as report_functions
from reports.api import router as reports
from server.api_handler import SIGN_IN
from server.body_parser import StrictParser
from sync.api import router as realtime
from website.api import health
from website.api import router as website

log = logging.getLogger(__name__)
UNREADABLE = "The query or the form cannot be read"


class PortalAPI(NinjaAPI):
    """An API that builds its OpenAPI document once for each prefix, because a build takes 0.5 s of a core."""

    _building = threading.Lock()  # with `cache` alone, each of several concurrent requests would build

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: DictStrAny | None = None
    ) -> OpenAPISchema:
        prefix = self.get_root_path(path_params or {}) if path_prefix is None else path_prefix
        with self._building:
            return _document(self, prefix)


@cache
def _document(api: NinjaAPI, path_prefix: str) -> OpenAPISchema:
    return get_schema(api=api, path_prefix=path_prefix)


api = PortalAPI(
    title=settings.PRODUCT_NAME,
    version=settings.BUILD,
    docs_url=None,
    openapi_url="/rest/v1/openapi.json",
    urls_namespace="api",
    parser=StrictParser(),
)
api.add_router("/auth/v1", auth, tags=["auth"])
api.add_router("/rest/v1", devices_router, tags=["auth"])
api.add_router("/functions/v1", personal_router, tags=["auth"])
api.add_router("/rest/v1", clients, tags=["clients"])
api.add_router("/rest/v1", messaging, tags=["messaging"])
api.add_router("/rest/v1", notifications, tags=["notifications"])
api.add_router("/functions/v1", notification_functions, tags=["notifications"])
api.add_router("/rest/v1", billing_rows, tags=["billing"])
api.add_router("/functions/v1", functions, tags=["billing"])
api.add_router("/rest/v1", performance, tags=["performance"])
api.add_router("/rest/v1", analytics, tags=["analytics"])
api.add_router("/functions/v1", google_functions, tags=["analytics"])
api.add_router("/storage/v1/upload/resumable", uploads, tags=["files"])
api.add_router("/storage/v1", objects, tags=["files"])
api.add_router("/rest/v1", portraits, tags=["files"])
api.add_router("/rest/v1", reports, tags=["reports"])
api.add_router("/functions/v1", report_functions, tags=["reports"])
api.add_router("/rest/v1", chatbots, tags=["chatbots"])
api.add_router("/functions/v1", chatbot_functions, tags=["chatbots"])
api.add_router("/embeds", chatbot_pages, tags=["chatbots"])
api.add_router("/rest/v1", website, tags=["website"])
api.add_router("/realtime/v1", realtime, tags=["sync"])
api.add_router("/rest/v1", admin, tags=["admin"])
api.add_router("/health", health, tags=["health"])


@api.exception_handler(AuthFailure)
def auth_error(request: HttpRequest, error: AuthFailure) -> HttpResponse:
    return auth_failure(request, error)


@api.exception_handler(Failure)
def failure(request: HttpRequest, error: Failure) -> HttpResponse:
    status, body = error_responses.error_response(error)
    after = {"Retry-After": str(body["retry_after"])} if "retry_after" in body else {}
    return JsonResponse(body, status=status, headers=after)


@api.exception_handler(AuthenticationError)
def not_signed_in(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return failure(request, NotSignedIn())


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    status, body = error_responses.validation_response(error.errors)
    return JsonResponse(body, status=status)


@api.exception_handler(HttpError)
def unreadable(request: HttpRequest, error: HttpError) -> HttpResponse:
    """Ninja raises this for a body that is not JSON."""
    return JsonResponse({"code": "bad_json", "message": "The body is not valid JSON"}, status=error.status_code)


@api.exception_handler(SuspiciousOperation)
@api.exception_handler(MultiPartParserError)
def malformed_form(request: HttpRequest, error: Exception) -> HttpResponse:
    """A query or a form with too many fields, or a malformed multipart form."""
    if request.path.startswith(SIGN_IN):
        return auth_failure(request, ValidationFailed(UNREADABLE))
    return JsonResponse({"code": "bad_request", "message": UNREADABLE}, status=400)


@api.exception_handler(OperationalError)
@api.exception_handler(InterfaceError)
def unavailable(request: HttpRequest, error: Exception) -> HttpResponse:
    """The database does not respond, or ended the transaction. The client may repeat the request with the same id."""
    log.warning("%s %s: the database or the disk fails: %r", request.method, route_of(request), error)
    return unavailable_response()


def unavailable_response() -> HttpResponse:
    body = {"code": "unavailable", "message": "The service is unavailable. Please try again."}
    return JsonResponse(body, status=503, headers={"Retry-After": "1"})


@api.exception_handler(MemoryError)
def no_memory(request: HttpRequest, error: MemoryError) -> HttpResponse:
    """The process has reached its memory limit. Smaller requests work, and this one does after others have ended."""
    log.error("%s %s: the process has reached its memory limit", request.method, route_of(request), exc_info=error)
    return unavailable_response()


@api.exception_handler(OSError)
def full_disk(request: HttpRequest, error: OSError) -> HttpResponse:
    """No file can be written, such as a part of an upload."""
    return unavailable(request, error) if disk.is_full(error) else fault(request, error)


@api.exception_handler(Exception)
def fault(request: HttpRequest, error: Exception) -> HttpResponse:
    """A server fault. The client tries again; the log has the details."""
    log.error("%s %s failed", request.method, route_of(request), exc_info=error)
    return JsonResponse({"code": "unexpected_failure", "message": "An error occurred"}, status=500)
