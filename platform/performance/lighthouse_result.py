"""Parses the JSON of a Lighthouse result. No other module reads that JSON. Does no I/O.

Skips missing or malformed parts, because results of other versions and of PageSpeed Insights differ.
"""

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from core.text import printable

Json = Mapping[str, object]
EMPTY: Json = {}
METRICS = {
    "fcp_ms": "first-contentful-paint",
    "lcp_ms": "largest-contentful-paint",
    "tbt_ms": "total-blocking-time",
    "cls": "cumulative-layout-shift",
    "si_ms": "speed-index",
}
# The names that the Chrome UX Report gives to the metrics of real visitors.
FIELD_METRICS = {
    "lcp_ms": "LARGEST_CONTENTFUL_PAINT_MS",
    "inp_ms": "INTERACTION_TO_NEXT_PAINT",
    "cls": "CUMULATIVE_LAYOUT_SHIFT_SCORE",
}
URL_MAX, TEXT_MAX = 400, 4000  # characters of a URL that a task stores, and of any text
FAILED_BELOW = 0.9  # an audit with a lower score has failed


@dataclass(frozen=True, slots=True)
class Request:
    """One resource that the page loaded; `size` in transferred bytes."""

    url: str
    kind: str  # Lighthouse's resource type: Document, Image, Script, Stylesheet, Font, Media, ..
    size: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One resource that an audit names; `total` and `wasted` in bytes, 0 if the audit does not count them."""

    url: str
    total: int
    wasted: int


@dataclass(frozen=True, slots=True)
class Audit:
    """One audit; `score` from 0 to 1, None if it does not apply or could not run."""

    id: str
    title: str
    score: float | None
    saving_ms: int
    findings: tuple[Finding, ...]
    could_run: bool


@dataclass(frozen=True, slots=True)
class LighthouseResult:
    """A parsed result. `score` is from 0 to 100, None if missing; metrics in milliseconds, `cls` without a unit.

    `field` has the metrics of real visitors, `lcp_element` the HTML of the LCP element.
    """

    url: str
    score: int | None
    metrics: dict[str, float]
    field: dict[str, object] | None
    requests: tuple[Request, ...]
    audits: dict[str, Audit]
    lcp_element: str
    third_parties: frozenset[str]

    def bytes_by_kind(self) -> dict[str, int]:
        sizes: dict[str, int] = {}
        for request in self.requests:
            sizes[request.kind] = sizes.get(request.kind, 0) + request.size
        return sizes

    def size_of(self, url: str) -> int | None:
        """The transferred bytes of this URL, or None if it was not loaded. `url` may be cut to URL_MAX characters."""
        sizes = [request.size for request in self.requests if request.url[:URL_MAX] == url[:URL_MAX]]
        return max(sizes) if sizes else None


def pack(raw: Json) -> bytes:
    """The compressed JSON of a result, about a twentieth of its size."""
    return zlib.compress(json.dumps(raw, separators=(",", ":")).encode(), 6)


def unpack(stored: bytes | memoryview) -> Json:
    raw: Json = json.loads(unpack_text(stored))
    return raw


def unpack_text(stored: bytes | memoryview) -> bytes:
    """A stored raw result as JSON text. Unlike `unpack`, this releases Python's global lock while it works."""
    return zlib.decompress(stored)


def runtime_error(raw: Json) -> str | None:
    """Lighthouse's error code if it could not measure the page, otherwise None."""
    code = _text(_map(_map(raw, "lighthouseResult"), "runtimeError"), "code")
    return code if code and code != "NO_ERROR" else None


def benchmark_index(raw: Json) -> float | None:
    """The speed of the measuring machine by Lighthouse's own benchmark, or None if it is missing."""
    return _number(_map(_map(raw, "lighthouseResult"), "environment"), "benchmarkIndex")


def parse(raw: Json) -> LighthouseResult:
    """Parse `{"lighthouseResult": .., "loadingExperience"?: ..}`."""
    result = _map(raw, "lighthouseResult")
    audits = {
        name: _audit(name, _map(_map(result, "audits"), name))
        for name in _map(result, "audits")
        if isinstance(name, str)
    }
    category = _map(_map(result, "categories"), "performance")
    score = _number(category, "score")
    url = _text(result, "finalDisplayedUrl") or _text(result, "finalUrl") or _text(result, "requestedUrl")
    return LighthouseResult(
        url=url,
        score=None if score is None else round(score * 100),
        metrics=_metrics(result),
        field=_field(raw),
        requests=tuple(_requests(result)),
        audits=audits,
        lcp_element=_lcp_element(result),
        third_parties=_third_parties(result, _host(url)),
    )


def _metrics(result: Json) -> dict[str, float]:
    values = {name: _number(_map(_map(result, "audits"), audit), "numericValue") for name, audit in METRICS.items()}
    return {name: round(value, 3) for name, value in values.items() if value is not None}


def _field(raw: Json) -> dict[str, object] | None:
    """Metrics of real visitors in the last 28 days (CrUX), or None if there were too few visitors."""
    experience = _map(raw, "loadingExperience")
    crux_metrics = _map(experience, "metrics")
    metrics: dict[str, object] = {}
    for name, crux_name in FIELD_METRICS.items():
        value = _number(_map(crux_metrics, crux_name), "percentile")
        if value is not None:
            metrics[name] = value / 100 if name == "cls" else value
    if not metrics:
        return None
    return {
        **metrics,
        "category": _text(experience, "overall_category"),
        "of": "origin" if experience.get("origin_fallback") else "page",
    }


def _requests(result: Json) -> Iterator[Request]:
    for item in _items(_map(_map(result, "audits"), "network-requests")):
        url, size = _text(item, "url"), _number(item, "transferSize")
        if url.startswith(("http:", "https:")) and size is not None:
            yield Request(url, _text(item, "resourceType") or "Other", int(size))


def _audit(name: str, raw: Json) -> Audit:
    savings = _map(raw, "metricSavings")
    saving = max([value for metric in savings if (value := _number(savings, str(metric))) is not None], default=0.0)
    saving = max(saving, _number(_map(raw, "details"), "overallSavingsMs") or 0.0)
    return Audit(
        id=name,
        title=_text(raw, "title"),
        score=_number(raw, "score"),
        saving_ms=round(saving),
        findings=tuple(_findings(raw)),
        could_run=bool(raw) and _text(raw, "scoreDisplayMode") != "error",
    )


def _findings(raw: Json) -> Iterator[Finding]:
    for item in _items(raw):
        url = _text(item, "url")
        if url.startswith(("http:", "https:")):
            yield Finding(url, int(_number(item, "totalBytes") or 0), int(_number(item, "wastedBytes") or 0))


def _lcp_element(result: Json) -> str:
    """The HTML snippet of the LCP element."""
    for name in ("lcp-breakdown-insight", "largest-contentful-paint-element"):
        for node in _nodes(_map(_map(_map(result, "audits"), name), "details")):
            return _text(node, "snippet")
    return ""


def _nodes(details: object) -> Iterator[Json]:
    if isinstance(details, dict):
        if details.get("type") == "node" and details.get("snippet"):
            yield details
        for value in details.values():
            yield from _nodes(value)
    elif isinstance(details, list):
        for value in details:
            yield from _nodes(value)


def _third_parties(result: Json, page_host: str) -> frozenset[str]:
    """The third parties that the page loads from and that Lighthouse knows by name."""
    names = {
        _text(item, "entity")
        for item in _items(_map(_map(result, "audits"), "network-requests"))
        if not _is_same_site(_host(_text(item, "url")) or page_host, page_host)
    }
    return frozenset(names - {""})


def _host(url: str) -> str:
    """The host of a URL, or "" if it is not a URL."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _is_same_site(host: str, page_host: str) -> bool:
    """Whether two hosts share their last two labels, as `cdn.shop.example` and `www.shop.example` do."""
    return host == page_host or host.split(".")[-2:] == page_host.split(".")[-2:]


def _items(audit: Json) -> Iterator[Json]:
    items = _map(audit, "details").get("items")
    return (item for item in (items if isinstance(items, list) else []) if isinstance(item, dict))


def _map(raw: Json, name: str) -> Json:
    value = raw.get(name)
    return value if isinstance(value, dict) else EMPTY


def _text(raw: Json, name: str) -> str:
    """A text of the result, made printable and cut to `TEXT_MAX`, because a page's text may contain anything."""
    return printable(value, TEXT_MAX) if isinstance(value := raw.get(name), str) else ""


def _number(raw: Json, name: str) -> float | None:
    value = raw.get(name)
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
