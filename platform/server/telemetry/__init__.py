"""Traces for an OpenTelemetry collector, and error reports for Sentry; each is off unless it is configured."""
