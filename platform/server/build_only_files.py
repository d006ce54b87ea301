"""Keeps to ourselves what the build makes for us and not for browsers."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.decorators import async_only_middleware

from server.headers import Next

# Pages with their marked places still empty, and the build's own notes.
NOT_SERVED = ("/site/", "/.vite/")


@async_only_middleware
def unfinished_kept_back(get_response: Next) -> Next:
    """WhiteNoise would serve every file of the build."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(NOT_SERVED):
            return HttpResponse("Not found", status=404, content_type="text/plain")
        return await get_response(request)

    return middleware
