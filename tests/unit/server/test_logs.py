"""Log lines: JSON with the ids of the request or task, errors without data, and nothing that looks like a token."""

import errno
import io
import json
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError

from core import trace
from core.errors import Failure
from server import logs
from sync.errors import LogHole
from tests.support.architecture.tree import ROOT, apps

CANARY = "dear Maya, the invoice is wrong"
TOKEN = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"


def line(message: str, *args: object, error: BaseException | None = None, **fields: object) -> dict[str, Any]:
    """One log line, parsed from JSON."""
    info = (type(error), error, error.__traceback__) if error is not None else None
    record = logging.LogRecord("sync.hub.hub", logging.ERROR, __file__, 1, message, args, info)
    if fields:
        record.fields = fields
    text = logs.JsonLines().format(record)
    assert "\n" not in text
    entry: dict[str, Any] = json.loads(text)
    return entry


def raise_and_catch(error: BaseException) -> BaseException:
    """The error, with its traceback."""
    with suppress(BaseException):
        raise error
    return error


def test_a_line_has_its_time_message_and_logger() -> None:
    entry = line("read %s of %s", 3, "w")
    assert entry.pop("at").endswith("Z")
    assert entry.pop("process") > 0
    assert entry == {"level": "error", "logger": "sync.hub.hub", "message": "read 3 of w"}


def test_a_line_has_the_ids_of_its_request_and_connection() -> None:
    request, connection = trace.REQUEST.set("r1"), trace.CONNECTION.set("c1")
    assert {key: line("x").get(key) for key in ("request", "connection")} == {"request": "r1", "connection": "c1"}
    trace.REQUEST.reset(request)
    trace.CONNECTION.reset(connection)
    assert not {"request", "connection"} & set(line("x"))


def test_a_line_has_its_fields_beside_its_message() -> None:
    entry = line("answered", status=200, ms=3.1)
    assert (entry["message"], entry["status"], entry["ms"]) == ("answered", 200, 3.1)


@pytest.mark.parametrize(
    "error",
    [
        IntegrityError(f"Key (content)=({CANARY}) already exists"),
        ValueError(CANARY),
        KeyError(CANARY),
        Exception(CANARY),
    ],
)
def test_an_errors_type_and_place_are_logged_but_not_its_text(error: Exception) -> None:
    entry = line("it failed", error=raise_and_catch(error))
    assert CANARY not in json.dumps(entry)
    assert entry["error"]["type"].endswith(type(error).__name__)
    assert entry["error"]["at"][-1].startswith("tests/unit/server/test_logs.py:")
    assert entry["error"]["at"][-1].endswith(" raise_and_catch")


@pytest.mark.parametrize(
    "error", [OperationalError("database is locked"), ConnectionRefusedError("no Redis"), LogHole("w: 5 follows 3")]
)
def test_an_error_text_without_user_data_is_logged(error: Exception) -> None:
    assert line("it failed", error=raise_and_catch(error))["error"]["message"] == str(error)


@pytest.mark.parametrize("app", apps(ROOT))
def test_the_text_of_an_error_of_any_app_is_logged(app: str) -> None:
    class Odd(Failure):
        message = "No such thing"

    Odd.__module__ = f"{app}.errors"
    assert line("it failed", error=raise_and_catch(Odd()))["error"]["message"] == "No such thing"


def test_the_cause_of_an_error_is_logged_the_same_way() -> None:
    try:
        try:
            raise ValueError(CANARY)
        except ValueError as cause:
            raise LogHole("w: 5 follows 3") from cause
    except LogHole as error:
        entry = line("it failed", error=error)
    assert entry["error"]["because"]["type"] == "builtins.ValueError"
    assert CANARY not in json.dumps(entry)


@pytest.mark.parametrize(
    "text", [f"got {TOKEN}", f"Authorization: Bearer {TOKEN}", "bearer abcdef", f"?token={TOKEN}&x"]
)
def test_a_line_never_contains_a_token(text: str) -> None:
    log_line = json.dumps(line(text, error=raise_and_catch(OSError(text))))
    assert TOKEN not in log_line
    assert "abcdef" not in log_line
    assert "[token]" in log_line


def test_a_line_has_a_maximum_length() -> None:
    assert len(line("word " * 200_000)["message"]) == logs.TEXT_MAX


@pytest.fixture
def hooks() -> Iterator[None]:
    """Restores the interpreter's own hooks afterwards."""
    previous = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    yield
    sys.excepthook, threading.excepthook, sys.unraisablehook = previous
    logging.captureWarnings(False)


def fail_in_a_thread() -> None:
    def fail() -> None:
        raise ValueError(CANARY)

    thread = threading.Thread(target=fail, name="jobs")
    thread.start()
    thread.join()


def fail_in_the_main_thread() -> None:
    error = raise_and_catch(ValueError(CANARY))
    sys.excepthook(type(error), error, error.__traceback__)


class Unraisable:
    def __del__(self) -> None:
        raise ValueError(CANARY)


def fail_in_a_destructor() -> None:
    Unraisable()


@pytest.mark.usefixtures("hooks")
@pytest.mark.parametrize(
    ("fails", "expected_text"),
    [
        (fail_in_a_thread, "the thread jobs ended"),
        (fail_in_the_main_thread, "the process ends"),
        (fail_in_a_destructor, "an error that could not be raised"),
    ],
)
def test_an_uncaught_error_is_a_line_too(
    fails: Callable[[], None], expected_text: str, caplog: pytest.LogCaptureFixture
) -> None:
    logs.log_uncaught()
    fails()
    [record] = [record for record in caplog.records if record.name == "uncaught"]
    entry = json.loads(logs.JsonLines().format(record))
    assert (entry["message"], entry["error"]["type"]) == (expected_text, "builtins.ValueError")
    assert CANARY not in json.dumps(entry)


@pytest.mark.parametrize(
    "secret",
    [
        "01a2082ad7617f3b8c1d9e0f4a5b6c7d:01a2082ad7617f3b8c1d9e0f4a5b6c7e:1tQx9Z:" + "aB3_-" * 9,
        "pkce_" + "0af9" * 16,
        "uZ3k-Q_9" * 5 + "abc",
    ],
)
def test_secrets_in_paths_are_left_out_of_a_message(secret: str) -> None:
    assert secret[-43:] not in line("GET %s took too long", f"/functions/v1/export-data/{secret}")["message"]


def test_the_query_of_an_address_is_left_out_of_a_message() -> None:
    message = line("no answer of %s", "https://api.example/v1/search?q=secret%20plans&key=sk-1")["message"]
    assert message == "no answer of https://api.example/v1/search?[query]"


def test_an_error_inside_a_message_is_logged_as_its_type_only() -> None:
    """Daphne and Twisted write such lines."""
    assert line("Exception inside application: %s", ValueError(CANARY))["message"] == (
        "Exception inside application: ValueError"
    )
    assert line("failed: %s", LogHole("a hole at 7"))["message"] == "failed: a hole at 7"


def test_an_unawaited_task_does_not_quote_its_error() -> None:
    """asyncio describes the task, with the text of its error, below the first line."""
    text = f"Task exception was never retrieved\nfuture: <Task finished name='Task-2' exception=ValueError('{CANARY}')>"
    record = logging.LogRecord("asyncio", logging.ERROR, __file__, 1, text, None, None)
    assert json.loads(logs.JsonLines().format(record))["message"] == "Task exception was never retrieved"


def test_a_traceback_inside_a_message_is_logged_without_its_error() -> None:
    text = f'Cannot build:\nTraceback (most recent call last):\n  File "x.py", line 3, in go\n    go()\nValueError: {CANARY}\n'
    message = line(text)["message"]
    assert CANARY not in message
    assert 'File "x.py", line 3, in go' in message


class FullDisk(io.StringIO):
    """A stream that rejects every write while `is_full`."""

    is_full = True

    def write(self, text: str) -> int:
        if self.is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(text)


def test_lines_that_cannot_be_written_are_counted_and_print_nothing_elsewhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    stream = FullDisk()
    handler = logs.StderrHandler(stream)
    log = logging.Logger("tests")
    log.addHandler(handler)
    for number in range(3):
        log.warning("lost %s", number)
    stream.is_full = False
    log.warning("written")
    log.warning("written again")
    lost = "3 log lines were lost, because standard error could not be written"
    assert stream.getvalue().splitlines() == ["written", lost, "written again"]
    assert capsys.readouterr() == ("", "")
