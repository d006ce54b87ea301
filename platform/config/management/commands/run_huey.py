"""`manage.py run_huey`: runs background jobs in their own process, for several web processes that share a Redis."""

import gc
from typing import Any

from django.core.management import BaseCommand, CommandError

from config import setup_page
from server import logs
from server.jobs import Worker

DEFAULT_THRESHOLDS = (700, 10, 10)  # Python's defaults, because server.memory does not collect garbage in this process


class Command(BaseCommand):
    help = "Do the jobs until SIGINT, which lets those in hand be finished."

    def handle(self, *args: Any, **options: Any) -> None:
        if setup_page.has_no_mail():
            raise CommandError(setup_page.MAIL_MISSING)
        logs.log_uncaught()
        gc.set_threshold(*DEFAULT_THRESHOLDS)
        Worker().run()
