"""`manage.py export_path_table`: prints the path table as TypeScript for the front end. `make contracts` stores it."""

from typing import Any

from django.core.management import BaseCommand

from server.paths import PUBLIC, SCREENS, SERVER_PATHS


class Command(BaseCommand):
    help = "Print which addresses are whose, as TypeScript."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(
            "// The paths of the server, of the public site and of the app. `make contracts` generates this file from platform/server/paths.py."
        )
        for name, comment, paths in (
            ("SERVER_PATHS", "Prefixes of the server's own paths.", SERVER_PATHS),
            ("PUBLIC", "The pages of the public site.", PUBLIC),
            ("SCREENS", "The screens of the app, each with all paths below it.", SCREENS),
        ):
            listed = "".join(f"\n  '{path}'," for path in paths)
            self.stdout.write(f"\n/** {comment} */\nexport const {name} = [{listed}\n] as const")
