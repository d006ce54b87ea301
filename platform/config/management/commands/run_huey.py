"""`manage.py run_huey`: the jobs, in a process of their own, where several web processes share a Redis."""

import gc
from typing import Any

from django.core.management import BaseCommand, CommandError

from config import first_start, logs
from config.jobs import Worker

SOON = (700, 10, 10)  # Python's own: nothing collects here by how much the process has grown (config.memory)


class Command(BaseCommand):
    help = "Do the jobs until SIGINT, which lets those in hand be finished."

    def handle(self, *args: Any, **options: Any) -> None:
        if first_start.has_no_mail():
            raise CommandError(first_start.UNMAILED)
        logs.log_uncaught()
        gc.set_threshold(*SOON)
        Worker().run()
