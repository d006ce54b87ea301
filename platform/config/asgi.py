"""The ASGI application: the socket, the typed doors on a slim handler, and pages on Django's own."""

import os
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)


def make_application() -> Any:
    """Put the handlers together; imports wait for Django's set-up."""
    from channels.routing import ProtocolTypeRouter, URLRouter
    from django.core.handlers.asgi import ASGIHandler
    from django.urls import path

    from config.handlers import ApiHandler
    from config.paths import is_door
    from sync.consumer import SyncConsumer

    doors, pages = ApiHandler(), ASGIHandler()

    async def http(scope: Any, receive: Any, send: Any) -> None:
        handler = doors if is_door(scope["path"]) and not _is_file(scope["path"]) else pages
        await handler(scope, receive, send)

    socket = URLRouter([path("realtime/v1", SyncConsumer.as_asgi())])
    return ProtocolTypeRouter({"http": http, "websocket": socket})


def _is_file(path: str) -> bool:
    return path.startswith("/assets/") or path == "/sw.js"


application = make_application()
