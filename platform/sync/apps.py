"""Registers the sync engine and imports every app's `synced.py`."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class SyncConfig(AppConfig):
    name = "sync"

    def ready(self) -> None:
        from sync.hub import remote_hints
        from sync.log import hints

        autodiscover_modules("synced")
        hints.listen(remote_hints.send)
