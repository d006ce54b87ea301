"""`manage.py export_doors`: the path table as the service worker imports it; `make contracts` keeps it."""

from typing import Any

from django.core.management import BaseCommand

from config.paths import DOORS


class Command(BaseCommand):
    help = "Print how the server's own addresses begin, as TypeScript."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(
            "// How the server's own addresses begin. Made from platform/config/paths.py by `make contracts`."
        )
        self.stdout.write("export const DOORS = [")
        for door in DOORS:
            self.stdout.write(f"  '{door}',")
        self.stdout.write("] as const")
