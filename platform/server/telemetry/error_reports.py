"""Sends errors of the log to Sentry, scrubbed like the log; only `server.telemetry.start` imports this module.

Each error line becomes one event. Sentry's own integrations stay off, because they add requests, local variables and
the texts of exceptions.
"""

import logging
import traceback
from typing import Any

import sentry_sdk

from core import trace
from server.logs import FRAMES_MAX, ROOT, clean, has_safe_text, message_of

OWN_LOGGERS = ("sentry_sdk", "urllib3")
CAUSES_MAX = 3  # causes of an exception


class ErrorReports(logging.Handler):
    """A handler of log records; a thread of the library sends the events."""

    def __init__(self, dsn: str, *, version: str) -> None:
        super().__init__(logging.ERROR)
        self._client = sentry_sdk.Client(
            dsn=dsn,
            release=f"pulseboard@{version}",
            default_integrations=False,
            auto_enabling_integrations=False,
            max_breadcrumbs=0,
            include_local_variables=False,
            include_source_context=False,
            auto_session_tracking=False,
            send_client_reports=False,
            server_name="",
        )

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith(OWN_LOGGERS):
            return
        ids = (("request", trace.REQUEST.get()), ("connection", trace.CONNECTION.get()))
        event: Any = {
            "level": "fatal" if record.levelno >= logging.CRITICAL else "error",
            "logger": record.name,
            "logentry": {"formatted": clean(message_of(record))},
            "tags": {name: value for name, value in ids if value},
        }
        if record.exc_info and record.exc_info[1] is not None:
            event["exception"] = {"values": _chain(record.exc_info[1])}
        self._client.capture_event(event)

    def close(self) -> None:
        """Send the events that are left, and stop."""
        for name in [None, *logging.root.manager.loggerDict]:
            logging.getLogger(name).removeHandler(self)
        self._client.close()
        super().close()


def _chain(error: BaseException | None) -> list[dict[str, Any]]:
    """An exception and its causes, the innermost cause first, as Sentry wants them."""
    chain: list[dict[str, Any]] = []
    while error is not None and len(chain) <= CAUSES_MAX:
        frames = traceback.extract_tb(error.__traceback__)[-FRAMES_MAX:]
        chain.append(
            {
                "type": type(error).__qualname__,
                "module": type(error).__module__,
                "value": clean(str(error)) if has_safe_text(error) else "",
                "stacktrace": {
                    "frames": [
                        {
                            "filename": frame.filename.removeprefix(ROOT),
                            "function": frame.name,
                            "lineno": frame.lineno,
                            "in_app": frame.filename.startswith(f"{ROOT}platform/"),
                        }
                        for frame in frames
                    ]
                },
            }
        )
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return chain[::-1]
