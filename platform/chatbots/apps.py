"""Registers the chatbots room."""

from django.apps import AppConfig


class ChatbotsConfig(AppConfig):
    name = "chatbots"

    def ready(self) -> None:
        from chatbots import weekly
        from notifications.ports import weekly_section

        weekly_section.register(weekly.section_of, place=50)
