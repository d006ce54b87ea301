"""Serves the code of admin pages only to admins: every session gets a pass cookie, which is checked for each file."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.decorators import async_only_middleware

from accounts.http import known_devices, page_pass
from clients.access import must_be_admin
from core import cookies
from core.errors import Failure
from server.headers import Next
from sync.writes.db_executor import read

COOKIE = "pulseboard-pass"
# The folder for the chunks that only admins load; the build puts them there (pwa/scripts/admins-code.ts).
ADMIN_ASSETS = "/assets/desk/"
MAX_AGE_S = 400 * 86_400  # the maximum lifetime of a cookie in browsers; each refresh of a session restarts it
SIGN_OUT_PATH, NO_CONTENT = "/auth/v1/logout", 204
# The service worker caches these files (pwa/src/service-worker); any other use revalidates them.
HEADERS = {"Cache-Control": "private, no-cache"}


@async_only_middleware
def pass_cookies(get_response: Next) -> Next:
    """Sets the pass cookie when a session starts or is refreshed, and deletes it at sign-out from this browser."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        page_pass.CURRENT_GRANT.set(None)
        response = await get_response(request)
        grant = page_pass.CURRENT_GRANT.get()
        if grant is not None:
            value = page_pass.of_session(grant.session)
            _delete_former(response)
            cookies.store(response, COOKIE, value, max_age_s=MAX_AGE_S, samesite="Strict")
            known_devices.remember(request, response, grant)
        # Only a successful sign-out deletes the cookie, so a request without a valid session changes nothing.
        elif (
            request.path == SIGN_OUT_PATH
            and response.status_code == NO_CONTENT
            and request.GET.get("scope") != "others"
        ):
            _delete_former(response)
            cookies.delete(response, COOKIE, samesite="Strict")
        return response

    return middleware


def _delete_former(response: HttpResponseBase) -> None:
    """Delete the pass cookie that the former version set, which has another path, and with TLS another name."""
    response.delete_cookie(COOKIE, path=ADMIN_ASSETS, samesite="Strict")
    # Without TLS today's cookie has the same name, and a response stores one cookie under each key.
    response.cookies["former"] = response.cookies.pop(COOKIE)


@async_only_middleware
def admin_code_guard(get_response: Next) -> Next:
    """Responds with 403 to other users' requests for admin code, and keeps this code out of shared caches."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(ADMIN_ASSETS):
            return await get_response(request)
        if not await _is_admin(request):
            return HttpResponse("For admins only", status=403, content_type="text/plain", headers=HEADERS)
        response = await get_response(request)
        response.headers["Cache-Control"] = HEADERS["Cache-Control"]
        return response

    return middleware


async def _is_admin(request: HttpRequest) -> bool:
    # Without the second name, which the former version set, admins' pages would not load until their session refreshes.
    actor = page_pass.verified(cookies.read(request.COOKIES, COOKIE) or request.COOKIES.get(COOKIE, ""))
    if actor is None:
        return False
    try:
        await read(must_be_admin, actor=actor)
    except Failure:
        return False
    return True
