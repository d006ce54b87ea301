"""The Django app of the composition root and its commands. Connects the apps' ports and reactions at start."""

from django.apps import AppConfig
from django.conf import settings


class CompositionConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from accounts import ports
        from config import report_figures, sms
        from config.reactions import REACTIONS
        from reports import ports as reports
        from sync.effects.reactions import register

        if settings.SMS_URL:
            ports.sms.register(sms.send)
        reports.figures.register(report_figures.figures_of)
        register(*REACTIONS)
