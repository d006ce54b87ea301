"""The proxies' configurations in deploy/, read by the real programs."""

import os
import socket
import ssl
import subprocess
from pathlib import Path

import pytest

from tests.support.architecture.tree import ROOT
from tests.support.servers.compose import VARIABLES
from tests.support.servers.proxies import CADDY, NGINX, running, written


def problems(program: Path, config: Path, folder: Path, **variables: str) -> str:
    """The program's output about a configuration that it rejects; "" if it accepts it."""
    checks = {
        "caddy": ["validate", "--adapter", "caddyfile", "--config"],
        "nginx": ["-t", "-q", "-p", str(folder), "-c"],
    }
    env = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder)} | variables
    command = [str(program), *checks[program.name], str(config)]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


@pytest.mark.parametrize("program", [CADDY, NGINX], ids=["caddy", "nginx"])
def test_the_program_accepts_the_configuration(program: Path, tmp_path: Path) -> None:
    config, _ = written(program, [8001, 8002], 8443, tmp_path)
    assert problems(program, config, tmp_path) == ""


@pytest.mark.parametrize(("program", "option"), [(CADDY, "lb_policy"), (NGINX, "proxy_pass")], ids=["caddy", "nginx"])
def test_the_program_rejects_a_misspelt_option(program: Path, option: str, tmp_path: Path) -> None:
    config, _ = written(program, [8001, 8002], 8443, tmp_path)
    config.write_text(config.read_text().replace(f"{option} ", f"{option}x "))
    assert f"{option}x" in problems(program, config, tmp_path)


def test_caddy_accepts_the_configuration_of_the_containers(tmp_path: Path) -> None:
    (tmp_path / "portal.caddy").symlink_to(ROOT / "deploy/Caddyfile")
    (tmp_path / "Caddyfile").symlink_to(ROOT / "deploy/containers/Caddyfile")
    assert problems(CADDY, tmp_path / "Caddyfile", tmp_path, **VARIABLES) == ""


def rejection(port: int, version: ssl.TLSVersion, ciphers: str) -> str | None:
    """The alert with which the proxy rejects a client that offers only this; None if it accepts the client."""
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
    client.minimum_version = client.maximum_version = version
    client.set_ciphers(f"{ciphers}:@SECLEVEL=0")  # otherwise the client would not offer old ones
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        try:
            client.wrap_socket(connection, server_hostname="localhost").close()
        except ssl.SSLError as error:
            return error.reason
    return None


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
@pytest.mark.parametrize("program", [CADDY, NGINX], ids=["caddy", "nginx"])
def test_a_proxy_accepts_only_new_versions_of_tls_and_strong_ciphers(program: Path, tmp_path: Path) -> None:
    tls_1_1, tls_1_2, tls_1_3 = ssl.TLSVersion.TLSv1_1, ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3
    with running(program, [8001], tmp_path) as proxy:
        port = int(proxy.url.rpartition(":")[2])
        assert rejection(port, tls_1_1, "ALL") == "TLSV1_ALERT_PROTOCOL_VERSION"
        assert rejection(port, tls_1_2, "ECDHE-ECDSA-AES128-SHA") == "SSLV3_ALERT_HANDSHAKE_FAILURE"
        assert rejection(port, tls_1_2, "ECDHE-ECDSA-AES128-GCM-SHA256") is None
        assert rejection(port, tls_1_3, "ALL") is None


def test_both_proxies_set_the_address_of_the_client_themselves() -> None:
    """A client could otherwise choose the address that rate limits count. Caddy does it by default."""
    nginx = (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8")
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in nginx
    assert "trusted_proxies" not in (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8")
