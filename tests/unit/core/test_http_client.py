"""Requests to external services reach only servers whose certificate is trusted and names the requested host."""

from asyncio import StreamReader, StreamWriter, start_server
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from core import http_client
from phone import authority, forwarder

REPLY = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"


@pytest.fixture
async def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """The port of a server with a certificate for localhost, whose issuer this machine trusts."""
    issuer = authority.create()
    (tmp_path / "ca.pem").write_bytes(issuer.pem)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    http_client.tls_context.cache_clear()

    async def respond(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(REPLY)
        await writer.drain()
        writer.close()

    async with await start_server(respond, "127.0.0.1", 0, ssl=forwarder.context(*issuer.issue("localhost"))) as server:
        yield server.sockets[0].getsockname()[1]
    http_client.tls_context.cache_clear()


async def request(url: str) -> str:
    return (await http_client.send_request("GET", url, timeout_s=10, max_bytes=100)).text


async def test_a_trusted_certificate_is_accepted(port: int) -> None:
    assert await request(f"https://localhost:{port}/") == "hello"


async def test_a_certificate_for_another_host_is_rejected(port: int) -> None:
    with pytest.raises(httpx.ConnectError, match=r"CERTIFICATE_VERIFY_FAILED.*IP address mismatch"):
        await request(f"https://127.0.0.1:{port}/")


async def test_a_certificate_of_an_unknown_issuer_is_rejected(
    port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ca.pem").write_bytes(authority.create().pem)
    http_client.tls_context.cache_clear()
    with pytest.raises(httpx.ConnectError, match="CERTIFICATE_VERIFY_FAILED"):
        await request(f"https://localhost:{port}/")
