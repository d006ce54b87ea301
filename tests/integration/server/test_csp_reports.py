"""`POST /csp-reports`: counts by directive and kind of source, one log line for each in an hour, and limits."""

import json
import re

import pytest

from server import csp_reports
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

OLD_FORMAT = {
    "csp-report": {"effective-directive": "script-src-elem", "blocked-uri": "inline", "script-sample": "secret"}
}


def new_format(directive: str, blocked: str) -> dict[str, object]:
    body = {"effectiveDirective": directive, "blockedURL": blocked, "documentURL": "http://h/dashboard?secret"}
    return {"type": "csp-violation", "age": 3, "body": body}


@pytest.fixture(autouse=True)
def no_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csp_reports, "reports", csp_reports.Reports())
    csp_reports.VIOLATIONS.clear()


def report_counts() -> dict[tuple[str, ...], float]:
    [metric] = csp_reports.VIOLATIONS.collect()
    samples = [one for one in metric.samples if one.name.endswith("_total")]
    return {tuple(one.labels[name] for name in ("directive", "source")): one.value for one in samples}


async def send(portal: Portal, report: object) -> int:
    content = report if isinstance(report, str) else json.dumps(report)
    return (await portal.as_(None).post("/csp-reports", content=content)).status_code


async def test_both_formats_are_counted_by_directive_and_source(portal: Portal) -> None:
    async with portal.unchanged():
        assert await send(portal, OLD_FORMAT) == 204
        batch = [
            new_format("script-src-elem", "inline"),
            new_format("img-src", "http://localhost:8000/x.png"),
            new_format("connect-src", "https://evil.example/steal?who=maya"),
            new_format("script-src", "chrome-extension"),
            new_format("made-up-by-the-sender", "data"),
            {"type": "deprecation", "body": {}},
        ]
        assert await send(portal, batch) == 204
    assert report_counts() == {
        ("script-src-elem", "inline"): 2,
        ("img-src", "own"): 1,
        ("connect-src", "foreign"): 1,
        ("script-src", "extension"): 1,
        ("other", "data"): 1,
    }


async def test_a_kind_is_logged_once_an_hour_and_without_the_reports_text(
    portal: Portal, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    time_s = 5000.0
    monkeypatch.setattr("server.csp_reports.time.monotonic", lambda: time_s)
    for _ in range(3):
        await send(portal, OLD_FORMAT)
    lines = [one.getMessage() for one in caplog.records if one.name == "csp"]
    assert lines == ["A browser blocked a resource of a page: script-src-elem, inline"]
    time_s += 3600
    await send(portal, [new_format("script-src-elem", "inline"), new_format("script-src", "moz-extension")])
    assert len([one for one in caplog.records if one.name == "csp"]) == 2
    assert not re.search("secret|dashboard", caplog.text)


async def test_a_flood_is_not_read(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csp_reports, "MAX_PER_MINUTE", 2)
    assert [await send(portal, OLD_FORMAT) for _ in range(3)] == [204, 204, 429]
    assert report_counts() == {("script-src-elem", "inline"): 2}


@pytest.mark.parametrize(
    ("report", "status"),
    [
        ("", 400),
        ("[" * 10_000, 400),
        ("null", 400),
        ('{"csp-report": 3}', 400),
        ([new_format("img-src", "data")] * 21, 400),
        ('{"csp-report": "' + "x" * 17_000 + '"}', 413),
        ('[{"type": "csp-violation", "body": [1]}, 7]', 204),
    ],
)
async def test_a_body_that_is_no_report_counts_nothing(report: object, status: int, portal: Portal) -> None:
    assert await send(portal, report) == status
    assert report_counts() == {}


async def test_only_post_is_answered(portal: Portal) -> None:
    assert (await portal.as_(None).get("/csp-reports")).status_code == 405
