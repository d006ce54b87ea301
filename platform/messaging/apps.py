"""Registers the messaging room."""

from django.apps import AppConfig


class MessagingConfig(AppConfig):
    name = "messaging"

    def ready(self) -> None:
        from messaging import queries, services
        from sync import ports

        ports.delivered.register(queries.delivered)
        ports.mark_delivered.register(services.mark_delivered)
