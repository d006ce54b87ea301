"""Starts traces and error reports, if they are configured.

Their packages are in requirements-telemetry.txt (`make telemetry`) and imported only if they are used.
"""

import logging
from collections.abc import Callable

from core import spans
from environment.setting import BadSetting
from environment.telemetry import TelemetrySettings

MISSING = "its packages are not installed; run make telemetry"
# `huey` needs a handler of its own, because it does not propagate its lines to the root logger.
LOGGERS = ("", "huey")


def start(settings: TelemetrySettings, *, version: str) -> Callable[[], None]:
    """Send traces and error reports from now on. Returns a function that sends what is left and stops.

    Raises BadSetting if the packages are missing.
    """
    stops: list[Callable[[], None]] = []
    if settings.otlp_endpoint is not None:
        try:
            from server.telemetry.span_export import SpanRecorder
        except ModuleNotFoundError as error:
            raise BadSetting("OTEL_EXPORTER_OTLP_ENDPOINT", MISSING) from error
        recorder = SpanRecorder(settings.otlp_endpoint, share=settings.trace_percent / 100, version=version)
        spans.recorder = recorder
        stops.append(recorder.stop)
    if settings.sentry_dsn is not None:
        try:
            from server.telemetry.error_reports import ErrorReports
        except ModuleNotFoundError as error:
            raise BadSetting("SENTRY_DSN", MISSING) from error
        reports = ErrorReports(settings.sentry_dsn, version=version)
        for name in LOGGERS:
            logging.getLogger(name).addHandler(reports)
        stops.append(reports.close)

    def stop() -> None:
        spans.recorder = None
        for stop_exporter in stops:
            stop_exporter()

    return stop
