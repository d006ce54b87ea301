"""Registers the composition root, whose commands serve the product."""

from django.apps import AppConfig
from django.conf import settings


class HouseConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        from accounts import ports
        from config import report_figures, sms
        from reports import ports as reports

        if settings.SMS_URL:
            ports.sms.register(sms.send)
        reports.figures.register(report_figures.figures_of)
