"""The sandbox, started as the server starts it, with helpers for users who sign in at its Google."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from django.conf import settings

from accounts.providers import oidc
from tests.support.servers.server import ROOT, free_port

START_S = 20
STRIPE_KEYS = {
    "STRIPE_SECRET_KEY": "sk_test_sandbox",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_sandbox",
    "STRIPE_WEBHOOK_SECRET": "whsec_sandbox",
}
VIDEO_ACCOUNT = "cloudinary://123456789012345:a-secret-of-the-sandbox@played"
FIELDS = (
    *("client_id", "redirect_uri", "state", "nonce", "scope"),
    *("code_challenge", "code_challenge_method", "access_type"),
)


@dataclass(frozen=True)
class Sandbox:
    """A running sandbox; its text messages are files in `folder`."""

    url: str
    folder: Path

    def allow(self, address: str, email: str = "ada@example.com", *, verified: bool = True, name: str = "Ada") -> str:
        """Consent at the authorization URL `address`; returns the URL that the browser is redirected to."""
        return self._decide(address, {"decision": "allow", "email": email, "name": name} | _checked(verified))

    def deny(self, address: str) -> str:
        return self._decide(address, {"decision": "deny"})

    def allow_sign_in_alone(self, address: str, email: str) -> str:
        """Consent to the sign-in and to none of the optional scopes; returns the redirect URL."""
        return self._decide(address, {"decision": "allow", "email": email, "verified": "yes", "allowed": "yes"})

    def order(self, order: str, **fields: str) -> None:
        """Give Google one of the orders in deploy/sandbox/README.md."""
        reply = httpx.post(f"{self.url}/sandbox/google", data={"order": order, **fields})
        assert reply.status_code == 200, reply.text

    def first_token_times(self) -> list[float]:
        """The time of each model response's first token, by the machine's monotonic clock."""
        return list(httpx.get(f"{self.url}/sandbox/model").json()["first_token_times"])

    def calls(self) -> dict[str, int]:
        """The number of calls to Google since the last `reset`, by kind."""
        return dict(httpx.get(f"{self.url}/sandbox/google").json()["calls"])

    def texts(self) -> list[str]:
        """The text messages, oldest first."""
        return [path.read_text() for path in sorted((self.folder / "sms").glob("*.txt"))]

    def _decide(self, address: str, fields: dict[str, str]) -> str:
        query = query_of(address)
        form = {name: query.get(name, "") for name in FIELDS} | fields
        reply = httpx.post(address.partition("?")[0], data=form)
        assert reply.status_code == 302, reply.text
        return str(reply.headers["Location"])


def query_of(address: str) -> dict[str, str]:
    """The query parameters of a URL."""
    return {name: text for name, [text] in parse_qs(urlsplit(address).query).items()}


def path_of(address: str) -> str:
    """The part of a URL after `/auth/v1`, because the base URL of the tests' HTTP client has the rest."""
    return address.partition("/auth/v1")[2]


def _checked(verified: bool) -> dict[str, str]:
    return {"verified": "yes"} if verified else {}


@contextmanager
def running_sandbox(folder: Path, site: str, port: int, hook: str = "") -> Iterator[Sandbox]:
    """A running sandbox of a product at `site`; its Stripe sends events to the webhook URL `hook`."""
    command = [sys.executable, "-m", "sandbox", "--port", str(port), "--data", str(folder), "--site", site]
    command += ["--hook", hook]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "deploy"), **STRIPE_KEYS, "CLOUDINARY_URL": VIDEO_ACCOUNT}
    child = subprocess.Popen(command, stdin=subprocess.PIPE, env=env)
    assert child.stdin is not None
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(child, url)
        yield Sandbox(url, folder)
    finally:
        child.stdin.close()
        child.wait(START_S)


@pytest.fixture(scope="session")
def running_fake_providers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    with running_sandbox(tmp_path_factory.mktemp("sandbox"), settings.SITE_URL, free_port()) as running:
        yield running


@pytest.fixture
def fake_providers(running_fake_providers: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """The sandbox, with the product configured to use it as Google."""
    for name in ("GOOGLE_ISSUER", "GOOGLE_DATA_API", "GOOGLE_ADMIN_API"):
        monkeypatch.setattr(settings, name, running_fake_providers.url)
    monkeypatch.setattr(settings, "GOOGLE_CLIENT_ID", "sandbox")
    monkeypatch.setattr(settings, "GOOGLE_CLIENT_SECRET", "sandbox")
    monkeypatch.setattr(oidc, "_discovered", {})
    for text in (running_fake_providers.folder / "sms").glob("*.txt"):
        text.unlink()
    return running_fake_providers


def _wait(child: "subprocess.Popen[bytes]", url: str) -> None:
    end = time.monotonic() + START_S
    while time.monotonic() < end and child.poll() is None:
        try:
            httpx.get(f"{url}/.well-known/openid-configuration")
            return
        except httpx.TransportError:
            time.sleep(0.02)
    raise RuntimeError("the sandbox did not start")


def listens(port: int) -> bool:
    """Whether a process on this machine listens on the port."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def wait_for_port(port: int, expected: bool) -> bool:
    """Wait until a process listens on the port, or until none does; returns whether that happened within 20 s."""
    end = time.monotonic() + START_S
    while listens(port) != expected and time.monotonic() < end:
        time.sleep(0.02)
    return listens(port) == expected
