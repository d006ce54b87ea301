"""Error reports to Sentry: each error line of the log is one event, without the data that the log leaves out."""

import logging
from collections.abc import Callable, Iterator

import pytest

from core import trace
from environment.telemetry import TelemetrySettings
from server.telemetry.start import start
from tests.support.fakes.sentry import FakeSentry, fake_sentry

TEXT = "dear Maya, my page is slow"
TOKEN = "x" * 43
log = logging.getLogger("sync.effects")


@pytest.fixture
def sentry() -> Iterator[FakeSentry]:
    with fake_sentry() as running:
        yield running


@pytest.fixture
def stop(sentry: FakeSentry) -> Iterator[Callable[[], None]]:
    """Starts error reports. Yields a function that stops them after the last event has been sent."""
    stop = start(TelemetrySettings(None, 100, sentry.dsn), version="2026.11.1")
    yield stop
    stop()


def fail(text: str) -> None:
    secret = text  # a local variable of the failing frame
    raise ValueError(secret)


def test_an_error_line_is_sent_with_its_stack_and_without_user_texts(
    sentry: FakeSentry, stop: Callable[[], None]
) -> None:
    number = trace.REQUEST.set("0123456789abcdef")
    try:
        fail(TEXT)
    except ValueError as error:
        log.exception("effect %s failed: %s with %s", "mail.deliver", error, TOKEN)
    finally:
        trace.REQUEST.reset(number)
    stop()
    [event] = sentry.events
    assert sentry.kinds == ["event"]
    assert (event["level"], event["logger"], event["release"]) == ("error", "sync.effects", "pulseboard@2026.11.1")
    assert event["logentry"]["formatted"] == "effect mail.deliver failed: ValueError with [token]"
    assert event["tags"] == {"request": "0123456789abcdef"}
    [exception] = event["exception"]["values"]
    assert (exception["type"], exception["value"]) == ("ValueError", "")
    frames = [(frame["filename"], frame["function"]) for frame in exception["stacktrace"]["frames"]]
    assert frames[-1] == ("tests/unit/server/test_error_reports.py", "fail")
    assert {"user", "request", "breadcrumbs", "modules", "extra"} & event.keys() == set()
    assert not event.get("server_name")
    assert b"Maya" not in b"".join(sentry.bodies)
    assert b"secret" not in b"".join(sentry.bodies)


def test_the_innermost_cause_comes_first(sentry: FakeSentry, stop: Callable[[], None]) -> None:
    try:
        try:
            fail(TEXT)
        except ValueError as error:
            raise OSError("no such file") from error
    except OSError:
        log.exception("reading failed")
    stop()
    [event] = sentry.events
    assert [(one["type"], one["value"]) for one in event["exception"]["values"]] == [
        ("ValueError", ""),
        ("OSError", "no such file"),
    ]


def test_warnings_and_lines_after_the_end_are_not_sent(sentry: FakeSentry, stop: Callable[[], None]) -> None:
    log.warning("Redis is away")
    stop()
    log.error("after the end")
    assert sentry.events == []
