"""An attacker's push service. It sends the header of its response slowly, and never completes it."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

from tests.support.fakes.slow_content import drip

HEAD = b"HTTP/1.1 201 Created\r\nServer: " + b"x" * 100  # takes six seconds


class HostilePushService:
    """Accepts each push and does not complete the response."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._thread = Thread(target=self._accept, daemon=True)
        self._thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(65536)
            for byte in drip(HEAD):
                connection.sendall(byte)

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join()


@contextmanager
def hostile_push_service() -> Iterator[HostilePushService]:
    service = HostilePushService()
    try:
        yield service
    finally:
        service.close()
