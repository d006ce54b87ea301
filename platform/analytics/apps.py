"""Registers the analytics room."""

from django.apps import AppConfig


class AnalyticsConfig(AppConfig):
    name = "analytics"

    def ready(self) -> None:
        from analytics import queries
        from clients import ports as clients_ports

        clients_ports.attention.register(queries.reasons)
