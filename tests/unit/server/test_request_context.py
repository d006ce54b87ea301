"""An application that Daphne starts while another request is served has none of that request's ids."""

import asyncio
from typing import Any

from core import trace
from server.daphne.server import GracefulServer


class Protocol:
    """A fake of Daphne's protocol object, the key of a connection."""


async def ids_seen_by_application(scope: dict[str, Any]) -> list[str]:
    """The request and connection ids that an application sees if Daphne starts it while another request's task runs.

    Twisted reads from a connection in the context in which reading was resumed, which may be a request's.
    """
    seen: list[str] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        seen.extend([trace.REQUEST.get(), trace.CONNECTION.get()])

    server, protocol = object.__new__(GracefulServer), Protocol()
    server.application, server.connections = application, {protocol: {}}
    trace.REQUEST.set("another request")
    trace.CONNECTION.set("another connection")
    server.create_application(protocol, scope)
    await server.connections[protocol]["application_instance"]
    return seen


def test_a_socket_has_no_id_of_another_request() -> None:
    assert asyncio.run(ids_seen_by_application({"type": "websocket"})) == ["", ""]


def test_a_request_has_no_id_of_another_connection() -> None:
    assert asyncio.run(ids_seen_by_application({"type": "http"})) == ["", ""]
