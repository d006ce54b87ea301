"""`manage.py run_huey`: the jobs, in a process of their own, where several web processes share a Redis."""

from typing import Any

from django.core.management import BaseCommand

from config import logs
from config.jobs import Worker


class Command(BaseCommand):
    help = "Do the jobs until SIGINT, which lets those in hand be finished."

    def handle(self, *args: Any, **options: Any) -> None:
        logs.log_uncaught()
        Worker().run()
