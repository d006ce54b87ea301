"""Registers the website app and its implementation of the mail app's port."""

from django.apps import AppConfig


class WebsiteConfig(AppConfig):
    name = "website"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from accounts.ports.personal_data import PersonalData
        from mail import ports
        from website import queries
        from website.services import personal_data

        ports.brand.register(queries.brand)
        accounts_ports.personal.register(PersonalData(personal_data.export, personal_data.rows_to_delete))
