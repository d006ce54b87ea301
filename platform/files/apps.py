"""App configuration of files."""

from django.apps import AppConfig


class FilesConfig(AppConfig):
    name = "files"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from accounts.ports.personal_data import PersonalData
        from files import ports, workflows
        from files.services import personal_data

        ports.read_stored.register(workflows.read_stored)
        accounts_ports.personal.register(
            PersonalData(personal_data.export, personal_data.rows_to_delete, notify_external=workflows.delete_uploads)
        )
