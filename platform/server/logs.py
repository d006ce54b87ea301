"""Log lines: one JSON object each, with the ids of the work they are about, and without content or tokens.

The text of an exception is left out unless it is known to hold no data: a database quotes the row it refuses, and
a parser the text that it cannot read. Its type and the places it passed are always told.
"""

import json
import logging
import re
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest

from core import trace
from core.clock import iso, now

ROOT = str(Path(__file__).resolve().parents[2]) + "/"
FRAMES = 25
TEXT_MAX = 2_000
# These say what is wrong with a file, a connection or a lock.
TOLD = (OSError, OperationalError, InterfaceError, ModuleNotFoundError)
# Errors of this project name no data: every folder of platform/ is an app.
OURS = tuple(f"{file.parent.name}." for file in Path(__file__).parents[1].glob("*/__init__.py"))
# Signatures, links of mails and our random tokens have 43 signs at least, and the query of an address may hold anything.
TOKEN = re.compile(r"eyJ[\w-]{5,}\.[\w-]+\.[\w-]*|(?i:bearer)\s+\S+|[A-Za-z0-9_-]{43,}")
QUERY = re.compile(r"(?<=[\w/])\?[^\s'\"<>?]+=[^\s'\"<>]*")
TRACEBACK = "Traceback (most recent call last):"

Failure = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class JsonLines(logging.Formatter):
    """`at`, `level`, `logger`, `message`, `process`; `request` and `connection` if there is one; `error` if one failed."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": iso(now()),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": clean(_said(record)),
            "process": record.process,
        }
        for name, known in (("request", trace.REQUEST.get()), ("connection", trace.CONNECTION.get())):
            if known:
                line[name] = known
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = described(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False, default=str)


def described(error: BaseException, depth: int = 3) -> dict[str, object]:
    """An exception as its type and the places it passed, innermost last, with what caused it."""
    kind = type(error)
    passed = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    found: dict[str, object] = {
        "type": f"{kind.__module__}.{kind.__qualname__}",
        "at": [f"{frame.filename.removeprefix(ROOT)}:{frame.lineno} {frame.name}" for frame in passed],
    }
    if _tells(error):
        found["message"] = clean(str(error))
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause is not None and depth:
        found["because"] = described(cause, depth - 1)
    return found


def clean(text: str) -> str:
    """`text` without anything that looks like a token or a query, and not longer than a line should be."""
    return TOKEN.sub("[token]", QUERY.sub("?[query]", text))[:TEXT_MAX]


def _said(record: logging.LogRecord) -> str:
    """The message, with what libraries put into it of an error or a request as bare of data as our own lines are."""
    if isinstance(record.args, tuple):
        record.args = tuple(_bare(one, record) for one in record.args)
    said = record.getMessage()
    if record.name == "asyncio":  # after its first line it describes its objects, and an error by its text
        said = said.partition("\n")[0]
    before, found, after = said.partition(TRACEBACK)
    frames = [line.strip() for line in after.splitlines() if line.startswith("  File ")]
    return " ".join([before, found, *frames]) if found else before


def _bare(argument: object, record: logging.LogRecord) -> object:
    """Django names the path of a failed request, which may be a signed address: the pattern of its endpoint stands for it."""
    if isinstance(argument, BaseException):
        return argument if _tells(argument) else type(argument).__name__
    request = getattr(record, "request", None)
    if not isinstance(request, HttpRequest):
        return argument
    paths = (request.path, request.path.encode("unicode_escape").decode())  # Django escapes what it logs
    return trace.route_of(request) if argument in paths else argument


def _tells(error: BaseException) -> bool:
    """Whether the text of an error is known to hold no data."""
    return isinstance(error, TOLD) or type(error).__module__.startswith(OURS)


def logging_settings(level: str) -> dict[str, Any]:
    """Django's LOGGING: everything at `level` and above, on standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "server.logs.JsonLines"}},
        "filters": {"outage": {"()": "sync.hub.outage.Noticed"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers would print errors a second time, as plain text.
            "django": {"handlers": [], "propagate": True},
            # Refusals are answers, and whoever wants to see them has LOG_LEVEL=INFO.
            "django.request": {"level": "ERROR"},
            # It says each address it asks, with the keys in it.
            "httpx": {"level": "WARNING"},
            "channels_redis.pubsub": {"filters": ["outage"]},
            # `manage.py run_huey` would bring one of its own to a logger without any.
            "huey": {"handlers": ["stderr"], "level": level, "propagate": False},
        },
    }


def log_uncaught() -> None:
    """What nobody catches, in whichever thread, becomes a log line too."""
    uncaught = logging.getLogger("uncaught")

    def in_main(kind: type[BaseException], error: BaseException, place: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, place)
        else:
            uncaught.critical("the process ends", exc_info=(kind, error, place))

    def in_thread(args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not issubclass(args.exc_type, SystemExit):
            name = args.thread.name if args.thread else "?"
            uncaught.error("the thread %s ended", name, exc_info=args.exc_value)

    def nowhere(args: "sys.UnraisableHookArgs") -> None:
        uncaught.error("an error with nobody to raise it to", exc_info=args.exc_value)

    sys.excepthook, threading.excepthook, sys.unraisablehook = in_main, in_thread, nowhere
    logging.captureWarnings(True)
