"""Derives recommendations from one Lighthouse result, and checks with a later one if they were followed. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from performance import formatting
from performance.lighthouse_result import FAILED_BELOW, URL_MAX, Audit, Finding, LighthouseResult

TASKS_MAX = 12
# Bytes that can be saved: of one picture, and of all files of another audit. Smaller savings are not worth a task.
PICTURE_SAVING_MIN, FILES_SAVING_MIN = 50_000, 20_000
HEAVY_PICTURE = 300_000  # bytes of a picture that is worth a task even if no audit names it
PICTURES = ("image-delivery-insight", "uses-optimized-images", "uses-responsive-images", "modern-image-formats")
# The tasks for the whole page by audit, as (title, detail), in the words of shop owners. A second line of a detail
# lists the files that the audit names; the screen hides this line until the user opens it.
FILES = "\n{files}"
WHOLE_PAGE = {
    "render-blocking-insight": ("Show your page sooner", "It stays blank until some files have loaded." + FILES),
    "render-blocking-resources": (
        "Show your page sooner",
        "It stays blank until some files have loaded." + FILES,
    ),
    "unused-javascript": ("Drop code that your page never uses", "Phones download it for nothing." + FILES),
    "unused-css-rules": ("Drop styles that your page never uses", "Phones download them for nothing." + FILES),
    "legacy-javascript-insight": (
        "Drop code for outdated browsers",
        "The browsers of your visitors no longer need it." + FILES,
    ),
    "duplicated-javascript-insight": (
        "Load the same code only once",
        "Phones download some of it more than once." + FILES,
    ),
    "unminified-javascript": (
        "Shrink the code of your page",
        "It contains notes and spaces that visitors never see." + FILES,
    ),
    "unminified-css": (
        "Shrink the styles of your page",
        "They contain notes and spaces that visitors never see." + FILES,
    ),
    "font-display-insight": ("Show your text at once", "It is invisible until its font has loaded." + FILES),
    "document-latency-insight": ("Make your website answer faster", "Visitors wait before anything begins to load."),
    "dom-size-insight": ("Make your page simpler", "It has so many parts that phones are slow to draw it."),
    "unsized-images": ("Stop your page from jumping", "Text moves when a picture appears above it." + FILES),
    "cache-insight": ("Make repeat visits faster", "Returning visitors download the same files again." + FILES),
    "uses-long-cache-ttl": ("Make repeat visits faster", "Returning visitors download the same files again." + FILES),
    "third-parties-insight": ("Load less from other websites", "Tools of other websites keep your page busy."),
}


@dataclass(frozen=True, slots=True)
class Advice:
    """One recommendation, identified by `audit` and `subject`. `weight` is roughly the milliseconds that it saves.

    `subject` is the URL of a picture, or "" for the whole page.
    """

    audit: str
    subject: str
    title: str
    detail: str
    weight: int


def advise(lighthouse: LighthouseResult) -> list[Advice]:
    """All recommendations, the weightiest first. Only the first `TASKS_MAX` become tasks."""
    recommendations = {(one.audit, one.subject): one for one in [*_pictures(lighthouse), *_whole_page(lighthouse)]}
    return sorted(recommendations.values(), key=lambda one: (-one.weight, one.audit, one.subject))


def is_conclusive(lighthouse: LighthouseResult, audit: str) -> bool:
    """Whether this result can prove that the audit's finding is fixed: the audit ran on a page that loaded."""
    if audit == "picture":
        return lighthouse.score is not None and bool(lighthouse.requests)
    result = lighthouse.audits.get(audit)
    return lighthouse.score is not None and result is not None and result.could_run


def proof(lighthouse: LighthouseResult, audit: str, subject: str) -> str:
    """The sentence that says why a task is done, according to the result."""
    if audit == "picture":
        size = lighthouse.size_of(subject)
        name = formatting.name_of(subject)
        return f"{name} is no longer on the page." if size is None else f"{name} weighs {formatting.size(size)} now."
    return "The latest scan no longer reports this problem."


def _pictures(lighthouse: LighthouseResult) -> Iterator[Advice]:
    """One task per picture that an audit names or that is heavy."""
    worst: dict[str, Finding] = {}
    savings: dict[str, int] = {}
    for name in PICTURES:
        audit = lighthouse.audits.get(name)
        for finding in audit.findings if audit else ():
            if finding.wasted >= PICTURE_SAVING_MIN and finding.wasted > (
                worst[finding.url].wasted if finding.url in worst else 0
            ):
                worst[finding.url], savings[finding.url] = finding, audit.saving_ms if audit else 0
    for request in lighthouse.requests:
        if request.kind == "Image" and request.size >= HEAVY_PICTURE and request.url not in worst:
            worst[request.url] = Finding(request.url, request.size, 0)
    for url, finding in worst.items():
        name = formatting.name_of(url)
        saving = (
            f" About {formatting.size(finding.wasted)} of that can be saved without a visible difference."
            if finding.wasted
            else ""
        )
        detail = f"It weighs {formatting.size(finding.total)}.{saving}"
        weight = savings.get(url, 0) + finding.wasted // 1000 + finding.total // 10_000
        yield Advice("picture", url[:URL_MAX], f"Make the picture {name} smaller", detail[:600], weight)


def _whole_page(lighthouse: LighthouseResult) -> Iterator[Advice]:
    for name, (title, detail) in WHOLE_PAGE.items():
        audit = lighthouse.audits.get(name)
        if audit is None or audit.score is None or audit.score >= FAILED_BELOW or not _is_worth_a_task(audit):
            continue
        files = formatting.joined([formatting.name_of(finding.url) for finding in _heaviest(audit)])
        text = detail.format(files=files).rstrip()
        weight = audit.saving_ms + sum(finding.wasted for finding in audit.findings) // 2000
        yield Advice(name, "", title, text[:600], weight)


def _is_worth_a_task(audit: Audit) -> bool:
    """Whether the audit's savings are large enough for a task, or unknown."""
    return (
        audit.saving_ms >= 50
        or sum(finding.wasted for finding in audit.findings) >= FILES_SAVING_MIN
        or (not audit.findings and audit.saving_ms == 0)
    )


def _heaviest(audit: Audit) -> list[Finding]:
    return sorted(audit.findings, key=lambda finding: (-finding.wasted, finding.url))
