"""The checks of portability: the committed files work on every machine with one command."""

import json
from pathlib import Path

import pytest

from tests.support.architecture import portable
from tests.support.architecture.planting import Check, on_the_tree_and_on, plant

RUN = '#!/bin/sh\n# One command.\ncd "$(dirname "$0")/.." && exec make test\n'
PIN = "django==5.2.19 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n    # via pulseboard (pyproject.toml)\n"
LOCK = {"packages": {"": {"name": "pulseboard-pwa"}, "node_modules/dexie": {"integrity": "sha512-x"}}}
ADDRESS = "https://regis" + "try.npmjs.org/dexie/-/dexie-4.4.7.tgz"
GOOD = {
    ".ci/run": RUN,
    "requirements.txt": "# Compiled.\n" + PIN,
    "requirements-dev.txt": PIN + 'colorama==0.4.6 ; sys_platform == "win32" \\\n    --hash=sha256:cc\n',
    "requirements-telemetry.txt": PIN,
    "pwa/package-lock.json": json.dumps(LOCK),
    "platform/config/urls.py": '"""Paths."""\nPATHS = ["/rest/v1/work", "/home", "https://example.com/root/x"]\n',
    "deploy/keys_digest.py": "import hashlib\nfrom django.conf import settings\nfrom sync import log\n",
}

CHECKS = (
    portable.no_machine_paths,
    portable.no_registry_hosts,
    portable.hostless_lock,
    portable.pinned_requirements,
    portable.same_pins,
    portable.runtime_imports,
    portable.optional_imports,
    portable.one_command,
)


test_the_tree_is_clean, test_a_good_tree_passes = on_the_tree_and_on(GOOD, CHECKS)


@pytest.mark.parametrize(
    ("check", "name", "text", "message"),
    [
        (portable.no_machine_paths, "Makefile", "DATA := /ro" + "ot/data\n", "exists on one machine only"),
        (portable.no_machine_paths, "tests/x.py", "ROOT = '/wo" + "rk/main'\n", "exists on one machine only"),
        (portable.no_machine_paths, "deploy/a.md", "cd /tm" + "p\n", "exists on one machine only"),
        (portable.no_machine_paths, "README.md", "cd /Users/" + "ana/pulseboard\n", "exists on one machine only"),
        (portable.no_registry_hosts, "README.md", "See " + ADDRESS + "\n", "the machine's own setting"),
        (portable.no_registry_hosts, "pwa/npmrc", "regis" + "try=http://localhost\n", "the machine's own setting"),
        (portable.no_registry_hosts, "Makefile", "pip install --index" + "-url x\n", "the machine's own setting"),
        (portable.pinned_requirements, "requirements.txt", "django>=5\n", "is no name==version with hashes"),
        (portable.pinned_requirements, "requirements.txt", "django==5.2.19\n", "is no name==version with hashes"),
        (portable.pinned_requirements, "requirements.txt", "-r other.txt\n", "is no name==version with hashes"),
        (portable.pinned_requirements, "requirements-dev.txt", "    # from http://x\n", "is no name==version"),
        (portable.same_pins, "requirements.txt", PIN.replace("5.2.19", "5.2.20"), "is not in requirements-dev.txt"),
        (
            portable.same_pins,
            "requirements-telemetry.txt",
            PIN.replace("5.2.19", "5.2.20"),
            "is not in requirements-dev.txt",
        ),
        (
            portable.runtime_imports,
            "platform/server/telemetry/span_export.py",
            "import opentelemetry\n",
            "`opentelemetry` is not in requirements-telemetry.txt",
        ),
        (
            portable.optional_imports,
            "platform/server/telemetry/start.py",
            "from server.telemetry.span_export import SpanRecorder\n",
            "import it in a function",
        ),
        (
            portable.runtime_imports,
            "platform/mail/send.py",
            "import moto.server\n",
            "`moto` is not in requirements.txt",
        ),
        (portable.runtime_imports, "deploy/check.py", "from xdist import x\n", "`xdist` is not in requirements.txt"),
        (portable.one_command, ".ci/run", RUN + "npm audit\n", "it runs `make test` and nothing of its own"),
        (portable.one_command, ".ci/run", RUN.replace("make test", "pytest"), "it runs `make test`"),
    ],
)
def test_a_breach_is_caught(check: Check, name: str, text: str, message: str, tmp_path: Path) -> None:
    [breach] = check(plant(tmp_path, GOOD | {name: text}))
    assert breach.startswith(name)
    assert message in breach


@pytest.mark.parametrize("name", ["pwa/package-lock.json", "deploy/lighthouse/package-lock.json"])
def test_an_address_in_a_lock_file_is_caught(name: str, tmp_path: Path) -> None:
    packages = LOCK["packages"] | {"node_modules/react": {"version": "19.3.1", "resolved": ADDRESS}}
    [breach] = portable.hostless_lock(plant(tmp_path, GOOD | {name: json.dumps({"packages": packages})}))
    assert breach.startswith(name)
    assert "node_modules/react is `resolved` to an address" in breach
