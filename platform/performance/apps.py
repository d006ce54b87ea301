"""Registers the performance app."""

from django.apps import AppConfig


class PerformanceConfig(AppConfig):
    name = "performance"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from accounts.ports.personal_data import PersonalData
        from clients import ports as clients_ports
        from notifications.ports import weekly_section
        from performance import queries
        from performance.queries import weekly_summary
        from performance.services import personal_data

        clients_ports.attention.register(queries.reasons)
        weekly_section.register(weekly_summary.section_of, place=10)
        accounts_ports.personal.register(PersonalData(personal_data.export, personal_data.rows_to_delete))
