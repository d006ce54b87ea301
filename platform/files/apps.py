"""App configuration of files."""

from django.apps import AppConfig


class FilesConfig(AppConfig):
    name = "files"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from accounts.ports.personal_data import PersonalData
        from clients import ports as clients_ports
        from files import ports, queries, workflows
        from files.services import personal_data, portraits
        from mail import ports as mail_ports

        ports.read_stored.register(workflows.read_stored)
        mail_ports.pictures.register("portrait", workflows.read_portrait)
        ports.may_read.register(queries.PORTRAITS_APP, queries.may_see_portrait)
        clients_ports.admin_removed.register(portraits.remove_portrait)
        accounts_ports.personal.register(
            PersonalData(personal_data.export, personal_data.rows_to_delete, notify_external=workflows.delete_uploads)
        )
