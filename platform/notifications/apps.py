"""Registers the notifications room."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from clients import ports as clients_ports
        from notifications import queries
        from notifications.personal import PERSONAL

        clients_ports.attention.register(queries.reasons)
        accounts_ports.personal.register(PERSONAL)
