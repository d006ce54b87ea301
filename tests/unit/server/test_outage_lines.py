"""Django's log line for a response 503: an outage is no error."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.utils.log import log_response


@pytest.mark.parametrize(
    ("status", "path", "level"),
    [
        (500, "/rest/v1/messages", "ERROR"),
        (503, "/rest/v1/messages", "WARNING"),  # the database or an outside company is away
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
