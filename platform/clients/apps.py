"""App configuration of clients: registers its ports."""

from django.apps import AppConfig


class ClientsConfig(AppConfig):
    name = "clients"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from accounts.ports.personal_data import PersonalData
        from clients import access, ports, services
        from clients.queries import shared_addresses
        from clients.services import personal_data
        from sync import ports as sync_ports

        ports.attention.register(shared_addresses.reasons)
        sync_ports.following_of.register(access.following_of)
        accounts_ports.user_confirmed.register(services.link_or_create_client)
        accounts_ports.user_renamed.register(services.create_named_client)
        accounts_ports.may_get_sms.register(access.may_get_sms)
        accounts_ports.personal.register(
            PersonalData(personal_data.export, personal_data.rows_to_delete, check=personal_data.check)
        )
