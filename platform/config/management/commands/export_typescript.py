"""`manage.py export_typescript FOLDER`: writes the generated TypeScript files below a folder, as in the repository."""

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandParser

from config.typescript import FILES


class Command(BaseCommand):
    help = "Write the TypeScript files that are generated from the server's tables below FOLDER."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        for name, text in FILES.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text(), encoding="utf-8")
