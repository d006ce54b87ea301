"""Runs real proxies with the configurations that deploy/ ships: Caddy and nginx, with a certificate for localhost."""

import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from phone import authority
from tests.support.servers.server import ROOT, free_port

START_S, STOP_S = 30, 10
# The Caddy of requirements-dev.txt; the nginx of the system or the one that `make test` unpacks; and Debian's Caddy, if
# it is installed.
CADDY = ROOT / ".venv/bin/caddy"
NGINX = Path(shutil.which("nginx") or ROOT / ".venv/nginx/usr/sbin/nginx")
DEBIANS_CADDY = Path("/usr/bin/caddy")


@dataclass(frozen=True)
class Proxy:
    """A running proxy at `url`; clients trust its certificate with `trust`."""

    name: str
    url: str
    trust: ssl.SSLContext


def installed() -> list[Path]:
    """The proxies that this machine has."""
    return [program for program in (CADDY, DEBIANS_CADDY, NGINX) if program.exists()]


def version(program: Path) -> str:
    """The program's name and version, such as "nginx 1.22.1"."""
    done = subprocess.run(
        [program, "version" if program.name == "caddy" else "-v"], capture_output=True, text=True, check=True
    )
    words = (done.stdout + done.stderr).replace("nginx/", "").replace("nginx version: ", "").split()
    return f"{program.name} {words[0].removeprefix('v')}"


def caddy_config(program: Path, processes: Sequence[int], port: int, certificate: Path, key: Path) -> str:
    """deploy/Caddyfile for localhost, with a certificate of the test instead of a public one."""
    text = (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8")
    ports = " ".join(f"127.0.0.1:{process}" for process in processes)
    text = text.replace("{$PORTAL_HOST:portal.example.com} {", f"localhost:{port} {{\n\ttls {certificate} {key}")
    text = text.replace("{$PORTAL_PROCESSES:127.0.0.1:8000}", ports)
    if program == DEBIANS_CADDY:
        # Caddy 2.6.2 lacks this option. It matters only when the configuration is reloaded, which no test does.
        text = re.sub(r".*stream_close_delay.*\n", "", text)
    return "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text


def nginx_config(processes: Sequence[int], port: int, certificate: Path, key: Path) -> str:
    """deploy/nginx.conf for localhost, inside the smallest configuration with which nginx starts."""
    text = (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8")
    [line] = [line for line in text.splitlines() if "server 127.0.0.1:8000" in line]
    text = text.replace(line, "\n".join(line.replace("8000", str(process)) for process in processes))
    first, second = text.index("server {\n\tlisten 80"), text.index("server {\n\tlisten 443")
    text = text[:first] + text[second:]  # no test uses port 80
    text = text.replace("listen [::]:443 ssl http2;", "").replace("443", str(port))
    text = text.replace("/etc/letsencrypt/live/portal.example.com/fullchain.pem", str(certificate))
    text = text.replace("/etc/letsencrypt/live/portal.example.com/privkey.pem", str(key))
    text = text.replace("portal.example.com", "localhost")
    # Debian's nginx would create these folders below /var/lib/nginx, which only an installed nginx has.
    folders = " ".join(f"{kind}_temp_path {kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    main = "daemon off; pid nginx.pid; error_log error.log; worker_processes 1; events { worker_connections 4096; }"
    return f"{main}\nhttp {{\naccess_log off; {folders}\n{text}\n}}\n"


def written(program: Path, processes: Sequence[int], port: int, folder: Path) -> tuple[Path, authority.Authority]:
    """The configuration as a file in `folder`, and the authority of its certificate."""
    issuer, config = authority.create(), folder / "proxy.conf"
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    for path, content in zip((certificate, key), issuer.issue("localhost"), strict=True):
        path.write_bytes(content)
    if program.name == "caddy":
        config.write_text(caddy_config(program, processes, port, certificate, key), encoding="utf-8")
    else:
        config.write_text(nginx_config(processes, port, certificate, key), encoding="utf-8")
    return config, issuer


@contextmanager
def running(program: Path, processes: Sequence[int], folder: Path) -> Iterator[Proxy]:
    """The proxy in front of web processes at these ports, until the end of the block."""
    port = free_port()
    config, issuer = written(program, processes, port, folder)
    if program.name == "caddy":
        command = [str(program), "run", "--config", str(config), "--adapter", "caddyfile"]
    else:
        command = [str(program), "-p", str(folder), "-c", str(config)]
    trust = ssl.create_default_context(cadata=issuer.pem.decode())
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig=TERM", "--", *command], cwd=folder, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        _wait_until_listening(process, port, folder / "proxy.log")
        yield Proxy(version(program), f"https://localhost:{port}", trust)
    finally:
        process.terminate()
        process.wait(STOP_S)


def _wait_until_listening(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    end = time.monotonic() + START_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"The proxy has not started:\n{log.read_text()}") from None
            time.sleep(0.02)
        else:
            return
