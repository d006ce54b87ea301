"""App configuration of clients: registers its ports."""

from django.apps import AppConfig


class ClientsConfig(AppConfig):
    name = "clients"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from clients import access, ports, services
        from clients.personal_data import PERSONAL
        from clients.queries import shared_addresses
        from sync import ports as sync_ports

        ports.attention.register(shared_addresses.reasons)
        sync_ports.following_of.register(access.following_of)
        accounts_ports.user_confirmed.register(services.link_or_create_client)
        accounts_ports.user_renamed.register(services.create_named_client)
        accounts_ports.may_get_sms.register(access.may_get_sms)
        accounts_ports.personal.register(PERSONAL)
