"""Django's ASGI handler without the parts that our endpoints do not need.

Measured per request: the executor, two signals, the thread switch for `close` and the disconnect task cost 600 us, and
Django's own middleware costs 750 us. Without them there are no request signals, and only views that opt in are
cancelled when the client disconnects (sync.requests.cancellation).
"""

from typing import Any

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.urls import ResolverMatch

from accounts.errors import WrongMethod
from accounts.http.error_responses import auth_failure
from files.api import RESUMABLE, VERSION
from server.admin_bundle import pass_cookies
from server.headers import Next, private, security_headers
from server.request_log import log_requests

WRONG_METHOD = 405
SIGN_IN = "/auth/v1/"


def method_error(request: HttpRequest) -> HttpResponse:
    """The 405 response in the error format of the path's API."""
    if request.path.startswith(SIGN_IN):
        return auth_failure(request, WrongMethod())
    return JsonResponse({"code": WrongMethod.code, "message": WrongMethod.message}, status=WRONG_METHOD)


def wrong_method_in_json(get_response: Next) -> Next:
    """Replaces Ninja's plain-text 405, because every error response is a code and a message."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        response = await get_response(request)
        if response.status_code != WRONG_METHOD:
            return response
        error = method_error(request)
        error.headers["Allow"] = response.headers["Allow"]
        return error

    return middleware


def tus_version(get_response: Next) -> Next:
    """Adds the version header that tus requires in every upload response."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        response = await get_response(request)
        if request.path.startswith(RESUMABLE):
            response.headers["Tus-Resumable"] = VERSION
        return response

    return middleware


class ApiHandler(ASGIHandler):
    """Serves async views only, because synchronous ones would share a single thread (a test forbids them)."""

    def load_middleware(self, is_async: bool = False) -> None:
        self._view_middleware: list[Any] = []
        self._template_response_middleware: list[Any] = []
        self._exception_middleware: list[Any] = []
        self.fixed_matches: dict[str, ResolverMatch] = {}
        # Django's type stubs lack these methods of BaseHandler.
        base: Any = super()
        view: Any = convert_exception_to_response(base._get_response_async)
        middleware = security_headers(private(pass_cookies(tus_version(wrong_method_in_json(view)))))
        self._middleware_chain = convert_exception_to_response(log_requests(middleware))

    def resolve_request(self, request: HttpRequest) -> ResolverMatch:
        """Caches matches of routes without parameters, because Django tries every pattern, which takes 70 us."""
        path = request.path_info
        match = self.fixed_matches.get(path)
        if match is None:
            base: Any = super()
            match = base.resolve_request(request)
            if f"/{match.route}" == path:
                self.fixed_matches[path] = match
        request.resolver_match = match
        return match

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        try:
            request, error = self.create_request({**scope, "receive": receive}, body)
            response = await self.get_response_async(request) if request else error
            if response is not None:
                await self.send_response(response, send)
        finally:
            body.close()
