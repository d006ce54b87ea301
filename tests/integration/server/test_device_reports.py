"""Reports of devices about their own errors: counted, logged and limited, without any text that a user wrote."""

import json
import logging
from uuid import UUID

import pytest
from prometheus_client import REGISTRY

from server.logs import JsonLines
from sync import api
from sync.requests import device_reports, rate_limit
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/realtime/v1/reports"
BUILD = {"build": "2026.11.1"}
STACK_FRAME = "send@/assets/sync-3f9aB_1c.js:1:2931"
ERROR_REPORT = {"what": "error", "error": {"name": "TypeError", "at": [STACK_FRAME]}, **BUILD}
CANARY = "dear Maya"


@pytest.fixture(autouse=True)
def no_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start each test with an unused limit."""
    monkeypatch.setattr(api, "allowance", device_reports.ReportAllowance(lambda: 0.0))


def sample(name: str, **labels: str) -> float:
    """The value of a metric in this process, 0 if it has none yet."""
    return REGISTRY.get_sample_value(f"pulseboard_{name}", labels) or 0


async def test_an_error_of_the_app_is_a_log_line_with_its_stack(
    portal: Portal, caplog: pytest.LogCaptureFixture
) -> None:
    before = sample("device_checks_total", what="error")
    async with portal.unchanged():
        assert (await portal.as_("maya").post(PATH, json=ERROR_REPORT)).status_code == 204
    assert sample("device_checks_total", what="error") == before + 1
    [record] = [record for record in caplog.records if record.name == "device"]
    entry = json.loads(JsonLines().format(record))
    assert (entry["level"], entry["message"], entry["user"]) == ("warning", "reported", str(portal.users["maya"].id))
    assert (entry["what"], entry["build"], entry["error"]) == ("error", "2026.11.1", ERROR_REPORT["error"])


@pytest.mark.parametrize("what", ["gap", "second-gap"])
async def test_reported_gaps_are_counted(what: str, portal: Portal) -> None:
    before = sample("gaps_reported_total")
    await portal.as_("maya").post(PATH, json={"what": what, **BUILD})
    assert sample("gaps_reported_total") == before + 1


async def test_the_age_of_an_outbox_is_measured_without_an_alert(
    portal: Portal, caplog: pytest.LogCaptureFixture
) -> None:
    count, total = sample("device_outbox_age_seconds_count"), sample("device_outbox_age_seconds_sum")
    body = {"what": "outbox", "outbox": {"waiting": 3, "oldest_s": 90}, **BUILD}
    assert (await portal.as_("maya").post(PATH, json=body)).status_code == 204
    assert sample("device_outbox_age_seconds_count") == count + 1
    assert sample("device_outbox_age_seconds_sum") == total + 90
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


INVALID_REPORTS: list[Json] = [
    {},
    {"what": "gap"},
    {"what": CANARY, **BUILD},
    {"what": "gap", "build": CANARY},
    {"what": "gap", "message": CANARY, **BUILD},
    {"what": "error", "error": {"name": CANARY, "at": []}, **BUILD},
    {"what": "error", "error": {"name": "Error", "at": [CANARY]}, **BUILD},
    {"what": "error", "error": {"name": "Error", "at": [STACK_FRAME + " " + CANARY]}, **BUILD},
    {"what": "error", "error": {"name": "Error", "at": [STACK_FRAME + "\n" + CANARY]}, **BUILD},
    {"what": "error", "error": {"name": "Error", "at": ["x@https://portal.example/assets/a.js:1:1"]}, **BUILD},
    {"what": "error", "error": {"name": "Error", "at": ["x" * 61 + "@/assets/a.js:1:1"]}, **BUILD},
    {"what": "error", "error": {"name": "Error", "at": [STACK_FRAME] * 13}, **BUILD},
    {"what": "error", "error": {"name": "Error", "at": [], "message": CANARY}, **BUILD},
    {"what": "outbox", "outbox": {"waiting": -1, "oldest_s": 0}, **BUILD},
    {"what": "outbox", "outbox": {"waiting": 1, "oldest_s": 0, "first": CANARY}, **BUILD},
]


@pytest.mark.parametrize("body", INVALID_REPORTS)
async def test_any_other_body_is_rejected_and_not_logged(
    body: Json, portal: Portal, caplog: pytest.LogCaptureFixture
) -> None:
    reply = await portal.as_("maya").post(PATH, json=body)
    assert (reply.status_code, reply.json()["code"]) == (422, "invalid")
    assert [record for record in caplog.records if record.name == "device"] == []
    assert CANARY not in caplog.text


async def test_a_user_can_report_30_times_and_others_still_can(
    portal: Portal, caplog: pytest.LogCaptureFixture
) -> None:
    statuses = [(await portal.as_("maya").post(PATH, json=ERROR_REPORT)).status_code for _ in range(33)]
    assert statuses == [204] * 30 + [429] * 3
    assert len([record for record in caplog.records if record.name == "device"]) == 30
    assert (await portal.as_("otto").post(PATH, json=ERROR_REPORT)).status_code == 204


def test_a_users_limit_resets_after_ten_minutes_and_the_list_of_users_is_bounded() -> None:
    time_s = 0.0
    allowance = device_reports.ReportAllowance(lambda: time_s)
    maya = UUID(int=1)
    assert [allowance.take(maya) for _ in range(31)].count(True) == 30
    time_s = 600.0
    assert allowance.take(maya)
    for n in range(2, 2 * rate_limit.USERS_MAX):
        allowance.take(UUID(int=n))
    assert len(allowance._since) == rate_limit.USERS_MAX
