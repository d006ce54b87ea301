"""Registers the billing app and its implementations of lower apps' ports."""

from django.apps import AppConfig


class BillingConfig(AppConfig):
    name = "billing"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from accounts.ports.personal_data import PersonalData
        from billing import access, queries, services, workflows
        from billing.services import personal_data
        from clients import ports as clients_ports

        clients_ports.allowed_users.register(access.allowed_users)
        clients_ports.attention.register(queries.reasons)
        accounts_ports.user_confirmed.register(services.ensure_row)
        accounts_ports.personal.register(
            PersonalData(personal_data.export, personal_data.rows_to_delete, notify_external=workflows.delete_customer)
        )
