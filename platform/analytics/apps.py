"""Registers the analytics room."""

from django.apps import AppConfig


class AnalyticsConfig(AppConfig):
    name = "analytics"

    def ready(self) -> None:
        from analytics import queries, weekly
        from clients import ports as clients_ports
        from notifications.ports import weekly_section

        clients_ports.attention.register(queries.reasons)
        weekly_section.register(weekly.section_of, place=20)
