"""deploy/compose.yml and its image file: their linters, and the limits that every container has."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from compose_spec import PyCompose

from environment.secret_files import SECRETS
from environment.setting import SECRET_FILE
from tests.support.architecture.tree import ROOT
from tests.support.servers.compose import FILE, IMAGES, VARIABLES, services, stages, substitute

SERVICES = services()
COMPOSE: dict[str, Any] = yaml.safe_load(substitute(FILE.read_text(encoding="utf-8"), VARIABLES))
# The services that end by themselves, so they need no health check.
ONE_SHOT = {"bucket", "files", "manage", "setup"}
EXACT_VERSION = re.compile(r"[a-z./-]+:\d+\.\d+(\.\d+)?(-[a-z]+)?@sha256:[0-9a-f]{64}")


def linted(text: str) -> None:
    """Parses deploy/compose.yml. Raises ValueError for a misspelt key and for a value of a wrong kind."""
    # Docker accepts a tag with a digest and uses the digest. This parser accepts only one of the two.
    without_tags = re.sub(r"(image: [a-z]+):\S+@", r"\1@", substitute(text, VARIABLES))
    PyCompose.from_yaml(yaml.safe_dump(yaml.safe_load(without_tags))).validate()


def test_compose_accepts_the_file() -> None:
    linted(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "misspelling", [("restart: unless-stopped", "restart: allways"), ("mem_limit", "memory_limit")]
)
def test_compose_rejects_a_misspelling(misspelling: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match=r"restart|memory_limit"):
        linted(FILE.read_text(encoding="utf-8").replace(*misspelling))


@pytest.mark.parametrize("command", [["hadolint", IMAGES], ["yamllint", "--strict", FILE]])
def test_a_linter_finds_nothing(command: list[Path | str]) -> None:
    config = ["-d", "{extends: default, rules: {line-length: {max: 120}, document-start: disable}}"]
    extra = config if command[0] == "yamllint" else []
    done = subprocess.run([ROOT / ".venv/bin" / command[0], *extra, *command[1:]], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("", 0)


@pytest.mark.parametrize("name", SERVICES)
def test_a_container_has_no_rights_that_it_does_not_need(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert service["mem_limit"]
    assert service["pids_limit"]
    assert service["logging"]["options"]["max-size"]
    assert "privileged" not in service


def test_capabilities_are_added_only_with_a_reason() -> None:
    added = {name: service["cap_add"] for name, service in SERVICES.items() if "cap_add" in service}
    assert added == {"proxy": ["NET_BIND_SERVICE"], "setup": ["CHOWN", "DAC_OVERRIDE", "FOWNER"]}


def test_only_the_setup_runs_as_root() -> None:
    for name, service in SERVICES.items():
        target = service.get("build", {}).get("target")
        user = service.get("user") or stages()[target].all("USER")[-1]
        assert (user.startswith("0"), name) == (name == "setup", name)


@pytest.mark.parametrize("name", sorted(set(SERVICES) - ONE_SHOT))
def test_a_running_container_has_a_health_check(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"]
    assert SERVICES[name]["restart"] == "unless-stopped"


def test_only_the_proxy_is_reachable_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert COMPOSE["networks"]["inside"]["internal"]
    assert COMPOSE["networks"]["files"]["internal"]
    inside = {name for name in SERVICES if SERVICES[name].get("networks") == ["inside"]}
    assert inside == {"database", "redis"}
    assert SERVICES["store"]["networks"] == ["files"]


def test_secrets_are_files_and_never_values() -> None:
    for name, service in SERVICES.items():
        variables = service.get("environment", {})
        assert not set(variables) & set(SECRETS), name
        for variable, value in variables.items():
            if value.startswith("/run/secrets/"):
                assert variable.removesuffix(SECRET_FILE) in {*SECRETS, "POSTGRES_PASSWORD"}
                assert value.removeprefix("/run/secrets/") in service["secrets"]


def test_the_setup_creates_every_secret_once(tmp_path: Path) -> None:
    program = [ROOT / ".venv/bin/python", ROOT / "deploy/containers/set_up.py", tmp_path / "secrets", tmp_path]
    owner = str(tmp_path.stat().st_uid)
    first = subprocess.run([*program, owner], capture_output=True, text=True, check=True)
    before = {path: path.read_text() for path in (tmp_path / "secrets").rglob("*") if path.is_file()}
    second = subprocess.run([*program, owner], capture_output=True, text=True, check=True)
    names = {path.relative_to(tmp_path).as_posix() for path in before}
    assert {secret["file"] for secret in COMPOSE["secrets"].values()} <= names
    assert {"secrets/keys/signing.jwk", "secrets/keys/vapid.jwk"} <= names
    assert first.stdout.startswith("Created ")
    assert second.stdout == "Every secret exists; nothing was changed.\n"
    assert {path: path.read_text() for path in before} == before
    assert (tmp_path / "secrets").stat().st_mode & 0o077 == 0
    assert (tmp_path / "secrets/keys/signing.jwk").stat().st_mode & 0o077 == 0


def test_every_base_has_an_exact_version_and_a_digest() -> None:
    """Somebody who takes over a name at a registry can move its tag to another image."""
    names = set(stages())
    bases = [stage.base for stage in stages().values() if stage.base not in names]
    images = [service["image"] for service in SERVICES.values() if "build" not in service]
    assert [base for base in (*bases, *images) if not EXACT_VERSION.fullmatch(base)] == []


def test_the_images_are_built_with_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    lines = [part for run in stages()["build"].all("RUN") for part in run.split(" && ") if part.startswith("make ")]
    targets = [target for line in lines for target in line.split()[1:]]
    assert targets == [".venv/.done", "pwa/node_modules/.done", "lighthouse", "build"]
    assert [target for target in targets if not re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE)] == []


def test_every_service_that_builds_names_a_stage() -> None:
    for service in SERVICES.values():
        build = service.get("build")
        assert build is None or (build["target"] in stages() and (ROOT / "deploy" / build["context"]).resolve() == ROOT)


def test_a_command_names_a_program_of_the_image() -> None:
    for name, service in SERVICES.items():
        words = service.get("entrypoint") or service["command"]
        if words[0] == ".venv/bin/python":
            assert (ROOT / words[1]).is_file(), name
