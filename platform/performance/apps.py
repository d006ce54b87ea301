"""Registers the performance app."""

from django.apps import AppConfig


class PerformanceConfig(AppConfig):
    name = "performance"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from clients import ports as clients_ports
        from notifications.ports import weekly_section
        from performance import queries
        from performance.personal_data import PERSONAL
        from performance.queries import weekly_summary

        clients_ports.attention.register(queries.reasons)
        weekly_section.register(weekly_summary.section_of, place=10)
        accounts_ports.personal.register(PERSONAL)
