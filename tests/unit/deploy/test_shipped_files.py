"""The files of deploy/ are consistent: units, their settings, keys, and the proxy in front."""

import subprocess
from pathlib import Path

import pytest

from environment.catalogue import SETTINGS
from environment.environment import read_environment
from tests.support.architecture.tree import ROOT
from tests.support.servers.deployment import WEB, WORKER, command_line, generated_keys, settings_of, unit_environment

EXAMPLE = (ROOT / "deploy/env.example").read_text(encoding="utf-8")
UNITS = ("pulseboard.service", WEB, WORKER)


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_starts_an_existing_command(unit: str) -> None:
    line = command_line(unit, "8001")
    assert Path(line[-3]) == ROOT / ".venv/bin/python"
    assert line[-2] == "manage.py"
    assert (ROOT / f"platform/config/management/commands/{line[-1]}.py").exists()


def test_a_web_process_listens_on_the_port_of_its_name() -> None:
    assert unit_environment(WEB, "8001") == {"PULSEBOARD_ENV": "/etc/pulseboard/env", "PORT": "8001"}


@pytest.mark.parametrize("unit", ["pulseboard.service", WORKER])
def test_a_unit_names_the_settings_file(unit: str) -> None:
    assert unit_environment(unit) == {"PULSEBOARD_ENV": "/etc/pulseboard/env"}


def test_all_units_have_the_same_restrictions() -> None:
    """Only namespaces and chroot differ: the units that scan websites run Chromium, which creates its own sandbox."""
    single, web, worker = (restrictions(unit) for unit in UNITS)
    assert single == worker
    assert single - web == {"RestrictNamespaces=user pid net", "SystemCallFilter=@system-service chroot"}
    assert web - single == {"RestrictNamespaces=true", "SystemCallFilter=@system-service"}
    assert {"NoNewPrivileges=true", "ProtectSystem=strict", "CapabilityBoundingSet=", "UMask=0077"} <= web


def restrictions(unit: str) -> set[str]:
    """The lines that restrict a unit's processes: NoNewPrivileges and those after it."""
    service = (ROOT / "deploy" / unit).read_text(encoding="utf-8").partition("[Service]")[2].partition("[Install]")[0]
    lines = [line for line in service.splitlines() if line and not line.startswith("#")]
    return set(lines[lines.index("NoNewPrivileges=true") :])


def test_the_example_is_an_installation_of_one_process() -> None:
    settings = settings_of(EXAMPLE)
    environment = read_environment(settings, ROOT)
    assert (environment.demo, environment.database_url, environment.redis_url) == (False, None, None)
    assert f"reverse_proxy {{$PORTAL_PROCESSES:127.0.0.1:{environment.port}}} {{" in (
        ROOT / "deploy/Caddyfile"
    ).read_text(encoding="utf-8")


def test_the_example_with_generated_keys_configures_several_processes(tmp_path: Path) -> None:
    keys = generated_keys(tmp_path)
    shared = {name: SETTINGS[name].example for name in ("DATABASE_URL", "REDIS_URL")}
    environment = read_environment(settings_of(EXAMPLE) | shared | keys, ROOT)
    assert environment.database_url
    assert environment.redis_url
    assert environment.secret_key == keys["SECRET_KEY"]
    assert environment.auth_signing_jwk_file == tmp_path / "signing.jwk"
    assert (tmp_path / "signing.jwk").stat().st_mode & 0o077 == 0


def test_keys_are_never_created_twice(tmp_path: Path) -> None:
    """Another signing key would end every session."""
    generated_keys(tmp_path)
    before = (tmp_path / "signing.jwk").read_text()
    with pytest.raises(subprocess.CalledProcessError):
        generated_keys(tmp_path)
    assert (tmp_path / "signing.jwk").read_text() == before
