"""Starts traces and error reports in the commands that serve or run jobs."""

import atexit

from django.conf import settings
from django.core.management import CommandError

from environment.setting import BadSetting
from server.telemetry.start import start


def start_telemetry() -> None:
    """Send traces and error reports until the process ends, if they are configured. Raises CommandError."""
    try:
        atexit.register(start(settings.TELEMETRY, version=settings.BUILD))
    except BadSetting as error:
        raise CommandError(str(error)) from error
