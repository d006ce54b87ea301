"""Derives recommendations from one result; a later scan can prove that a recommendation was followed. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from performance import formatting
from performance.lighthouse_result import FAILED_BELOW, Audit, Finding, Reading

TASKS_MAX = 12
PICTURE_MATTERS, FILE_MATTERS = 50_000, 20_000
HEAVY_PICTURE = 300_000
PICTURES = ("image-delivery-insight", "uses-optimized-images", "uses-responsive-images", "modern-image-formats")
# One task for the whole page; `{files}` is the list of files that the audit names.
WHOLE_PAGE = {
    "render-blocking-insight": ("Stop files from blocking the first view", "These files delay it: {files}."),
    "render-blocking-resources": ("Stop files from blocking the first view", "These files delay it: {files}."),
    "unused-javascript": ("Remove scripts that the page does not use", "Much of their code never runs: {files}."),
    "unused-css-rules": (
        "Remove style rules that the page does not use",
        "Many of their rules are never used: {files}.",
    ),
    "legacy-javascript-insight": ("Remove code for outdated browsers", "Today's browsers do not need it: {files}."),
    "duplicated-javascript-insight": ("Load each script library once", "These are loaded more than once: {files}."),
    "unminified-javascript": ("Minify scripts", "They contain spaces and comments that browsers do not need: {files}."),
    "unminified-css": ("Minify style sheets", "They contain spaces and comments that browsers do not need: {files}."),
    "font-display-insight": ("Show text before its font has loaded", "Text is invisible until these load: {files}."),
    "document-latency-insight": ("Make the server respond faster", "The page itself arrives late or uncompressed."),
    "dom-size-insight": ("Make the page simpler", "It has so many elements that phones are slow to draw it."),
    "unsized-images": ("Set the width and height of each picture", "The page jumps when these load: {files}."),
    "cache-insight": ("Let browsers keep files between visits", "These are loaded again at every visit: {files}."),
    "uses-long-cache-ttl": (
        "Let browsers keep files between visits",
        "These are loaded again at every visit: {files}.",
    ),
    "third-parties-insight": ("Load less from other websites", "Code from other websites keeps the page busy."),
}


@dataclass(frozen=True, slots=True)
class Advice:
    """One recommendation, identified by `audit` and `subject`. `weight` (about the milliseconds saved) orders them."""

    audit: str
    subject: str
    title: str
    detail: str
    weight: int


def advise(reading: Reading) -> list[Advice]:
    """All recommendations, the weightiest first. Only the first `TASKS_MAX` become tasks."""
    recommendations = {(one.audit, one.subject): one for one in [*_pictures(reading), *_page(reading)]}
    return sorted(recommendations.values(), key=lambda one: (-one.weight, one.audit, one.subject))


def is_conclusive(reading: Reading, audit: str) -> bool:
    """Whether this result can prove that the audit's finding is fixed: the audit ran on a page that loaded."""
    if audit == "picture":
        return reading.score is not None and bool(reading.requests)
    result = reading.audits.get(audit)
    return reading.score is not None and result is not None and result.could_run


def proof(reading: Reading, audit: str, subject: str) -> str:
    """The sentence that says why a task is done, according to the result."""
    if audit == "picture":
        size = reading.size_of(subject)
        name = formatting.name_of(subject)
        return f"{name} is no longer on the page." if size is None else f"{name} weighs {formatting.size(size)} now."
    return "The latest scan no longer reports this problem."


def _pictures(reading: Reading) -> Iterator[Advice]:
    """One task per picture that an audit names or that is heavy."""
    worst: dict[str, Finding] = {}
    savings: dict[str, int] = {}
    for name in PICTURES:
        audit = reading.audits.get(name)
        for finding in audit.findings if audit else ():
            if finding.wasted >= PICTURE_MATTERS and finding.wasted > (
                worst[finding.url].wasted if finding.url in worst else 0
            ):
                worst[finding.url], savings[finding.url] = finding, audit.saving_ms if audit else 0
    for request in reading.requests:
        if request.kind == "Image" and request.size >= HEAVY_PICTURE and request.url not in worst:
            worst[request.url] = Finding(request.url, request.size, 0)
    for url, finding in worst.items():
        name = formatting.name_of(url)
        rest = (
            f" About {formatting.size(finding.wasted)} of that can be saved without a visible difference."
            if finding.wasted
            else ""
        )
        detail = f"It weighs {formatting.size(finding.total)}.{rest}"
        weight = savings.get(url, 0) + finding.wasted // 1000 + finding.total // 10_000
        yield Advice("picture", url[:400], f"Make the picture {name} smaller", detail[:600], weight)


def _page(reading: Reading) -> Iterator[Advice]:
    for name, (title, detail) in WHOLE_PAGE.items():
        audit = reading.audits.get(name)
        if audit is None or audit.score is None or audit.score >= FAILED_BELOW or not _matters(audit):
            continue
        files = formatting.listed([formatting.name_of(finding.url) for finding in _heaviest(audit)])
        text = detail.format(files=files) if files or "{files}" not in detail else audit.title
        yield Advice(name, "", title, text[:600], audit.saving_ms + sum(f.wasted for f in audit.findings) // 2000)


def _matters(audit: Audit) -> bool:
    """Whether the audit's savings are large enough for a task."""
    return (
        audit.saving_ms >= 50
        or sum(finding.wasted for finding in audit.findings) >= FILE_MATTERS
        or (not audit.findings and audit.saving_ms == 0)
    )


def _heaviest(audit: Audit) -> list[Finding]:
    return sorted(audit.findings, key=lambda finding: (-finding.wasted, finding.url))
