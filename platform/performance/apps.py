"""Registers the performance room."""

from django.apps import AppConfig


class PerformanceConfig(AppConfig):
    name = "performance"

    def ready(self) -> None:
        from clients import ports as clients_ports
        from performance import queries

        clients_ports.attention.register(queries.reasons)
