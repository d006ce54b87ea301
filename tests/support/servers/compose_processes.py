"""Runs the services of deploy/compose.yml as plain processes: the same commands and environment, without containers.

Only addresses and folders differ. PostgreSQL, Redis and Caddy are the programs of this machine instead of
those in the images, and the store is the S3 server of the other tests.
"""

import os
import re
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psycopg
from moto.server import ThreadedMotoServer

from tests.support.servers.compose import services, with_local_paths
from tests.support.servers.crash_harness import eventually
from tests.support.servers.postgresql_and_redis import NO_POWER_CUTS, PostgreSQL
from tests.support.servers.server import ROOT, answers, free_port

WEB = ("web-1", "web-2")
WORKERS = ("worker", "scans")
PORTS = ("proxy", "http", "health", "redis", *WEB, *WORKERS)
HEALTH_PORT = "9100"  # of each worker in its container; here each worker has its own port
READY_S = 180


class Installation:
    """The services by name, each with its own log in `folder`."""

    def __init__(self, folder: Path, extra: Mapping[str, str]) -> None:
        self.folder, self._extra = folder, dict(extra)
        self.ports = {name: free_port() for name in PORTS}
        # Caddy issues certificates of its own authority for localhost and for addresses.
        hosts = {"PORTAL_HOST": f"localhost:{self.ports['proxy']}", "FILES_HOST": f"127.0.0.1:{self.ports['proxy']}"}
        self.url, self.services = f"https://{hosts['PORTAL_HOST']}", services(hosts)
        self.authority = folder / "certificates/caddy/pki/authorities/local/root.crt"
        self.products = ExitStack()  # the processes of the product, which a test may end before the others
        self._paths = {
            "/opt/pulseboard": ROOT,
            "/run/secrets": folder / "secrets",
            "/secrets": folder / "secrets",
            "/keys": folder / "secrets/keys",
            "/backups": folder / "backups",
            "/var/lib/pulseboard": folder / "data",
            "/etc/caddy": folder / "caddy",
            "/data": folder / "redis",
        }
        self._addresses: dict[str, str] = {f"{web}:8000": f"127.0.0.1:{self.ports[web]}" for web in WEB}
        for name in ("backups", "data", "redis", "caddy"):
            (folder / name).mkdir()
        for source, name in (("deploy/Caddyfile", "portal.caddy"), ("deploy/containers/Caddyfile", "Caddyfile")):
            (folder / "caddy" / name).symlink_to(ROOT / source)

    def run(self, service: str, *arguments: str, entrypoint: str = "") -> str:
        """Run a service that ends, as `docker compose run` does; returns its output. Container paths are translated."""
        program = [self._translated(entrypoint)] if entrypoint else self._command(service)
        done = subprocess.run(
            [*program, *(self._translated(argument) for argument in arguments)],
            cwd=ROOT,
            env=self._environment(service),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def started(self, service: str, **own: str) -> Iterator[None]:
        """A service that runs until the end of the block; the process ends with the test run."""
        command = ["setpriv", "--pdeathsig=KILL", "--", *self._command(service)]
        with (self.folder / f"{service}.log").open("wb") as log:
            process = subprocess.Popen(
                command, cwd=ROOT, env=self._environment(service) | own, stdout=log, stderr=subprocess.STDOUT
            )
        try:
            yield
        finally:
            process.terminate()
            process.wait(30)

    def use(self, service: str, address: str) -> None:
        """Replace `service:port` by the address of this machine."""
        self._addresses[service] = address

    def adopt_addresses(self) -> None:
        """Write the addresses of this machine into the secrets that contain addresses, and the port of Redis."""
        for name in ("database-url", "redis-url"):
            path = self.folder / "secrets" / name
            path.chmod(0o600)
            path.write_text(self._translated(path.read_text()))
        with (self.folder / "secrets/redis.conf").open("a") as config:
            config.write(f"port {self.ports['redis']}\nbind 127.0.0.1\n")

    def log(self, service: str) -> str:
        return (self.folder / f"{service}.log").read_text(errors="replace")

    def _translated(self, value: str) -> str:
        for container_address, local_address in self._addresses.items():
            value = re.sub(rf"(?<![\w.-]){re.escape(container_address)}(?![\w-])", local_address, value)
        return with_local_paths(value, self._paths)

    def _command(self, service: str) -> list[str]:
        described: dict[str, Any] = self.services[service]
        words = [self._translated(word) for word in described.get("entrypoint") or described["command"]]
        return [str(self.ports[service]) if word == HEALTH_PORT else word for word in words]

    def _environment(self, service: str) -> dict[str, str]:
        """The variables that the container would have, and this process's PATH and TMPDIR."""
        outer = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
        own = {name: self._translated(str(value)) for name, value in self.services[service]["environment"].items()}
        return outer | {"HOME": str(self.folder)} | (self._extra if "env_file" in self.services[service] else {}) | own


@contextmanager
def running(folder: Path, **settings: str) -> Iterator[Installation]:
    """The whole installation, healthy; `settings` are what an operator writes into deploy/settings.env."""
    site = Installation(folder, settings)
    with ExitStack() as stack:
        owner = str(os.getuid())
        site.services["setup"]["command"][-1] = owner
        site.services["setup"]["environment"] = {}
        site.run("setup")
        options = site.services["database"]["command"]
        database = PostgreSQL((*NO_POWER_CUTS, *(word for word in options if "=" in word)))
        stack.callback(database.kill)
        with psycopg.connect(database.address, autocommit=True) as connection:
            connection.execute("CREATE ROLE pulseboard LOGIN")
            connection.execute("CREATE DATABASE pulseboard OWNER pulseboard")
        store = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
        store.start()
        stack.callback(store.stop)
        site.use("database", database.address.split("@")[1].split("/")[0])
        site.use("redis:6379", f"127.0.0.1:{site.ports['redis']}")
        site.use("store:8333", ":".join(map(str, store.get_host_and_port())))
        site.adopt_addresses()
        site.services["redis"]["environment"] = {}
        stack.enter_context(site.started("redis"))
        site.run("bucket")
        certificate = {"AWS_CA_BUNDLE": str(site.authority)}
        stack.enter_context(site.products)
        for web in WEB:
            site.products.enter_context(site.started(web, PORT=str(site.ports[web]), **certificate))
        for worker in WORKERS:
            site.products.enter_context(site.started(worker, **certificate))
        for service in (*WEB, *WORKERS):
            health = f"http://127.0.0.1:{site.ports[service]}/health/ready"
            assert eventually(partial(answers, health), READY_S), site.log(service)
        ports = {"HTTP_PORT": str(site.ports["http"]), "HEALTH_PORT": str(site.ports["health"])}
        stack.enter_context(site.started("proxy", XDG_DATA_HOME=str(folder / "certificates"), **ports))
        assert eventually(lambda: answers(f"http://127.0.0.1:{site.ports['health']}/")), site.log("proxy")
        assert eventually(site.authority.exists), site.log("proxy")
        assert eventually(lambda: _has_certificate(site)), site.log("proxy")
        yield site


def _has_certificate(site: Installation) -> bool:
    """Whether the proxy serves TLS. It creates its certificate some time after its certificate authority."""
    with client(site) as user:
        try:
            return user.get("/health/live").is_success
        except httpx.ConnectError:
            return False


def trust(site: Installation) -> ssl.SSLContext:
    """A TLS context that trusts the certificate authority of the installation's proxy, and no other."""
    return ssl.create_default_context(cafile=str(site.authority))


def client(site: Installation) -> httpx.Client:
    """A user's HTTP client."""
    return httpx.Client(base_url=site.url, verify=trust(site), timeout=60)
