"""Explains a changed score: compares two results and gives the reasons as sentences, the weightiest first. Pure."""

from dataclasses import dataclass

from performance import bands, formatting
from performance.lighthouse_result import FAILED_BELOW, METRICS, LighthouseResult

FIRST, SAME, MOVED = "first", "same", "moved"
REASONS_MAX = 6
# The smallest change that is worth a sentence: in bytes, and for all files of a kind also as a share of their bytes.
MIN_BYTES, MIN_SHARE = 50_000, 0.1
KINDS = {
    "Image": "Pictures weigh",
    "Script": "Scripts weigh",
    "Stylesheet": "Style sheets weigh",
    "Font": "Fonts weigh",
    "Media": "Videos and sounds weigh",
    "Document": "The page's own text weighs",
}
# Each metric's subject and verb in a sentence, and the smallest difference that is worth a sentence.
VISIBLE_METRICS = {
    "lcp_ms": ("The largest thing on the first screen", "appears after", 200.0),
    "fcp_ms": ("The first thing a visitor sees", "appears after", 200.0),
    "tbt_ms": ("While it loads, the page", "does not react for", 100.0),
    "cls": ("The page", "jumps while it loads by", 0.05),
}
# Audits whose score follows from metrics that the sentences above already cover.
COVERED_AUDITS = frozenset({*METRICS.values(), "interactive", "max-potential-fid", "server-response-time"})


@dataclass(frozen=True, slots=True)
class Comparison:
    """`outcome` is FIRST (nothing to compare with), SAME (no real change) or MOVED (for these `reasons`)."""

    outcome: str
    reasons: tuple[str, ...]


def compare(before: LighthouseResult | None, after: LighthouseResult) -> Comparison:
    """The differences between two results of one website. Deterministic: equal inputs give equal sentences."""
    if before is None or before.score is None or after.score is None:
        return Comparison(FIRST, ())
    change = after.score - before.score
    page_changes = [*_files(before, after), *_kinds(before, after), *_third_parties(before, after)]
    if bands.is_noise(change):
        # List page changes although the score is the same: a slow machine can hide them, but visitors notice them.
        changed = sorted(page_changes, key=lambda one: (-one.weight, one.text))
        return Comparison(SAME, (_no_change_text(change), *(one.text for one in changed[: REASONS_MAX - 1])))
    candidates = [
        *page_changes,
        *_metrics(before, after),
        *_lcp_element(before, after),
        *_audits(before, after),
    ]
    # Reasons in the direction of the change come first, because what got worse explains a lower score.
    ranked = sorted(candidates, key=lambda one: (one.is_worse != (change < 0), -one.weight, one.text))
    reasons = tuple(one.text for one in ranked[:REASONS_MAX])
    return Comparison(MOVED, reasons or ("Nothing on the page has changed; its server or the network was different.",))


@dataclass(frozen=True, slots=True)
class _Reason:
    """One sentence. Its `weight` is in bytes or their equivalent, so that reasons of all kinds can be ranked."""

    text: str
    weight: float
    is_worse: bool


def _no_change_text(change: int) -> str:
    if change == 0:
        return "No real change: the score is the same."
    return f"No real change: one and the same page differs by {formatting.points(change)} from scan to scan."


def _files(before: LighthouseResult, after: LighthouseResult) -> list[_Reason]:
    """Files that were added, were removed, grew or shrank by an amount that a visitor notices."""
    reasons = []
    old = {request.url: request for request in before.requests}
    new = {request.url: request for request in after.requests}
    for url in sorted(old.keys() | new.keys()):
        was, now = old.get(url), new.get(url)
        growth = (now.size if now else 0) - (was.size if was else 0)
        if abs(growth) < MIN_BYTES:
            continue
        name = formatting.name_of(url)
        if was is None and now is not None:
            text = f"New on the page: {name}, {formatting.size(now.size)}."
        elif now is None and was is not None:
            text = f"No longer on the page: {name}, {formatting.size(was.size)}."
        elif was is not None and now is not None:
            verb = "has grown" if growth > 0 else "has shrunk"
            text = f"{name} {verb} from {formatting.size(was.size)} to {formatting.size(now.size)}."
        else:
            continue
        reasons.append(_Reason(text, abs(growth), growth > 0))
    return sorted(reasons, key=lambda one: -one.weight)[:3]


def _kinds(before: LighthouseResult, after: LighthouseResult) -> list[_Reason]:
    old, new = before.bytes_by_kind(), after.bytes_by_kind()
    reasons = []
    for kind, name in KINDS.items():
        was, now = old.get(kind, 0), new.get(kind, 0)
        if abs(now - was) >= max(MIN_BYTES, was * MIN_SHARE):
            text = f"{name} {formatting.size(now)} instead of {formatting.size(was)}."
            reasons.append(_Reason(text, abs(now - was) * 0.9, now > was))
    return reasons


def _metrics(before: LighthouseResult, after: LighthouseResult) -> list[_Reason]:
    reasons = []
    for name, (subject, verb, min_change) in VISIBLE_METRICS.items():
        was, now = before.metrics.get(name), after.metrics.get(name)
        if was is None or now is None or abs(now - was) < min_change:
            continue
        values = [f"{value:.2f}" if name == "cls" else formatting.time(value) for value in (now, was)]
        # One second weighs as much as one megabyte, and so does a layout shift of 0.1.
        weight = abs(now - was) * (10_000_000 if name == "cls" else 1000)
        reasons.append(_Reason(f"{subject} {verb} {values[0]} instead of {values[1]}.", weight, now > was))
    return reasons


def _third_parties(before: LighthouseResult, after: LighthouseResult) -> list[_Reason]:
    added = sorted(after.third_parties - before.third_parties)
    removed = sorted(before.third_parties - after.third_parties)
    reasons = []
    if added:
        text = f"The page now loads from {formatting.joined(added)} too."
        reasons.append(_Reason(text, 400_000.0 * len(added), True))
    if removed:
        text = f"The page no longer loads from {formatting.joined(removed)}."
        reasons.append(_Reason(text, 400_000.0 * len(removed), False))
    return reasons


def _lcp_element(before: LighthouseResult, after: LighthouseResult) -> list[_Reason]:
    was, now = before.lcp_element, after.lcp_element
    if not was or not now or was == now:
        return []
    is_worse = after.metrics.get("lcp_ms", 0) > before.metrics.get("lcp_ms", 0)
    text = f"The largest thing on the first screen is now {_element_name(now)}; it was {_element_name(was)}."
    return [_Reason(text, 100_000, is_worse)]


def _element_name(snippet: str) -> str:
    """An HTML snippet as words: `<img src="hero.png" ...>` becomes `the picture hero.png`."""
    kind = snippet.lstrip("<").split(">")[0].split(" ")[0].lower()
    source = snippet.partition('src="')[2].partition('"')[0]
    if kind in {"img", "image"}:
        return f"the picture {formatting.name_of(source)}" if source else "a picture"
    return {"video": "a video", "h1": "the heading", "h2": "a heading", "p": "a paragraph"}.get(
        kind, f"a part of it ({formatting.short(kind)})"
    )


def _audits(before: LighthouseResult, after: LighthouseResult) -> list[_Reason]:
    """Audits that passed in only one of the two results, without those in `COVERED_AUDITS`."""
    reasons = []
    for name in sorted(before.audits.keys() & after.audits.keys() - COVERED_AUDITS):
        was, now = before.audits[name].score, after.audits[name].score
        if was is None or now is None or (was >= FAILED_BELOW) == (now >= FAILED_BELOW):
            continue
        title = (after if now < FAILED_BELOW else before).audits[name].title.rstrip(".")
        text = f"Now failing: {title}." if now < FAILED_BELOW else f"Now passing: {title}."
        weight = 50_000 + 1000.0 * max(before.audits[name].saving_ms, after.audits[name].saving_ms) / 10
        reasons.append(_Reason(text, weight, now < FAILED_BELOW))
    return reasons
