"""Time-driven changes: trial warnings, renewals, retries and endings, each at its own time and in order."""

import time
from collections.abc import Callable, Iterator
from threading import Thread

from sandbox.stripe.account import Account
from sandbox.stripe.billing import checkout, invoices, subscription_shape, subscriptions
from sandbox.stripe.errors import Json

FIRST_PAYMENT_WITHIN_S = 23 * 3600
POLL_INTERVAL_S = 1.0

Due = tuple[int, Callable[[Account, Json], None], Json]


def move(account: Account, to: int) -> None:
    """Move the clock to `to` (Unix seconds) and run everything that falls due until then."""
    with account.store.change():
        _catch_up(account, to)
        account.store.set_value("clock", {"ahead_s": to - int(time.time())})


def start(account: Account) -> None:
    """Start a thread that runs due changes until the process ends."""

    def run() -> None:
        while True:
            with account.store.change():
                _catch_up(account, account.now())
            time.sleep(POLL_INTERVAL_S)

    Thread(target=run, daemon=True).start()


def _catch_up(account: Account, to: int) -> None:
    try:
        while due := min(_pending(account, to), key=lambda each: each[0], default=None):
            replay_time, action, document = due
            account.replay_time = replay_time
            action(account, document)
    finally:
        account.replay_time = None


def _pending(account: Account, to: int) -> Iterator[Due]:
    for session in account.store.all("checkout.session"):
        if session["status"] == "open" and session["expires_at"] <= to:
            yield session["expires_at"], checkout.lapse, session
    for subscription in account.store.all("subscription"):
        if subscription["status"] not in subscriptions.ENDED:
            yield from (due for due in _of_subscription(subscription) if due[0] <= to)
    for invoice in account.store.all("invoice"):
        if invoice["auto_advance"] and invoice["status"] in {"draft", "open"}:
            yield from (due for due in _of_invoice(invoice) if due[0] <= to)


def _of_subscription(subscription: Json) -> Iterator[Due]:
    status = subscription["status"]
    if subscription["cancel_at"] is not None:  # first, because an ending subscription is not billed again
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


def _end(account: Account, subscription: Json) -> None:
    subscriptions.end(account, subscription, reason="cancellation_requested")


def _finalize(account: Account, invoice: Json) -> None:
    invoices.finalize(account, invoice)
    if invoice["status"] == "open":
        _collect(account, invoice)


def _collect(account: Account, invoice: Json) -> None:
    subscription = account.get("subscription", invoice["_subscription"])
    invoices.collect(account, invoice, subscriptions.method_of(account, subscription), off_session=True)
