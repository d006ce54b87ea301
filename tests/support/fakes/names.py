"""A name server for the external services of a test: their names resolve to this machine, or cannot be resolved."""

import socket
from typing import Any

import pytest


class Names:
    """Resolves `hosts` to 127.0.0.1 until `fail` is called; other names are the system's."""

    def __init__(self) -> None:
        self._resolve = socket.getaddrinfo
        self.hosts: set[str] = set()
        self._fails = False

    def named(self, url: str, host: str) -> str:
        """The URL of a fake on 127.0.0.1 with a name instead of its address."""
        assert "//127.0.0.1:" in url, url
        self.hosts.add(host)
        return url.replace("127.0.0.1", host)

    def fail(self) -> None:
        """Respond as the system does while no name server can be reached."""
        self._fails = True

    def recover(self) -> None:
        self._fails = False

    def getaddrinfo(self, host: str | bytes | None, *args: Any, **options: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host or ""
        if name not in self.hosts:
            return self._resolve(host, *args, **options)
        if self._fails:
            raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")
        return self._resolve("127.0.0.1", *args, **options)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    """The name server of this process."""
    server = Names()
    monkeypatch.setattr(socket, "getaddrinfo", server.getaddrinfo)
    return server
