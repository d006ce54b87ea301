"""Registers the website app and its implementation of the mail app's port."""

from django.apps import AppConfig


class WebsiteConfig(AppConfig):
    name = "website"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from mail import ports
        from website import queries
        from website.personal_data import PERSONAL

        ports.brand.register(queries.brand)
        accounts_ports.personal.register(PERSONAL)
