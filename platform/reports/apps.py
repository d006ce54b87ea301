"""Registers the reports room."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    name = "reports"

    def ready(self) -> None:
        from notifications.ports import weekly_section
        from reports import weekly

        weekly_section.register(weekly.section_of, place=30)
