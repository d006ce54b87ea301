"""The base of commands that change an existing installation."""

from pathlib import Path
from typing import Any

from django.core.management import CommandError
from django.db import DatabaseError, connection

from core.explained_command import ExplainedCommand
from sync.db import applied_migrations
from sync.writes.db_executor import write_now


class StoreCommand(ExplainedCommand):
    """Ends with one line and exit code 1 if the database is missing, away or of another version."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        name = connection.settings_dict["NAME"]
        if connection.vendor == "sqlite" and not Path(name).is_file():
            raise CommandError(
                f"There is no database at {name}, so no server has run with these settings. On an installed server run"
                f" `pulseboard {self.name} ...`; elsewhere set DATA_DIR to the folder of the installation."
            )
        try:
            if missing := write_now(applied_migrations.missing):
                raise CommandError(
                    f"The database lacks {len(missing)} migrations of this code, such as {missing[0]}. Start the server,"
                    " which adds them, or run the command `migrate`. Then run this again."
                )
            return super().execute(*args, **options)
        except DatabaseError as error:
            reason = str(error).strip().partition("\n")[0]
            raise CommandError(f"The database cannot be used: {reason}") from error

    @property
    def name(self) -> str:
        return self.__module__.rpartition(".")[2]
