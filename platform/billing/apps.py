"""Registers the billing app and its implementations of lower apps' ports."""

from django.apps import AppConfig


class BillingConfig(AppConfig):
    name = "billing"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from billing import access, queries, services
        from billing.personal_data import PERSONAL
        from clients import ports as clients_ports

        clients_ports.allowed_users.register(access.allowed_users)
        clients_ports.attention.register(queries.reasons)
        accounts_ports.user_confirmed.register(services.ensure_row)
        accounts_ports.personal.register(PERSONAL)
