"""Other client versions at a real server: a frozen earlier client, today's client on its store, and a later client."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.servers.crash_harness import CrashingServer, Json, Place, copied
from tests.support.servers.server import ROOT, free_port

PWA, FROZEN = ROOT / "pwa", ROOT / "tests/frozen"
NODE = [str(ROOT / ".venv/bin/node"), "--import", str(FROZEN / "from_pwa.mjs")]
FORMER_CLIENT = FROZEN / "client-2026.11.1.mjs"
BUILD, LATER_BUILD = "2026.11.1", "2099.1.1"
TIMEOUT_S = 120


@pytest.fixture(scope="module")
def current_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Today's client, bundled as the frozen one was."""
    file = tmp_path_factory.mktemp("client") / "today.mjs"
    subprocess.run([*NODE, str(FROZEN / "freeze.mjs"), str(file), "whole"], cwd=PWA, check=True, timeout=TIMEOUT_S)
    return file


@pytest.fixture(scope="module")
def place(furnished: Place, tmp_path_factory: pytest.TempPathFactory) -> Place:
    return copied(furnished, tmp_path_factory.mktemp("versions"))


@pytest.fixture(scope="module")
def server(place: Place) -> Iterator[CrashingServer]:
    with place.served() as server:
        yield server


class Device:
    """Maya's device, without a browser."""

    def __init__(self, place: Place, server: CrashingServer) -> None:
        self._place, self._server = place, server

    def step(self, client: Path, *messages: str, build: str = BUILD, **options: Any) -> Json:
        bodies = [self._place.message(content) for content in messages]
        return {"base": self._server.url, "client": str(client), "build": build, "messages": bodies} | options

    def run(self, *steps: Json) -> list[Json]:
        """Run the steps; returns what the device holds after each."""
        maya = self._place.accounts["maya"]
        request = json.dumps({"user": maya.user_id, "token": maya.token, "steps": steps})
        command = [*NODE, str(FROZEN / "device.mjs"), request]
        done = subprocess.run(command, cwd=PWA, check=False, capture_output=True, text=True, timeout=TIMEOUT_S)
        assert done.returncode == 0, done.stderr
        states: list[Json] = json.loads(done.stdout.splitlines()[-1])
        return states


@pytest.fixture
def device(place: Place, server: CrashingServer) -> Device:
    return Device(place, server)


def test_a_client_of_an_earlier_version_converges(place: Place, device: Device) -> None:
    """The client gets every stored message, and each message that it sends is stored once."""
    stored = place.contents()[0]
    [state] = device.run(device.step(FORMER_CLIENT, "an old one", "and again", until=len(stored) + 2))
    everything = [*stored, "an old one", "and again"]
    assert (state["link"], state["unsent"], state["messages"]) == ("live", 0, everything)
    assert place.contents() == (everything, everything)


def test_unsent_work_of_an_earlier_version_is_sent_by_this_one(
    place: Place, device: Device, current_client: Path
) -> None:
    """The former client queues messages offline. Today's opens its store and sends each of them once."""
    stored, unreachable = place.contents()[0], f"http://localhost:{free_port()}"
    waiting, upgraded = device.run(
        device.step(FORMER_CLIENT, "kept", "kept too", until="offline", base=unreachable),
        device.step(current_client, "of today", until=len(stored) + 3),
    )
    assert (waiting["unsent"], waiting["messages"]) == (2, [])
    everything = [*stored, "kept", "kept too", "of today"]
    assert (upgraded["unsent"], upgraded["messages"]) == (0, everything)
    assert upgraded["version"] > waiting["version"]
    assert place.contents() == (everything, everything)


def test_a_client_that_is_newer_than_the_server_converges(place: Place, device: Device, current_client: Path) -> None:
    """HE9: the server ignores the client's unknown extra fields."""
    stored = place.contents()[0]
    [state] = device.run(device.step(current_client, "a new one", until=len(stored) + 1, build=LATER_BUILD, more=True))
    assert (state["unsent"], state["messages"]) == (0, [*stored, "a new one"])


def test_he2_a_client_that_is_too_old_must_update(place: Place, device: Device) -> None:
    stored = place.contents()
    [state] = device.run(device.step(FORMER_CLIENT, build="2026.1.0", until="outdated"))
    assert (state["link"], state["messages"]) == ("outdated", [])
    assert place.contents() == stored
