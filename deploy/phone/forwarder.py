"""Terminates TLS on the local network and forwards the bytes to the server on this machine."""

import asyncio
import ssl
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

CHUNK = 64 * 1024
SERVER = "127.0.0.1"


def context(chain: bytes, key: bytes) -> ssl.SSLContext:
    """TLS with this certificate chain and private key, both PEM."""
    settings = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    settings.set_alpn_protocols(["http/1.1"])
    with TemporaryDirectory() as folder:  # the library loads certificates only from files
        chain_file, key_file = Path(folder, "chain.pem"), Path(folder, "key.pem")
        chain_file.write_bytes(chain)
        key_file.touch(mode=0o600)
        key_file.write_bytes(key)
        settings.load_cert_chain(chain_file, key_file)
    return settings


async def serve(tls: ssl.SSLContext, address: str, port: int, to_port: int) -> asyncio.Server:
    """Forward connections at `address`:`port` to `to_port` of this machine. Raises OSError if the port is in use."""

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            inner_reader, inner_writer = await asyncio.open_connection(SERVER, to_port)
        except OSError:  # the server is still starting or has ended
            writer.close()
            return
        both = asyncio.gather(_copy(reader, inner_writer), _copy(inner_reader, writer))
        with suppress(OSError, asyncio.CancelledError):
            await both

    return await asyncio.start_server(forward, address, port, ssl=tls)


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Copy until one side closes; then close the other too, because HTTP has no half-open connections."""
    try:
        while chunk := await source.read(CHUNK):
            target.write(chunk)
            await target.drain()
    finally:
        target.close()
