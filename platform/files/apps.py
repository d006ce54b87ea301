"""App configuration of files."""

from django.apps import AppConfig


class FilesConfig(AppConfig):
    name = "files"

    def ready(self) -> None:
        from accounts import ports as accounts_ports
        from files.personal_data import PERSONAL

        accounts_ports.personal.register(PERSONAL)
