"""The sandbox's webhooks: signed, retried, stored over a restart, and delayed, copied, reordered or lost on request."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import stripe

from tests.support.fakes.sandbox import running_sandbox
from tests.support.fakes.stripe_sandbox import StripeSandbox
from tests.support.fakes.webhook_receiver import Receiver, receiving
from tests.support.servers.server import free_port

SITE = "http://localhost:8000"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[StripeSandbox, Receiver]]:
    with (
        receiving() as receiver,
        running_sandbox(tmp_path_factory.mktemp("sandbox"), SITE, free_port(), receiver.url) as sandbox,
    ):
        yield StripeSandbox(sandbox.url), receiver


@pytest.fixture
def sandbox(running: tuple[StripeSandbox, Receiver]) -> StripeSandbox:
    """An empty sandbox, and a receiver without requests."""
    sandbox, receiver = running
    sandbox.command("/reset", {})
    receiver.posts.clear()
    receiver.answers.clear()
    sandbox.command("/webhooks", {"retry_s": 0.01})
    return sandbox


@pytest.fixture
def receiver(running: tuple[StripeSandbox, Receiver]) -> Receiver:
    return running[1]


def create_customers(sandbox: StripeSandbox, *names: str) -> list[str]:
    """The events of new customers with these names, oldest first."""
    for name in names:
        sandbox.client().v1.customers.create({"name": name})
    return [each.id for each in reversed(sandbox.client().v1.events.list({"limit": len(names)}).data)]


def deliveries(sandbox: StripeSandbox) -> list[dict[str, Any]]:
    received: list[dict[str, Any]] = httpx.get(f"{sandbox.url}/sandbox/webhooks").json()["deliveries"]
    return received


def finished_deliveries(sandbox: StripeSandbox, receiver: Receiver) -> list[tuple[str, int]]:
    """The state and the number of attempts of every delivery, once none is waiting."""
    receiver.until(lambda: all(each["state"] != "waiting" for each in deliveries(sandbox)), "no delivery is waiting")
    return [(each["state"], each["tries"]) for each in deliveries(sandbox)]


def test_an_event_arrives_once_signed_and_complete(sandbox: StripeSandbox, receiver: Receiver) -> None:
    client = sandbox.client()
    customer = client.v1.customers.create({"name": "Maya"}, {"idempotency_key": "one"})
    assert finished_deliveries(sandbox, receiver) == [("delivered", 1)]
    [event] = receiver.events()
    assert (event.type, event.data.object["id"], event.api_version) == (
        "customer.created",
        customer.id,
        stripe.api_version,
    )
    assert event.request
    assert event.request.idempotency_key == "one"
    stored_event = client.v1.events.retrieve(event.id)
    assert (stored_event.pending_webhooks, stored_event.data.object["name"]) == (0, "Maya")
    body, signature = receiver.posts[0]
    for forged_body, forged in ((body + b" ", signature), (body, signature.replace("v1=", "v1=0"))):
        with pytest.raises(stripe.SignatureVerificationError):
            stripe.Webhook.construct_event(forged_body, forged, "whsec_sandbox")


def test_an_update_event_has_the_previous_values(sandbox: StripeSandbox, receiver: Receiver) -> None:
    client = sandbox.client()
    customer = client.v1.customers.create({"name": "Maya", "metadata": {"a": "1", "b": "2"}})
    client.v1.customers.update(customer.id, {"name": "Maya Chen", "metadata": {"a": "3"}})
    client.v1.customers.update(customer.id, {"name": "Maya Chen"})
    assert finished_deliveries(sandbox, receiver) == [("delivered", 1)] * 2
    assert receiver.events()[1].data.to_dict()["previous_attributes"] == {"name": "Maya", "metadata": {"a": "1"}}


def test_a_failed_delivery_is_retried(sandbox: StripeSandbox, receiver: Receiver) -> None:
    receiver.answers[:] = [500, 302]
    [event] = create_customers(sandbox, "Maya")
    assert finished_deliveries(sandbox, receiver) == [("delivered", 3)]
    assert [each.id for each in receiver.events()] == [event] * 3


def test_copied_and_repeated_events_arrive_again(sandbox: StripeSandbox, receiver: Receiver) -> None:
    sandbox.command("/webhooks", {"copies": 2})
    [event] = create_customers(sandbox, "Maya")
    assert finished_deliveries(sandbox, receiver) == [("delivered", 1)] * 2
    sandbox.command("/webhooks/send", {"event": event})
    assert finished_deliveries(sandbox, receiver) == [("delivered", 1)] * 3
    assert [each.id for each in receiver.events()] == [event] * 3


def test_dropped_events_never_arrive(sandbox: StripeSandbox, receiver: Receiver) -> None:
    sandbox.command("/webhooks", {"drop": ["customer.created"]})
    create_customers(sandbox, "Maya")
    client = sandbox.client()
    client.v1.products.create({"name": "Pulseboard"})
    assert finished_deliveries(sandbox, receiver) == [("dropped", 0), ("delivered", 1)]
    assert [each.type for each in receiver.events()] == ["product.created"]


def test_held_events_are_released_in_any_order(sandbox: StripeSandbox, receiver: Receiver) -> None:
    sandbox.command("/webhooks", {"hold": True})
    first, second, third = create_customers(sandbox, "Ann", "Ben", "Cy")
    assert finished_deliveries(sandbox, receiver) == [("held", 0)] * 3
    assert receiver.posts == []
    sandbox.command("/webhooks/release", {"order": [third, first]})
    finished_deliveries(sandbox, receiver)
    assert [each.id for each in receiver.events()] == [third, first, second]


def test_delayed_events_arrive_late(sandbox: StripeSandbox, receiver: Receiver) -> None:
    sandbox.command("/webhooks", {"delay_s": 0.2})
    started_at = time.monotonic()
    create_customers(sandbox, "Maya")
    receiver.until(lambda: len(receiver.posts) == 1, "the event arrives")
    assert time.monotonic() - started_at >= 0.2


def test_an_unknown_fault_is_rejected(sandbox: StripeSandbox) -> None:
    assert httpx.post(f"{sandbox.url}/sandbox/webhooks", json={"explode": True}).status_code == 400


def test_a_restart_loses_no_events(tmp_path: Path) -> None:
    port = free_port()
    with receiving() as receiver:
        with running_sandbox(tmp_path, SITE, port, receiver.url) as running:
            sandbox = StripeSandbox(running.url)
            sandbox.command("/webhooks", {"hold": True})
            [event] = create_customers(sandbox, "Maya")
            [customer] = sandbox.client().v1.customers.list().data
            moved = sandbox.move_clock(days=3)
        with running_sandbox(tmp_path, SITE, port, receiver.url) as running:
            sandbox = StripeSandbox(running.url)
            assert sandbox.client().v1.customers.retrieve(customer.id).name == "Maya"
            assert httpx.get(f"{sandbox.url}/sandbox/clock").json()["now"] >= moved
            sandbox.command("/webhooks/release", {})
            assert finished_deliveries(sandbox, receiver) == [("delivered", 1)]
            assert [each.id for each in receiver.events()] == [event]
