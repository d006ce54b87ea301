"""`make phone`: serves the demo on the local network with TLS, and prints a QR code for the phone."""

import asyncio
import os
import signal
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

import segno

from phone import forwarder, instructions
from phone.authority import THIS_MACHINE, Authority, load_or_create
from phone.network import NoNetwork, local_address, require_private

ROOT = Path(__file__).resolve().parents[2]
PORT, APP_PORT, PAGE_PORT = 8000, 8443, 8080
POLL_EVERY_S = 0.2


def main() -> None:
    parser = ArgumentParser(prog="make phone", description=__doc__)
    parser.add_argument("--address", help="this machine's address on the local network (default: it is detected)")
    parser.add_argument("--app-port", type=int, default=APP_PORT, help="the port of the app (%(default)s)")
    parser.add_argument("--page-port", type=int, default=PAGE_PORT, help="the port of the first page (%(default)s)")
    options = parser.parse_args()
    try:
        address = require_private(options.address) if options.address else local_address()
        asyncio.run(_serve(address, options))
    except NoNetwork as error:
        sys.exit(f"make phone: {error}. Name this machine's address: make phone PHONE_ADDRESS=192.168.1.20")
    except OSError as error:
        sys.exit(f"make phone: a port is in use: {error.strerror}")
    except KeyboardInterrupt:
        sys.exit(0)


async def _serve(address: str, options: Namespace) -> None:
    app, page = f"https://{address}:{options.app_port}", f"http://{address}:{options.page_port}/"
    data_dir = Path(os.environ.get("DATA_DIR") or ROOT / "data")
    authority: Authority = load_or_create(data_dir / "phone")
    port = int(os.environ.get("PORT") or PORT)
    tls = forwarder.context(*authority.issue(address, THIS_MACHINE))
    await forwarder.serve(tls, address, options.app_port, port)
    instructions.serve(address, options.page_port, app, authority.der)
    settings = {"SITE_URL": app, "DEMO": "1", "DATA_DIR": str(data_dir), "PORT": str(port)}
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | settings
    server = await asyncio.create_subprocess_exec(sys.executable, "manage.py", "serve", cwd=ROOT, env=env)
    # Without a handler these signals would end this process alone, and the server would keep its port.
    for signum in (signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(signum, server.terminate)
    try:
        if await _is_ready(server, port):
            _announce(page)
        sys.exit(await server.wait())
    finally:
        if server.returncode is None:
            server.terminate()
            await server.wait()


async def _is_ready(server: asyncio.subprocess.Process, port: int) -> bool:
    """Wait until the server listens; False if it has ended."""
    while server.returncode is None:
        try:
            _, writer = await asyncio.open_connection(forwarder.SERVER, port)
        except OSError:
            await asyncio.sleep(POLL_EVERY_S)
        else:
            writer.close()
            return True
    return False


def _announce(page: str) -> None:
    segno.make(page, error="m").terminal(compact=True)
    print(f"Scan this code with the phone's camera, or open {page} on the phone.")
    print("The phone must be in the same network. Everybody in it who knows the demo's passwords can sign in.")
    print("Ctrl-C ends the server.", flush=True)


if __name__ == "__main__":
    main()
