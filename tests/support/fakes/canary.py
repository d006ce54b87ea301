"""A server that must not be reached: it records every connection to its addresses."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress


class Canary:
    """The server's port, the same on each address. `visitors` has, for each connection, the address that it reached."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.visitors: list[str] = []


@contextmanager
def canary(*addresses: str) -> Iterator[Canary]:
    """A server on these addresses of this machine; it records and closes each connection."""
    sockets = [_listening(addresses[0], 0)]
    server = Canary(sockets[0].getsockname()[1])
    sockets += [_listening(address, server.port) for address in addresses[1:]]
    threads = [threading.Thread(target=_record, args=(one, server), daemon=True) for one in sockets]
    for thread in threads:
        thread.start()
    yield server
    for one in sockets:
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()
    for thread in threads:
        thread.join()


def _listening(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return socket.create_server((address, port), family=family)


def _record(listening: socket.socket, server: Canary) -> None:
    with suppress(OSError):
        while True:
            connection, _ = listening.accept()
            with closing(connection):
                server.visitors.append(str(connection.getsockname()[0]))
