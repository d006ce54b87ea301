"""Registers the analytics app."""

from django.apps import AppConfig


class AnalyticsConfig(AppConfig):
    name = "analytics"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from accounts.ports.personal_data import PersonalData
        from analytics import queries, workflows
        from analytics.queries import weekly_summary
        from analytics.services import personal_data
        from clients import ports as clients_ports
        from notifications.ports import weekly_section

        clients_ports.attention.register(queries.reasons)
        weekly_section.register(weekly_summary.section_of, place=20)
        accounts_ports.personal.register(
            PersonalData(personal_data.export, personal_data.rows_to_delete, notify_external=workflows.revoke_consent)
        )
