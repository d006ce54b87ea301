"""Settings of traces and error reports, which other services collect."""

from dataclasses import dataclass

from environment.setting import Group, Reader
from environment.values import address, number, optional, service

GROUP = Group("Traces and error reports", "After `make telemetry`; deploy/docs/traces.md has the steps.")
OTEL_EXPORTER_OTLP_ENDPOINT = GROUP.setting(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    optional(address),
    "The OpenTelemetry collector that receives traces, by OTLP over HTTP.",
    default_text="none; nothing is traced",
    unit="URL",
    example="http://127.0.0.1:4318",
)
TRACE_PERCENT = GROUP.setting(
    "TRACE_PERCENT",
    number(1, 100),
    "How many of 100 requests are traced.",
    default="100",
    unit="percent, 1 to 100",
    example="5",
)
SENTRY_DSN = GROUP.setting(
    "SENTRY_DSN",
    optional(service({"http", "https"}, "https://key@sentry.example/1")),
    "The DSN of the Sentry project that receives errors, without any text that users wrote.",
    default_text="none; errors are in the log only",
    unit="URL",
    example="https://key@sentry.example/1",
    is_secret=True,
)


@dataclass(frozen=True)
class TelemetrySettings:
    """Where traces and errors are sent; None sends none. `trace_percent` of the requests are traced."""

    otlp_endpoint: str | None
    trace_percent: int
    sentry_dsn: str | None


def read_telemetry_settings(reader: Reader) -> TelemetrySettings:
    """The settings from the environment. Raises BadSetting."""
    return TelemetrySettings(
        reader.read(OTEL_EXPORTER_OTLP_ENDPOINT), reader.read(TRACE_PERCENT), reader.read(SENTRY_DSN)
    )
