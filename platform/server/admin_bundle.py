"""The code of the admins' pages is for admins: a pass comes with every session, and is asked for before a file is given."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.decorators import async_only_middleware

from accounts.http import known_devices, page_pass
from clients.access import must_be_admin
from core.errors import Failure
from server.headers import Next
from sync.writes.db_executor import read

COOKIE = "pulseboard-pass"
# The build puts there what nobody but admins loads (pwa/scripts/admins-code.ts).
PLACE = "/assets/desk/"
KEPT_S = 400 * 86_400  # the longest that browsers keep a cookie; each refresh of a session begins it anew
SIGN_OUT, ENDED = "/auth/v1/logout", 204
# A device keeps these files in a place of its own (pwa/src/service-worker), and asks again at each other use.
HEAD = {"Cache-Control": "private, no-cache"}


@async_only_middleware
def passes_handed_out(get_response: Next) -> Next:
    """Whoever is given a session is given its pass; whoever leaves this browser gives it back."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        page_pass.GIVEN.set(None)
        answer = await get_response(request)
        given = page_pass.GIVEN.get()
        is_secure = settings.SITE_URL.startswith("https:")
        if given is not None:
            answer.set_cookie(
                COOKIE,
                page_pass.of_session(given.session),
                max_age=KEPT_S,
                path=PLACE,
                secure=is_secure,
                httponly=True,
                samesite="Strict",
            )
            known_devices.remember(request, answer, given, secure=is_secure)
        # Only the session's own end takes its cookie: a request without a valid session changes nothing here.
        elif request.path == SIGN_OUT and answer.status_code == ENDED and request.GET.get("scope") != "others":
            answer.delete_cookie(COOKIE, path=PLACE, samesite="Strict")
        return answer

    return middleware


@async_only_middleware
def admins_code_kept_back(get_response: Next) -> Next:
    """Refuse the code of admins' pages to everybody else, and keep it out of shared caches."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(PLACE):
            return await get_response(request)
        if not await _asked_by_admin(request):
            return HttpResponse("For admins only", status=403, content_type="text/plain", headers=HEAD)
        answer = await get_response(request)
        answer.headers["Cache-Control"] = HEAD["Cache-Control"]
        return answer

    return middleware


async def _asked_by_admin(request: HttpRequest) -> bool:
    person = page_pass.verified(request.COOKIES.get(COOKIE, ""))
    if person is None:
        return False
    try:
        await read(must_be_admin, actor=person)
    except Failure:
        return False
    return True
