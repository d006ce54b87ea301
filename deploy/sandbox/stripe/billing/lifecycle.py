"""Time-driven changes: trial warnings, renewals, retries and endings, each at its own time and in order."""

import time
from collections.abc import Callable, Iterator
from threading import Thread

from sandbox.stripe.billing import checkout, invoices, subscription_shape, subscriptions
from sandbox.stripe.errors import Json
from sandbox.stripe.world import World

FIRST_PAYMENT_WITHIN_S = 23 * 3600
POLL_INTERVAL_S = 1.0

Due = tuple[int, Callable[[World, Json], None], Json]


def move(world: World, to: int) -> None:
    """Move the clock to `to` (Unix seconds) and run everything that falls due until then."""
    with world.store.change():
        _catch_up(world, to)
        world.store.set_value("clock", {"ahead_s": to - int(time.time())})


def keep_up(world: World) -> None:
    """Start a thread that runs due changes until the process ends."""

    def run() -> None:
        while True:
            with world.store.change():
                _catch_up(world, world.now())
            time.sleep(POLL_INTERVAL_S)

    Thread(target=run, daemon=True).start()


def _catch_up(world: World, to: int) -> None:
    try:
        while due := min(_pending(world, to), key=lambda each: each[0], default=None):
            replay_time, action, document = due
            world.replay_time = replay_time
            action(world, document)
    finally:
        world.replay_time = None


def _pending(world: World, to: int) -> Iterator[Due]:
    for session in world.store.all("checkout.session"):
        if session["status"] == "open" and session["expires_at"] <= to:
            yield session["expires_at"], checkout.lapse, session
    for subscription in world.store.all("subscription"):
        if subscription["status"] not in subscriptions.ENDED:
            yield from (due for due in _of_subscription(subscription) if due[0] <= to)
    for invoice in world.store.all("invoice"):
        if invoice["auto_advance"] and invoice["status"] in {"draft", "open"}:
            yield from (due for due in _of_invoice(invoice) if due[0] <= to)


def _of_subscription(subscription: Json) -> Iterator[Due]:
    status = subscription["status"]
    if subscription["cancel_at"] is not None:  # first, because an ending one is not billed again
        yield subscription["cancel_at"], _end, subscription
    if status == "trialing" and not subscription["_is_warned"]:
        yield subscription["trial_end"] - subscriptions.WARNED_BEFORE_S, subscriptions.warn, subscription
    if status == "incomplete":
        yield subscription["created"] + FIRST_PAYMENT_WITHIN_S, subscriptions.expire, subscription
    elif status != "paused":
        yield subscription_shape.end_of(subscription), subscriptions.renew, subscription


def _of_invoice(invoice: Json) -> Iterator[Due]:
    if invoice["status"] == "draft" and invoice["automatically_finalizes_at"] is not None:
        yield invoice["automatically_finalizes_at"], _finalize, invoice
    elif invoice["status"] == "open" and invoice["next_payment_attempt"] is not None:
        yield invoice["next_payment_attempt"], _collect, invoice


def _end(world: World, subscription: Json) -> None:
    subscriptions.end(world, subscription, reason="cancellation_requested")


def _finalize(world: World, invoice: Json) -> None:
    invoices.finalize(world, invoice)
    if invoice["status"] == "open":
        _collect(world, invoice)


def _collect(world: World, invoice: Json) -> None:
    subscription = world.get("subscription", invoice["_subscription"])
    invoices.collect(world, invoice, subscriptions.method_of(world, subscription), off_session=True)
