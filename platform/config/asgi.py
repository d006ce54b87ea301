"""The ASGI application: the socket, the API endpoints on a slim handler, and pages on Django's own handler."""

import os
from typing import Any

import django

SOCKET = "/realtime/v1"

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)


def make_application() -> Any:
    """The application of all handlers. Imports are here, because they need Django's set-up."""
    from channels.routing import ProtocolTypeRouter
    from django.core.handlers.asgi import ASGIHandler

    from server.api_handler import ApiHandler
    from server.paths import is_server_path
    from sync.connection.consumer import SyncConsumer
    from website.app_files import FILES

    api, pages, sync = ApiHandler(), ASGIHandler(), SyncConsumer.as_asgi()

    async def http(scope: Any, receive: Any, send: Any) -> None:
        # Daphne lets any client set a root path to strip, and send an absolute URL as the path.
        scope |= {"root_path": "", "path": _in_origin_form(scope["path"])}
        path = scope["path"]
        # WhiteNoise would serve the app's files with their placeholders.
        is_api = path in FILES or (is_server_path(path) and not path.startswith("/assets/"))
        handler = api if is_api else pages
        await handler(scope, receive, send)

    async def socket(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == SOCKET:
            await sync(scope, receive, send)
        else:
            await send({"type": "websocket.close"})  # Daphne responds with 403, because the socket is not open yet

    return ProtocolTypeRouter({"http": http, "websocket": socket})


def _in_origin_form(path: str) -> str:
    """`/path` for both `/path` and `https://host/path`."""
    return path if path.startswith("/") else "/" + path.partition("://")[2].partition("/")[2]


application = make_application()
