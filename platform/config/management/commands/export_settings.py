"""`manage.py export_settings`: prints deploy/env.example, which is generated from the settings' descriptions."""

from typing import Any

from django.core.management import BaseCommand

from environment.example import example_file


class Command(BaseCommand):
    help = "Print deploy/env.example, with every setting's description, unit, default and example."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(example_file(), ending="")
