"""The sandbox of DEMO=1 starts and stops with the server, listens on this machine only, and names itself a sandbox."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import stripe

from environment.stripe_account import StripeAccount, with_sandbox_keys
from tests.support.fakes.sandbox import listens, wait_for_port
from tests.support.servers.server import Server, free_port

WITHIN_S = 20


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[tuple[Server, int]]:
    """A server whose demo has one client, and the port of its sandbox."""
    port = free_port()
    settings = {"DJANGO_SETTINGS_MODULE": "tests.support.servers.settings.small_demo"}
    server = Server(tmp_path, DEMO="1", SANDBOX_PORT=str(port), **settings)
    server.start()
    yield server, port
    server.stop()


def test_the_sandbox_serves_only_this_machine_until_the_server_ends(demo: tuple[Server, int]) -> None:
    server, port = demo
    assert wait_for_port(port, True)
    assert_only_this_machine_is_served(port)
    assert_google_is_named_a_sandbox(server, port)
    assert_stripe_sends_its_events(server, port)
    assert_ctrl_c_does_not_reach_the_sandbox(server)
    server.stop()
    assert wait_for_port(port, False)
    server.start()
    assert wait_for_port(port, True)
    server.kill()
    assert wait_for_port(port, False)


def assert_only_this_machine_is_served(port: int) -> None:
    listening = [line.split()[1] for line in Path("/proc/net/tcp").read_text().splitlines()[1:] if " 0A " in line]
    assert [address for address in listening if address.endswith(f":{port:04X}")] == [f"0100007F:{port:04X}"]


def assert_google_is_named_a_sandbox(server: Server, port: int) -> None:
    redirect = httpx.get(f"{server.url}/auth/v1/authorize?provider=google")
    assert redirect.status_code == 302
    page = httpx.get(redirect.headers["Location"])
    assert (page.status_code, "This is a sandbox, not the real Google." in page.text) == (200, True)
    assert page.headers["X-Frame-Options"] == "DENY"
    hostile_reply = httpx.get(
        f"http://127.0.0.1:{port}/o/oauth2/v2/auth?client_id=sandbox&redirect_uri=https://evil.example/"
    )
    assert (hostile_reply.status_code, "sandbox" in hostile_reply.text, "evil" in hostile_reply.text) == (
        400,
        True,
        False,
    )


def assert_stripe_sends_its_events(server: Server, port: int) -> None:
    """The fake of Stripe accepts only the product's keys, and the product accepts its events."""
    url = f"http://127.0.0.1:{port}"
    assert httpx.get(f"{url}/v1/customers").status_code == 401
    secret = (server.data_dir / "keys" / "django-secret").read_text()
    keys = with_sandbox_keys(StripeAccount(url, f"{url}/v3/", None, None, None), secret)
    client = stripe.StripeClient(keys.secret_key or "", base_addresses={"api": url}, max_network_retries=0)
    product = client.v1.products.create({"name": "Something else"})
    [event] = [each.id for each in client.v1.events.list().data if each.data.object["id"] == product.id]
    assert delivered(url, event)
    assert oct((server.data_dir / "sandbox").stat().st_mode & 0o777) == "0o700"


def assert_ctrl_c_does_not_reach_the_sandbox(server: Server) -> None:
    """A terminal sends the signal to the server's group of processes."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    [sandbox] = [int(pid) for pid in children if b"sandbox" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert os.getpgid(sandbox) == sandbox


def delivered(url: str, event: str) -> bool:
    """Whether the product accepts an event."""
    end = time.monotonic() + WITHIN_S
    while time.monotonic() < end:
        deliveries = httpx.get(f"{url}/sandbox/webhooks").json()["deliveries"]
        if {each["state"] for each in deliveries if each["event"] == event} == {"delivered"}:
            return True
    return False


@pytest.mark.thorough
def test_a_real_installation_has_no_sandbox(tmp_path: Path) -> None:
    port = free_port()
    server = Server(tmp_path, DEMO="0", SANDBOX_PORT=str(port))
    server.start()
    try:
        assert httpx.get(f"{server.url}/auth/v1/settings").json()["external"]["google"] is False
        assert not listens(port)
    finally:
        server.stop()
