"""Registers the notifications room."""

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from clients import ports as clients_ports
        from notifications import queries

        clients_ports.attention.register(queries.reasons)
