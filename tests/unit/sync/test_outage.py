"""One log line when the connection to other processes fails and one when it returns, whatever the library logs."""

import logging
from asyncio import CancelledError

import pytest

from core.outage import Outage
from sync.hub import outage

LIBRARY = logging.getLogger("channels_redis.pubsub")


def messages(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


@pytest.fixture
def fresh_outage(monkeypatch: pytest.MonkeyPatch) -> Outage:
    fresh_outage = Outage(logging.getLogger("tests.outage"), outage.AWAY, outage.BACK)
    monkeypatch.setattr(outage, "OUTAGE", fresh_outage)
    return fresh_outage


def test_an_outage_has_one_line_at_its_start_and_one_at_its_end(
    fresh_outage: Outage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = 1000.0
    monkeypatch.setattr("core.outage.time.monotonic", lambda: seconds)
    fresh_outage.report_success()
    assert messages(caplog) == []
    for n in range(3):
        fresh_outage.report_failure(ConnectionError(n))
        seconds += 20
    away = f"{outage.AWAY}: {ConnectionError(0)!r}"
    assert messages(caplog) == [away]
    fresh_outage.report_success()
    fresh_outage.report_success()
    back = f"{outage.BACK}, after 60 s (failed attempts: 3)"
    assert messages(caplog) == [away, back]
    fresh_outage.report_failure(TimeoutError())
    assert messages(caplog) == [away, back, f"{outage.AWAY}: {TimeoutError()!r}"]


def test_the_librarys_tracebacks_become_one_line(fresh_outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    layer_filter = outage.LayerErrorFilter()
    LIBRARY.addFilter(layer_filter)
    try:
        for _ in range(3):
            LIBRARY.error("Unexpected exception in receive task", exc_info=ConnectionError("gone"))
        LIBRARY.warning("something else")
    finally:
        LIBRARY.removeFilter(layer_filter)
    assert messages(caplog) == [f"{outage.AWAY}: {ConnectionError('gone')!r}", "something else"]


def test_a_process_that_ends_logs_no_outage(fresh_outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    ending = LIBRARY.makeRecord(LIBRARY.name, logging.ERROR, "", 0, "", (), (CancelledError, CancelledError(), None))
    assert not outage.LayerErrorFilter().filter(ending)
    assert messages(caplog) == []
