"""The Python side of the fake push service: subscriptions of browsers, and the pushes it received and decrypted."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest
from pytest_django import Settings

NODE = Path(sys.executable).with_name("node")
PROGRAM = Path(__file__).with_suffix(".mjs")
LOCAL = ip_network("127.0.0.0/8")
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Push:
    """One push that the service accepted: the browser, the decrypted content, the signed claims and the headers."""

    to: str
    data: Json
    sender: Json | None
    headers: dict[str, str]
    size: int


class PushService:
    """The fake push service; it accepts pushes unless `answers` sets another status."""

    def __init__(self, url: str) -> None:
        self.url = url

    def subscribe(self) -> Json:
        """The `{endpoint, p256dh, auth}` of a new browser."""
        return dict(httpx.post(f"{self.url}/subscriptions").json())

    def answers(self, *statuses: int) -> None:
        """Set the statuses of the next responses; 201 accepts the push."""
        httpx.post(f"{self.url}/orders", json=statuses)

    def taken(self) -> list[Push]:
        """The pushes accepted since the last call, in order."""
        return [Push(**one) for one in httpx.get(f"{self.url}/taken").json()]


@contextmanager
def running_push_service() -> Iterator[PushService]:
    """The service's process, which ends when its standard input is closed."""
    command = [str(NODE), str(PROGRAM)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield PushService(process.stdout.readline().strip())


@pytest.fixture(scope="session")
def running_pushes() -> Iterator[PushService]:
    with running_push_service() as running:
        yield running


@pytest.fixture
def pushes(running_pushes: PushService, settings: Settings) -> PushService:
    """The push service, with no pushes and no set statuses; the product may send to its local address."""
    settings.PUSH_PRIVATE = [LOCAL]
    running_pushes.answers()
    running_pushes.taken()
    return running_pushes
