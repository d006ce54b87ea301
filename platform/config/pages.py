"""Answers every path that is a screen with the PWA's one document, and the manifest with the product's name."""

import json
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from config.paths import is_door, is_page

REVALIDATED = {"Cache-Control": "no-cache"}


async def page(request: HttpRequest, where: str) -> HttpResponse:
    """The PWA for a screen, 404 for a door or a file that does not exist."""
    if request.path == "/manifest.webmanifest" and (manifest := _manifest()):
        return JsonResponse(manifest, content_type="application/manifest+json", headers=REVALIDATED)
    if is_door(request.path):
        return JsonResponse({"code": "not_found", "message": "Not found"}, status=404)
    if not is_page(request.path):
        return HttpResponse("Not found", status=404, content_type="text/plain")
    if request.method not in {"GET", "HEAD"}:
        return HttpResponse("Method not allowed", status=405, content_type="text/plain", headers={"Allow": "GET"})
    return HttpResponse(_document(), headers=REVALIDATED)


@cache
def _document() -> bytes:
    index = settings.WHITENOISE_ROOT / "index.html"
    if not index.exists():
        return b"<!doctype html><title>Not built</title><p>The app is not built yet: run <code>make run</code>."
    return bytes(index.read_bytes())


def _manifest() -> dict[str, object] | None:
    """The built manifest under the provider's name for the product; None before the app is built."""
    file = settings.WHITENOISE_ROOT / "manifest.webmanifest"
    if not file.exists():
        return None
    built: dict[str, object] = json.loads(file.read_bytes())
    return {**built, "name": settings.PRODUCT_NAME, "short_name": settings.PRODUCT_NAME}
