"""The demo's scans: a website's weekly scores, as results in Lighthouse's format."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from uuid import UUID

from performance import services as performance
from performance.lighthouse_result import Json
from performance.queries.findings import evaluate
from performance.scan_result import LIGHTHOUSE, Result

MEASURED_AT = time(15, 5)


@dataclass(frozen=True, slots=True)
class Week:
    """One scan, `ago` days before the Friday of last week, later if negative. `files` has the sizes in kB."""

    ago: int
    score: int
    files: dict[str, int]
    lcp_s: float
    tbt_ms: int


LIGHT = {"index.html": 24, "style.css": 18, "shop.js": 96, "text.woff2": 22}
WIDGETS = {"https://cdn.starry-reviews.example/all.js": 310}
OTHERS = {"https://cdn.old-reviews.example/widget.js": 180}
FONTS = {f"font-{n}.woff2": 44 for n in range(5)}


def _weeks(*weekly_scores: int) -> list[Week]:
    """Scans of the last Fridays, oldest first: a picture gets smaller and the page faster as the score rises."""
    return [
        Week(
            7 * (len(weekly_scores) - 2 - n),
            score,
            LIGHT | {"home.jpg": 20 * (110 - score)},
            (115 - score) / 12,
            8 * (110 - score),
        )
        for n, score in enumerate(weekly_scores)
    ]


WEEKS = {
    "maya@harborcoffee.example": [
        Week(28, 61, LIGHT | FONTS | WIDGETS | OTHERS | {"harbor-sunrise.jpg": 1900}, 7.8, 620),
        Week(21, 74, LIGHT | FONTS | WIDGETS | OTHERS | {"harbor-sunrise.jpg": 180}, 3.9, 560),
        Week(14, 83, LIGHT | FONTS | WIDGETS | {"harbor-sunrise.jpg": 180}, 3.1, 290),
        Week(7, 85, LIGHT | FONTS | WIDGETS | {"harbor-sunrise.jpg": 180}, 3.0, 270),
        Week(0, 91, LIGHT | WIDGETS | {"harbor-sunrise.jpg": 180, "winter-menu.png": 420}, 2.4, 180),
        Week(-7, 97, LIGHT | WIDGETS | {"harbor-sunrise.jpg": 180, "winter-menu.png": 105}, 1.8, 170),
    ],
    "priya@alderfinch.example": _weeks(92, 92, 93),
    "jonas@otterbeincycles.example": _weeks(48, 70, 72),
    "camille@bluedooryoga.example": _weeks(88, 90, 94),
    "kenji@nakamuradental.example": _weeks(95, 96, 96),
    "aoife@ferrystreetbooks.example": _weeks(66, 71, 71),
    "marco@solanoroofing.example": _weeks(84, 86, 88),
    "hannah@juniperrye.example": _weeks(57, 63, 68),
    "lucia@verdantland.example": _weeks(79, 84, 84),
}
KINDS = {"html": "Document", "css": "Stylesheet", "js": "Script", "woff2": "Font", "jpg": "Image", "png": "Image"}


def seed(*, email: str, client_id: UUID, user_id: UUID, url: str, local_now: datetime) -> None:
    """Import the scans of the client with this email address. `local_now` is the time in the provider's time zone.

    A Friday's run skips a website that has a scan of that Friday. So it does not scan the demo's, which do not exist.
    """
    for week, at in _scans(email, local_now):
        result = Result(_raw(url, week), (week.score - 2, week.score, week.score + 1), LIGHTHOUSE)
        findings = evaluate(client_id=client_id, url=url, result=result, at=at)
        performance.import_weekly_scan(client_id=client_id, user_id=user_id, url=url, week=at.date(), findings=findings)


def score_at(email: str, at: datetime, *, local_now: datetime) -> int:
    """The newest score of the client's website at the time `at`, which is after its first scan."""
    return max(((scanned_at, week.score) for week, scanned_at in _scans(email, local_now) if scanned_at <= at))[1]


def _scans(email: str, local_now: datetime) -> Iterator[tuple[Week, datetime]]:
    """The scans of the client until `local_now`, oldest first, with their times."""
    monday = local_now.date() - timedelta(days=local_now.weekday())
    for week in WEEKS.get(email, ()):
        friday = monday - timedelta(days=3 + week.ago)
        if friday <= local_now.date():
            measured_at = datetime.combine(friday, MEASURED_AT, local_now.tzinfo)
            yield week, min(measured_at, local_now - timedelta(minutes=1))


def _raw(url: str, week: Week) -> Json:
    files = {name if name.startswith("https:") else f"{url}{name}": kb * 1000 for name, kb in week.files.items()}
    largest = max((name for name in files if name.endswith(("jpg", "png"))), key=lambda name: files[name])
    requests = [_request(name, size) for name, size in files.items()]
    audits = {
        "network-requests": {"details": {"items": requests}},
        "first-contentful-paint": {"numericValue": week.lcp_s * 450, "score": 0.9},
        "largest-contentful-paint": {"numericValue": week.lcp_s * 1000, "score": 0.5},
        "total-blocking-time": {"numericValue": week.tbt_ms, "score": 0.5},
        "cumulative-layout-shift": {"numericValue": 0.02, "score": 1},
        "speed-index": {"numericValue": week.lcp_s * 800, "score": 0.7},
        "lcp-breakdown-insight": {"score": 1, "details": {"type": "node", "snippet": f'<img src="{largest}">'}},
        "render-blocking-insight": {
            "title": "Render-blocking requests",
            "score": 0.5,
            "metricSavings": {"FCP": 150},
            "details": {"items": [{"url": name} for name in files if "reviews" in name]},
        },
        "font-display-insight": _fonts(files),
    }
    result = {"finalDisplayedUrl": url, "audits": audits, "categories": {"performance": {"score": week.score / 100}}}
    return {"lighthouseResult": result}


def _request(name: str, size: int) -> Json:
    host = name.split("/")[2]
    return {"url": name, "transferSize": size, "resourceType": KINDS[name.rsplit(".", 1)[-1]], "entity": host}


def _fonts(files: dict[str, int]) -> Json:
    late_fonts = [{"url": name, "wastedBytes": 0} for name in files if "/font-" in name]
    saving = {"metricSavings": {"FCP": 60 * len(late_fonts)}}
    return {"title": "Font display", "score": 0.5 if late_fonts else 1, "details": {"items": late_fonts}, **saving}
