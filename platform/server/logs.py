"""Log lines: one JSON object each, with the ids of the request and connection, and without content or tokens.

The text of an exception is logged only if its type is known to hold no data, because a database quotes the row that it
rejects, and a parser quotes the text that it cannot read. The exception's type and stack are always logged.
"""

import json
import logging
import re
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest

from core import trace
from core.clock import iso, now

ROOT = str(Path(__file__).resolve().parents[2]) + "/"
FRAMES_MAX = 25
TEXT_MAX = 2_000
# The texts of these errors describe a file, a connection or a lock.
SAFE_ERRORS = (OSError, OperationalError, InterfaceError, ModuleNotFoundError)
# Errors of this project contain no data: every folder of platform/ is an app.
OWN_MODULES = tuple(f"{file.parent.name}." for file in Path(__file__).parents[1].glob("*/__init__.py"))
# Signatures, links of emails and our random tokens have at least 43 characters. A URL's query may hold anything.
TOKEN = re.compile(r"eyJ[\w-]{5,}\.[\w-]+\.[\w-]*|(?i:bearer)\s+\S+|[A-Za-z0-9_-]{43,}")
QUERY = re.compile(r"(?<=[\w/])\?[^\s'\"<>?]+=[^\s'\"<>]*")
TRACEBACK = "Traceback (most recent call last):"


class JsonLines(logging.Formatter):
    """Formats `at`, `level`, `logger`, `message`, `process`, and `request`, `connection` and `error` if present."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": iso(now()),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": clean(message_of(record)),
            "process": record.process,
        }
        for name, value in (("request", trace.REQUEST.get()), ("connection", trace.CONNECTION.get())):
            if value:
                line[name] = value
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = error_fields(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


class StderrHandler(logging.StreamHandler[TextIO]):
    """Writes to standard error. It counts lines that it cannot write, and reports their number after the next line.

    `logging` would print each failure to `sys.stderr`. Twisted turns that text into a log line, which fails again: a
    server whose log was on a full disk did nothing else.
    """

    lost = 0

    def emit(self, record: logging.LogRecord) -> None:
        before = self.lost
        super().emit(record)
        if before and self.lost == before:
            self.lost = 0
            text = f"{before} log lines were lost, because standard error could not be written"
            super().emit(logging.makeLogRecord({"name": __name__, "levelname": "WARNING", "msg": text}))

    def handleError(self, record: logging.LogRecord) -> None:
        self.lost += 1


def error_fields(error: BaseException, depth: int = 3) -> dict[str, object]:
    """An exception as its type and its stack, innermost last, with its cause up to `depth` levels."""
    kind = type(error)
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES_MAX:]
    result: dict[str, object] = {
        "type": f"{kind.__module__}.{kind.__qualname__}",
        "at": [f"{frame.filename.removeprefix(ROOT)}:{frame.lineno} {frame.name}" for frame in frames],
    }
    if has_safe_text(error):
        result["message"] = clean(str(error))
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and depth:
        result["because"] = error_fields(cause, depth - 1)
    return result


def clean(text: str) -> str:
    """`text` without anything that looks like a token or a URL's query, cut to TEXT_MAX characters."""
    return TOKEN.sub("[token]", QUERY.sub("?[query]", text))[:TEXT_MAX]


def message_of(record: logging.LogRecord) -> str:
    """The message without the data that libraries put into it from an error or a request."""
    if isinstance(record.args, tuple):
        record.args = tuple(_without_data(one, record) for one in record.args)
    text = record.getMessage()
    if record.name == "asyncio":  # its further lines describe objects and contain an error's text
        text = text.partition("\n")[0]
    before, marker, after = text.partition(TRACEBACK)
    frames = [line.strip() for line in after.splitlines() if line.startswith("  File ")]
    return " ".join([before, marker, *frames]) if marker else before


def _without_data(argument: object, record: logging.LogRecord) -> object:
    """Replaces a failed request's path by its route, because the path may be a signed URL, and an error by its type."""
    if isinstance(argument, BaseException):
        return argument if has_safe_text(argument) else type(argument).__name__
    request = getattr(record, "request", None)
    if not isinstance(request, HttpRequest):
        return argument
    paths = (request.path, request.path.encode("unicode_escape").decode())  # Django escapes what it logs
    return trace.route_of(request) if argument in paths else argument


def has_safe_text(error: BaseException) -> bool:
    """Whether the text of an error of this type is known to hold no data."""
    return isinstance(error, SAFE_ERRORS) or type(error).__module__.startswith(OWN_MODULES)


def logging_settings(level: str) -> dict[str, Any]:
    """Django's LOGGING: everything at `level` and above, on standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "server.logs.JsonLines"}},
        "filters": {
            "outage": {"()": "sync.hub.outage.LayerErrorFilter"},
            "queue outage": {"()": "server.worker.jobs.QueueErrorFilter"},
            "unavailable": {"()": "server.outage_lines.UnavailableFilter"},
            "repeated": {"()": "server.outage_lines.RepeatFilter"},
        },
        "handlers": {"stderr": {"class": "server.logs.StderrHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers would print errors a second time, as plain text.
            "django": {"handlers": [], "level": level, "propagate": True},
            # Error responses are normal; LOG_LEVEL=INFO logs them with all requests.
            "django.request": {"level": "ERROR", "filters": ["unavailable", "repeated"]},
            "config.api": {"filters": ["repeated"]},
            "accounts.http.error_responses": {"filters": ["repeated"]},
            # The record of who signed in is complete at every LOG_LEVEL.
            "sign_in": {"level": "INFO"},
            # httpx logs each URL that it requests, including keys.
            "httpx": {"level": "WARNING"},
            "channels_redis.pubsub": {"filters": ["outage"]},
            # `manage.py run_huey` would add its own handler to a logger without one.
            "huey.consumer.Worker": {"filters": ["queue outage"]},
            "huey.consumer.Scheduler": {"filters": ["queue outage"]},
            "huey": {"handlers": ["stderr"], "level": level, "propagate": False},
        },
    }


def log_uncaught() -> None:
    """Log uncaught exceptions of all threads, and warnings."""
    uncaught = logging.getLogger("uncaught")

    def log_in_main(kind: type[BaseException], error: BaseException, stack: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, stack)
        else:
            uncaught.critical("the process ends", exc_info=(kind, error, stack))

    def log_in_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
            name = args.thread.name if args.thread else "?"
            uncaught.error("the thread %s ended", name, exc_info=args.exc_value)

    def log_unraisable(args: "sys.UnraisableHookArgs") -> None:
        uncaught.error("an error that could not be raised", exc_info=args.exc_value)

    sys.excepthook, threading.excepthook, sys.unraisablehook = log_in_main, log_in_thread, log_unraisable
    logging.captureWarnings(True)
