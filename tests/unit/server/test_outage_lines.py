"""The log lines of requests that fail in an outage: a response 503 is no error, and repeated lines are counted."""

import logging

import pytest
from django.http import HttpRequest, HttpResponse
from django.utils.log import log_response

from server.outage_lines import INTERVAL_S, RepeatFilter


@pytest.mark.parametrize(
    ("status", "path", "level"),
    [
        (500, "/rest/v1/messages", "ERROR"),
        (503, "/rest/v1/messages", "WARNING"),  # the database or an external service is unavailable
        (503, "/health/ready", None),
    ],
)
def test_an_outage_is_no_error_and_a_failed_health_check_has_no_line(
    status: int, path: str, level: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    request = HttpRequest()
    request.path = path
    log_response("%s: %s", "Unavailable", path, response=HttpResponse(status=status), request=request)
    assert [record.levelname for record in caplog.records] == ([] if level is None else [level])


def test_repeated_warnings_are_counted(caplog: pytest.LogCaptureFixture) -> None:
    time_s = 0.0
    log = logging.getLogger("test_outage_lines")
    repeated = RepeatFilter(lambda: time_s)
    log.addFilter(repeated)
    try:
        for _ in range(4):
            log.warning("%s fails: %r", "PATCH /rest", OSError("away"))
        log.warning("another line")
        log.error("%s fails: %r", "an error", OSError("always logged"))
        time_s = INTERVAL_S
        for _ in range(2):
            log.warning("%s fails: %r", "GET /rest", OSError("away"))
        time_s = 2 * INTERVAL_S
        log.warning("another line")
    finally:
        log.removeFilter(repeated)
    assert caplog.messages == [
        "PATCH /rest fails: OSError('away')",
        "another line",
        "an error fails: OSError('always logged')",
        "GET /rest fails: OSError('away') (and 3 more before)",
        "another line",
    ]
