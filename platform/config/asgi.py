"""The ASGI application: the socket, the typed doors on a slim handler, and pages on Django's own."""

import os
from typing import Any

import django

SOCKET = "/realtime/v1"

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)


def make_application() -> Any:
    """Put the handlers together; imports wait for Django's set-up."""
    from channels.routing import ProtocolTypeRouter
    from django.core.handlers.asgi import ASGIHandler

    from server.api_handler import ApiHandler
    from server.paths import is_door
    from sync.connection.consumer import SyncConsumer

    doors, pages, sync = ApiHandler(), ASGIHandler(), SyncConsumer.as_asgi()

    async def http(scope: Any, receive: Any, send: Any) -> None:
        # Daphne lets any caller name a prefix to leave out, and an address be whole.
        scope |= {"root_path": "", "path": _in_origin_form(scope["path"])}
        handler = doors if is_door(scope["path"]) and not _is_file(scope["path"]) else pages
        await handler(scope, receive, send)

    async def socket(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == SOCKET:
            await sync(scope, receive, send)
        else:
            await send({"type": "websocket.close"})  # before it is opened: 403

    return ProtocolTypeRouter({"http": http, "websocket": socket})


def _in_origin_form(path: str) -> str:
    """`/path` of `/path`, and of `https://host/path`."""
    return path if path.startswith("/") else "/" + path.partition("://")[2].partition("/")[2]


def _is_file(path: str) -> bool:
    return path.startswith("/assets/") or path == "/sw.js"


application = make_application()
