"""App configuration of messaging: registers its ports."""

from django.apps import AppConfig


class MessagingConfig(AppConfig):
    name = "messaging"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from accounts.ports.personal_data import PersonalData
        from clients import ports as clients_ports
        from files.ports import may_read
        from messaging import queries, services
        from messaging.queries import weekly_summary
        from messaging.services import personal_data
        from notifications.ports import weekly_section
        from sync import ports

        may_read.register(services.APP, queries.may_read)
        clients_ports.attention.register(queries.reasons)
        weekly_section.register(weekly_summary.section_of, place=40)
        ports.delivered.register(queries.delivered)
        ports.mark_delivered.register(services.mark_delivered)
        accounts_ports.personal.register(PersonalData(personal_data.export, personal_data.rows_to_delete))
