"""App configuration of chatbots."""

from django.apps import AppConfig


class ChatbotsConfig(AppConfig):
    name = "chatbots"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from chatbots.personal_data import PERSONAL
        from chatbots.queries import weekly_summary
        from notifications.ports import weekly_section

        weekly_section.register(weekly_summary.section_of, place=50)
        accounts_ports.personal.register(PERSONAL)
