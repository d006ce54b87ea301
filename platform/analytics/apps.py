"""Registers the analytics app."""

from django.apps import AppConfig


class AnalyticsConfig(AppConfig):
    name = "analytics"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from analytics import queries
        from analytics.personal_data import PERSONAL
        from analytics.queries import weekly_summary
        from clients import ports as clients_ports
        from notifications.ports import weekly_section

        clients_ports.attention.register(queries.reasons)
        weekly_section.register(weekly_summary.section_of, place=20)
        accounts_ports.personal.register(PERSONAL)
