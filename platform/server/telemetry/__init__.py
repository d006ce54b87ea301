"""Traces for an OpenTelemetry collector, and error reports for Sentry; each is off unless its setting is set."""
