"""The test push service, seen from Python: browsers that subscribe at it, and what it was given and has opened."""

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
    """One push that it has taken: to which browser, what it says, who has signed it, and with which headers."""

    to: str
    said: Json
    sender: Json | None
    headers: dict[str, str]
    size: int


class PushService:
    """Takes pushes unless it is told otherwise."""

    def __init__(self, url: str) -> None:
        self.url = url

    def subscribe(self) -> Json:
        """A new browser's `{endpoint, p256dh, auth}`."""
        return dict(httpx.post(f"{self.url}/subscriptions").json())

    def answers(self, *statuses: int) -> None:
        """What it answers next, in place of taking a push; 201 takes it."""
        httpx.post(f"{self.url}/orders", json=statuses)

    def taken(self) -> list[Push]:
        """What has come since the last look, in order."""
        return [Push(**one) for one in httpx.get(f"{self.url}/taken").json()]


@contextmanager
def running_push_service() -> Iterator[PushService]:
    """The process, ended at the end of its input."""
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
    """The service with nothing taken and no order; the server may speak to it."""
    settings.PUSH_PRIVATE = [LOCAL]
    running_pushes.answers()
    running_pushes.taken()
    return running_pushes
