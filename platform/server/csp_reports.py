"""`POST /csp-reports`: counts and logs what the Content-Security-Policy blocked in browsers, and stores nothing.

Anybody can send a report, so none of its text is used, only a directive and a source from fixed lists.
"""

import logging
import time
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from prometheus_client import Counter

from core.json_text import parsed

PATH = "/csp-reports"
BODY_LIMIT = 16 * 1024
# Every browser sends these reports at once. Chromium would prefer `report-to`, which needs TLS and waits up to a minute.
POLICY = f"report-uri {PATH}"
DIRECTIVES = frozenset(
    {
        *("default-src", "script-src", "script-src-elem", "script-src-attr", "style-src", "style-src-elem"),
        *("style-src-attr", "img-src", "media-src", "font-src", "connect-src", "frame-src", "manifest-src"),
        *("worker-src", "base-uri", "form-action", "frame-ancestors", "object-src"),
    }
)
KEYWORDS = frozenset({"inline", "eval", "wasm-eval", "data", "blob"})  # what browsers report instead of a URL
EXTENSIONS = ("chrome-extension", "moz-extension", "safari-web-extension", "safari-extension")
MAX_PER_REQUEST, MAX_PER_MINUTE, LOG_INTERVAL_S = 20, 300, 3600.0

VIOLATIONS = Counter(
    "pulseboard_csp_violations", "What the Content-Security-Policy blocked in browsers.", ["directive", "source"]
)
log = logging.getLogger("csp")


class Reports:
    """Counts reports of one process, at most `MAX_PER_MINUTE`, and logs each kind at most once an hour."""

    def __init__(self) -> None:
        self._minute, self._requests = 0.0, 0
        self._logged_at: dict[tuple[str, str], float] = {}

    def admit(self) -> bool:
        """Whether one more request is read in this minute."""
        at = time.monotonic()
        if at - self._minute >= 60:
            self._minute, self._requests = at, 0
        self._requests += 1
        return self._requests <= MAX_PER_MINUTE

    def record(self, directive: str, source: str) -> None:
        VIOLATIONS.labels(directive, source).inc()
        at, kind = time.monotonic(), (directive, source)
        # A violation by a browser extension is no defect of this product.
        if source != "extension" and at - self._logged_at.get(kind, -LOG_INTERVAL_S) >= LOG_INTERVAL_S:
            self._logged_at[kind] = at
            log.warning("A browser blocked a resource of a page: %s, %s", directive, source)


reports = Reports()


async def csp_reports(request: HttpRequest) -> HttpResponse:
    """Responds with 204 to a report, 429 above the limit, 413 to a large body, and 400 to anything else."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not reports.admit():
        return JsonResponse({"code": "too_many", "message": "Too many reports"}, status=429)
    if len(request.body) > BODY_LIMIT:
        return JsonResponse({"code": "too_large", "message": "Too large"}, status=413)
    violations = _violations_of(request.body)
    if violations is None:
        return JsonResponse({"code": "invalid", "message": "Not a report"}, status=400)
    for directive, blocked_url in violations:
        reports.record(directive if directive in DIRECTIVES else "other", _source_of(blocked_url))
    return HttpResponse(status=204)


def _violations_of(body: bytes) -> list[tuple[str, str]] | None:
    """The directive and the blocked URL of each violation, or None if the body is not a report of either format."""
    try:
        report: Any = parsed(body)
    except (ValueError, RecursionError):
        return None
    if isinstance(report, dict) and isinstance(legacy_report := report.get("csp-report"), dict):
        directive = (
            _text(legacy_report, "effective-directive") or _text(legacy_report, "violated-directive").partition(" ")[0]
        )
        return [(directive, _text(legacy_report, "blocked-uri"))]
    if not isinstance(report, list) or len(report) > MAX_PER_REQUEST:
        return None
    bodies = [one.get("body") for one in report if isinstance(one, dict) and one.get("type") == "csp-violation"]
    return [(_text(one, "effectiveDirective"), _text(one, "blockedURL")) for one in bodies if isinstance(one, dict)]


def _text(report: dict[str, Any], name: str) -> str:
    value = report.get(name)
    return value if isinstance(value, str) else ""


def _source_of(blocked_url: str) -> str:
    scheme = blocked_url.partition(":")[0]
    if scheme in KEYWORDS:
        return scheme
    if scheme in EXTENSIONS:
        return "extension"
    return "own" if blocked_url == "self" or f"{blocked_url}/".startswith(f"{settings.SITE_URL}/") else "foreign"
