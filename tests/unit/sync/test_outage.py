"""One log line when the connection to other processes fails and one when it returns, whatever the library logs."""

import logging
from asyncio import CancelledError

import pytest

from sync.hub import outage

LIBRARY = logging.getLogger("channels_redis.pubsub")


def messages(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_an_outage_and_its_end_are_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    way = outage.Outage()
    way.report_success()
    assert messages(caplog) == []
    for n in range(3):
        way.report_failure(ConnectionError(n))
    away = outage.AWAY % ConnectionError(0)
    assert messages(caplog) == [away]
    way.report_success()
    way.report_success()
    assert messages(caplog) == [away, outage.BACK]
    way.report_failure(TimeoutError())
    assert messages(caplog) == [away, outage.BACK, outage.AWAY % TimeoutError()]


@pytest.fixture
def way(monkeypatch: pytest.MonkeyPatch) -> outage.Outage:
    fresh = outage.Outage()
    monkeypatch.setattr(outage, "OUTAGE", fresh)
    return fresh


def test_the_librarys_tracebacks_become_one_line(way: outage.Outage, caplog: pytest.LogCaptureFixture) -> None:
    noticed = outage.LayerErrorFilter()
    LIBRARY.addFilter(noticed)
    try:
        for _ in range(3):
            LIBRARY.error("Unexpected exception in receive task", exc_info=ConnectionError("gone"))
        LIBRARY.warning("something else")
    finally:
        LIBRARY.removeFilter(noticed)
    assert messages(caplog) == [outage.AWAY % ConnectionError("gone"), "something else"]


def test_a_process_that_ends_logs_no_outage(way: outage.Outage, caplog: pytest.LogCaptureFixture) -> None:
    ending = LIBRARY.makeRecord(LIBRARY.name, logging.ERROR, "", 0, "", (), (CancelledError, CancelledError(), None))
    assert not outage.LayerErrorFilter().filter(ending)
    assert messages(caplog) == []
