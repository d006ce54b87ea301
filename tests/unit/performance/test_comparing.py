"""Reasons for a changed score, from two stored results; and recommendations, from one result."""

from typing import Any

import pytest

from performance import advice, comparison, lighthouse_result
from performance.lighthouse_result import LighthouseResult
from tests.support.fakes.page_speed import Json, stored

HERO = "https://bakery.example/hero.png"


def result_of(name: str, score: float | None = 0.89, **changed_audits: Any) -> LighthouseResult:
    """The result stored as `name`, with this score and these fields of audits changed."""
    raw = stored(name, score=score)
    for audit, fields in changed_audits.items():
        raw["lighthouseResult"]["audits"].setdefault(audit.replace("_", "-"), {}).update(fields)
    return lighthouse_result.parse(raw)


def request(url: str, kind: str, size: int, entity: str = "bakery.example") -> Json:
    return {"url": url, "resourceType": kind, "transferSize": size, "entity": entity}


def requests_audit(*requests: Json) -> Json:
    return {"details": {"items": list(requests)}}


PAGE = request("https://bakery.example/", "Document", 400)


def test_a_larger_picture_is_the_reason_for_a_lower_score() -> None:
    result = comparison.compare(result_of("small-picture", 0.89), result_of("large-picture", 0.75))
    assert result.outcome == "moved"
    assert result.reasons == (
        "The largest thing on the first screen appears after 11.0 s instead of 925 ms.",
        "New on the page: hero.png, 2.1 MB.",
        "Pictures weigh 2.1 MB instead of 13 kB.",
        "The largest thing on the first screen is now the picture hero.png; it was the picture small.png.",
        "While it loads, the page does not react for 7 ms instead of 454 ms.",
    )


def test_the_reverse_change_is_reported_too() -> None:
    result = comparison.compare(result_of("large-picture", 0.75), result_of("small-picture", 0.89))
    assert "No longer on the page: hero.png, 2.1 MB." in result.reasons
    assert "The largest thing on the first screen appears after 925 ms instead of 11.0 s." in result.reasons


@pytest.mark.parametrize("score", [0.84, 0.85, 0.93, 0.94])
def test_a_change_within_the_noise_is_not_real(score: float) -> None:
    """Two scores of an unchanged page differ by this much; changes of the page are still listed."""
    result = comparison.compare(result_of("small-picture", 0.89), result_of("large-picture", score))
    assert result.outcome == "same"
    assert result.reasons[0].startswith("No real change:")
    assert result.reasons[1:] == ("New on the page: hero.png, 2.1 MB.", "Pictures weigh 2.1 MB instead of 13 kB.")
    same = comparison.compare(result_of("small-picture", 0.89), result_of("small-picture", score))
    assert [one[:15] for one in same.reasons] == ["No real change:"]


@pytest.mark.parametrize("score", [0.83, 0.95])
def test_a_change_outside_the_noise_is_real(score: float) -> None:
    assert comparison.compare(result_of("small-picture", 0.89), result_of("large-picture", score)).outcome == "moved"


def test_the_same_results_give_the_same_sentences() -> None:
    first = comparison.compare(result_of("small-picture", 0.89), result_of("large-picture", 0.3))
    assert comparison.compare(result_of("small-picture", 0.89), result_of("large-picture", 0.3)) == first


def test_a_check_that_flips_is_reported() -> None:
    passed, failed = {"score": 1, "title": "Use efficient cache lifetimes"}, {"score": 0}
    before, after = (
        result_of("small-picture", 0.9, cache_insight=passed),
        result_of("small-picture", 0.7, cache_insight=passed | failed),
    )
    assert comparison.compare(before, after).reasons == ("Now failing: Use efficient cache lifetimes.",)
    assert comparison.compare(after, before).reasons == ("Now passing: Use efficient cache lifetimes.",)


@pytest.mark.parametrize(
    ("snippet", "description"),
    [
        ('<img src="http://[" srcset="hero.png">', "the picture http://["),
        ('<img src="a\x00\ud83d%00b.png">', "the picture ab.png"),
        (f"<{'x-' * 90}y>", f"a part of it ({('x-' * 90)[:59]}…)"),
        ("<", "a part of it ()"),
    ],
)
def test_any_snippet_of_a_page_is_handled(snippet: str, description: str) -> None:
    node = {"type": "list", "items": [{"type": "node", "snippet": snippet}]}
    after = result_of("small-picture", 0.7, lcp_breakdown_insight={"details": node})
    reasons = [one for one in comparison.compare(result_of("small-picture", 0.9), after).reasons if "is now" in one]
    assert reasons == [f"The largest thing on the first screen is now {description}; it was the picture small.png."]
    odd = result_of(
        "small-picture", 0.7, network_requests=requests_audit(PAGE, request("http://[", "Image", 900_000, "Odd"))
    )
    assert [one.title for one in advice.advise(odd)] == ["Make the picture http://[ smaller"]


def test_a_result_without_a_score_is_not_compared() -> None:
    for before, after in ((None, 0.9), ("none", 0.9), (0.9, "none")):
        first = None if before is None else result_of("small-picture", None if before == "none" else float(before))
        second = result_of("small-picture", None if after == "none" else float(after))
        assert comparison.compare(first, second) == comparison.Comparison("first", ())


def test_new_third_parties_are_named() -> None:
    script = request("https://cdn.reviews.example/all.js", "Script", 40_000, "Reviews Inc")
    before = result_of(
        "small-picture", 0.9, network_requests=requests_audit(PAGE, request("https://img.bakery.example/a", "Image", 1))
    )
    after = result_of("small-picture", 0.7, network_requests=requests_audit(PAGE, script))
    assert "The page now loads from Reviews Inc too." in comparison.compare(before, after).reasons
    assert "The page no longer loads from Reviews Inc." in comparison.compare(after, before).reasons


def test_a_changed_score_without_a_changed_page_is_explained() -> None:
    result = comparison.compare(result_of("small-picture", 0.9), result_of("small-picture", 0.7))
    assert result.reasons == ("Nothing on the page has changed; its server or the network was different.",)


def test_a_heavy_picture_is_recommended_to_be_made_smaller() -> None:
    first = advice.advise(result_of("large-picture"))[0]
    assert (first.audit, first.subject, first.title) == ("picture", HERO, "Make the picture hero.png smaller")
    assert first.detail == "It weighs 2.1 MB. About 2.0 MB of that can be saved without a visible difference."


def test_a_heavy_picture_is_recommended_even_without_an_audit() -> None:
    bare = result_of("small-picture", network_requests=requests_audit(PAGE, request(HERO, "Image", 900_000)))
    assert [(one.subject, one.detail) for one in advice.advise(bare)] == [(HERO, "It weighs 900 kB.")]


@pytest.mark.parametrize(
    ("items", "detail"),
    [
        ([{"url": "https://bakery.example/all.js"}], "It stays blank until some files have loaded.\nall.js"),
        ([], "It stays blank until some files have loaded."),
    ],
)
def test_the_files_of_a_recommendation_are_on_their_own_line(items: list[Json], detail: str) -> None:
    audit = {"score": 0, "metricSavings": {"FCP": 300}, "details": {"items": items}}
    first = advice.advise(result_of("small-picture", render_blocking_insight=audit))[0]
    assert (first.title, first.detail) == ("Show your page sooner", detail)


def test_a_light_page_has_no_recommendations() -> None:
    assert advice.advise(result_of("small-picture")) == []


def test_a_recommendation_is_done_only_if_a_result_proves_it() -> None:
    clean, empty = result_of("small-picture"), lighthouse_result.parse({"lighthouseResult": {}})
    assert advice.is_conclusive(clean, "picture")
    assert not advice.is_conclusive(empty, "picture")
    assert not advice.is_conclusive(result_of("small-picture", None), "picture")
    assert not advice.is_conclusive(
        result_of("small-picture", cache_insight={"scoreDisplayMode": "error"}), "cache-insight"
    )
    assert advice.proof(clean, "picture", HERO) == "hero.png is no longer on the page."
    mended = result_of("small-picture", network_requests=requests_audit(PAGE, request(HERO, "Image", 140_000)))
    assert advice.proof(mended, "picture", HERO) == "hero.png weighs 140 kB now."
    signed = f"{HERO}?signature={'a' * 400}"
    heavy = result_of("small-picture", network_requests=requests_audit(PAGE, request(signed, "Image", 900_000)))
    [advised] = advice.advise(heavy)
    assert (len(advised.subject), advice.proof(heavy, "picture", advised.subject)) == (
        400,
        "hero.png weighs 900 kB now.",
    )


@pytest.mark.parametrize("raw", [{}, {"lighthouseResult": None}, {"lighthouseResult": {"audits": [], "categories": 3}}])
def test_a_response_of_another_shape_has_no_score(raw: Json) -> None:
    result = lighthouse_result.parse(raw)
    assert (result.score, result.metrics, result.requests, result.field) == (None, {}, (), None)


def test_field_data_is_read_from_the_response_that_has_it() -> None:
    measured = {
        "LARGEST_CONTENTFUL_PAINT_MS": {"percentile": 2100},
        "CUMULATIVE_LAYOUT_SHIFT_SCORE": {"percentile": 12},
    }
    raw = stored("small-picture") | {"loadingExperience": {"metrics": measured, "overall_category": "FAST"}}
    assert lighthouse_result.parse(raw).field == {"lcp_ms": 2100.0, "cls": 0.12, "category": "FAST", "of": "page"}


def test_a_result_is_stored_compressed() -> None:
    raw = stored("large-picture")
    assert lighthouse_result.unpack(lighthouse_result.pack(raw)) == raw
    assert len(lighthouse_result.pack(raw)) < 5_000


@pytest.mark.parametrize(("code", "error"), [("NO_ERROR", None), ("", None), ("NO_FCP", "NO_FCP")])
def test_a_runtime_error_is_no_result(code: str, error: str | None) -> None:
    assert lighthouse_result.runtime_error({"lighthouseResult": {"runtimeError": {"code": code}}}) == error
