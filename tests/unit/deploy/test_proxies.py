"""The proxies' configurations in deploy/, read by the real programs."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.support.architecture.tree import ROOT
from tests.support.servers.compose import VARIABLES
from tests.support.servers.proxies import CADDY, NGINX, written


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


def test_both_proxies_set_the_address_of_the_client_themselves() -> None:
    """A client could otherwise choose the address that rate limits count. Caddy does it by default."""
    nginx = (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8")
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in nginx
    assert "trusted_proxies" not in (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8")
