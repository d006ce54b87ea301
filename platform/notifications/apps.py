"""Registers the notifications app."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from accounts.ports.personal_data import PersonalData
        from clients import ports as clients_ports
        from notifications import queries
        from notifications.effects import delivery
        from notifications.services import personal_data

        clients_ports.attention.register(queries.reasons)
        clients_ports.admin_removed.register(delivery.delete_admin_notices)
        accounts_ports.personal.register(PersonalData(personal_data.export, personal_data.rows_to_delete))
