"""`manage.py export_path_table`: prints the path table as TypeScript for the front end. `make contracts` stores it."""

from typing import Any

from django.core.management import BaseCommand

from server.paths import PUBLIC, SCREENS, SERVER_PATHS


class Command(BaseCommand):
    help = "Print which addresses are whose, as TypeScript."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("// Which addresses are whose. Made from platform/server/paths.py by `make contracts`.")
        for name, said, paths in (
            ("SERVER_PATHS", "How the server's own begin.", SERVER_PATHS),
            ("PUBLIC", "The pages of the public site.", PUBLIC),
            ("SCREENS", "The app's, each with everything below it.", SCREENS),
        ):
            listed = "".join(f"\n  '{path}'," for path in paths)
            self.stdout.write(f"\n/** {said} */\nexport const {name} = [{listed}\n] as const")
