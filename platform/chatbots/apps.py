"""App configuration of chatbots."""

from django.apps import AppConfig


class ChatbotsConfig(AppConfig):
    name = "chatbots"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from accounts.ports.personal_data import PersonalData
        from chatbots.queries import weekly_summary
        from chatbots.services import personal_data
        from notifications.ports import weekly_section

        weekly_section.register(weekly_summary.section_of, place=50)
        accounts_ports.personal.register(PersonalData(personal_data.export, personal_data.rows_to_delete))
