"""Serves every path outside the API: public pages, the app's document and service worker, and generated files."""

import json
import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, HttpResponseRedirect, JsonResponse

from server import crawlers
from server.outage_page import with_outage_page
from server.paths import is_file, is_screen, is_server_path, public_page
from sync.writes.db_executor import read
from website import app_files, public_pages, queries, theme
from website.compressed import Compressed

REVALIDATED = {"Cache-Control": "no-cache"}
NOT_BUILT = b"<!doctype html><title>Not built</title><p>The app is not built yet: run <code>make run</code>."
# `action` of the manifest's `share_target`.
SHARE_PATH = "/dashboard/share"
GZIP = re.compile(r"\bgzip\b")


@with_outage_page
async def page(request: HttpRequest, requested_path: str) -> HttpResponse:
    """A page, a redirect to the landing page for an unknown path, or 404 for an unknown endpoint or loaded file."""
    path = request.path
    if path in app_files.FILES:
        return _app_file(request, path)
    if generated := await _generated_file(path):
        return generated
    if is_server_path(path):
        return JsonResponse({"code": "not_found", "message": "Not found"}, status=404)
    name = public_page(path)
    if name is None and is_file(path):
        # A visitor who opens it gets the landing page; a page that loads it, or a program, gets the error.
        if request.headers.get("Sec-Fetch-Dest") == "document":
            return _to_landing()
        return HttpResponse("Not found", status=404, content_type="text/plain")
    if path == SHARE_PATH and request.method == "POST":
        # The service worker receives shares. Without one the browser sends them here, and the app shows an error.
        return HttpResponseRedirect("/dashboard/messaging?share=failed", headers=REVALIDATED)
    if request.method not in {"GET", "HEAD"}:
        return HttpResponse("Method not allowed", status=405, content_type="text/plain", headers={"Allow": "GET"})
    if name is not None and "error_code" in request.GET:
        # An identity provider redirected a user whose flow the sign-in service does not know; the app shows the error.
        return HttpResponseRedirect(f"/auth/callback?{request.META['QUERY_STRING']}", headers=REVALIDATED)
    if name is not None:
        return await _public(request, name)
    return _app_file(request, "/index.html") if is_screen(path) else _to_landing()


async def _public(request: HttpRequest, name: str) -> HttpResponse:
    row = await read(queries.website_settings)
    try:
        filled = public_pages.rendered_page(settings.WHITENOISE_ROOT / "site", name, public_pages.page_values(row))
    except public_pages.NotBuilt:
        return HttpResponse(NOT_BUILT, headers=REVALIDATED)
    return _revalidated(request, filled, "text/html; charset=utf-8")


def _app_file(request: HttpRequest, path: str) -> HttpResponse:
    sells, google = settings.STRIPE_SECRET_KEY is not None, settings.GOOGLE_CLIENT_ID is not None
    file = app_files.app_file(settings.WHITENOISE_ROOT, path, settings.PRODUCT_NAME, sells=sells, google=google)
    if file is None:
        return HttpResponse(NOT_BUILT, headers=REVALIDATED)
    return _revalidated(request, file, app_files.FILES[path])


def _revalidated(request: HttpRequest, file: Compressed, content_type: str) -> HttpResponse:
    """The file, or 304 if the browser has it."""
    headers = REVALIDATED | {"ETag": file.etag, "Vary": "Accept-Encoding"}
    if file.etag in request.headers.get("If-None-Match", ""):
        return HttpResponseNotModified(headers=headers)
    if GZIP.search(request.headers.get("Accept-Encoding", "")):
        return HttpResponse(file.gzipped, content_type, headers=headers | {"Content-Encoding": "gzip"})
    return HttpResponse(file.content, content_type, headers=headers)


def _to_landing() -> HttpResponse:
    return HttpResponseRedirect("/", headers=REVALIDATED)


async def _generated_file(path: str) -> HttpResponse | None:
    """A generated file (theme, robots.txt, sitemap, manifest), or None for other paths."""
    if path == "/theme.css":
        places = public_pages.page_values(await read(queries.website_settings))
        css = places.theme + theme.logo(places.logo_url)
        return HttpResponse(css, content_type="text/css; charset=utf-8", headers=REVALIDATED)
    if path == "/robots.txt":
        return HttpResponse(crawlers.robots(), content_type="text/plain; charset=utf-8", headers=REVALIDATED)
    if path == "/sitemap.xml":
        return HttpResponse(crawlers.sitemap(), content_type="application/xml; charset=utf-8", headers=REVALIDATED)
    if path == "/manifest.webmanifest" and (manifest := _manifest()):
        return JsonResponse(manifest, content_type="application/manifest+json", headers=REVALIDATED)
    return None


def _manifest() -> dict[str, object] | None:
    """The built manifest with the provider's product name, or None before the app is built."""
    file = settings.WHITENOISE_ROOT / "manifest.webmanifest"
    if not file.exists():
        return None
    built: dict[str, object] = json.loads(file.read_bytes())
    return {**built, "name": settings.PRODUCT_NAME, "short_name": settings.PRODUCT_NAME}
