"""Blocks files of the build that only the server uses."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.decorators import async_only_middleware

from server.headers import Next

# Page templates with empty placeholders, and the build's manifests.
NOT_SERVED = ("/site/", "/.vite/")


@async_only_middleware
def block_build_only_files(get_response: Next) -> Next:
    """Responds with 404 to requests for these files, because WhiteNoise would serve every file of the build."""

    async def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(NOT_SERVED):
            return HttpResponse("Not found", status=404, content_type="text/plain")
        return await get_response(request)

    return middleware
