"""Registers the website room and its answer to the mail room."""

from django.apps import AppConfig


class WebsiteConfig(AppConfig):
    name = "website"

    def ready(self) -> None:
        from mail import ports
        from website import queries

        ports.brand.register(queries.brand)
