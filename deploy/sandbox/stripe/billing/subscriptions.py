"""Subscriptions: their start, the effects of their invoices, and their end."""

from sandbox.stripe.account import DAY_S, Account
from sandbox.stripe.billing import invoices, subscription_shape
from sandbox.stripe.cards import setups
from sandbox.stripe.errors import Json

ENDED = {"canceled", "incomplete_expired"}
WARNED_BEFORE_S = 3 * DAY_S
RETRIED_AFTER_S = (3 * DAY_S, 5 * DAY_S, 7 * DAY_S)


def begin(account: Account, subscription: Json, *, is_deferred: bool, back: str | None = None) -> None:
    """Store a new subscription and bill its first period. With `is_deferred`, billing waits until the client confirms
    the payment. Does not raise when a card is declined: the subscription stays incomplete."""
    has_trial = subscription["trial_end"] is not None
    account.store.add(subscription)
    invoice = invoices.draft(account, subscription, "subscription_create", is_free=has_trial)
    if has_trial and method_of(account, subscription) is None:
        pending = setups.add(account, customer=subscription["customer"])
        subscription["pending_setup_intent"] = pending["id"]
    account.emit("customer.subscription.created", subscription)
    invoices.finalize(account, invoice)
    if invoice["status"] == "open" and not is_deferred:
        invoices.collect(account, invoice, method_of(account, subscription), off_session=False, back=back)
    warn(account, subscription)


def method_of(account: Account, subscription: Json) -> str | None:
    """Return the payment method to charge: the subscription's own, else its customer's."""
    if subscription["default_payment_method"] is not None:
        return str(subscription["default_payment_method"])
    default = account.customer(subscription["customer"])["invoice_settings"]["default_payment_method"]
    return None if default is None else str(default)


def warn(account: Account, subscription: Json) -> None:
    """Emit the trial warning once: three days before the trial ends, or at once if the trial is shorter."""
    if subscription["status"] != "trialing" or subscription["_is_warned"]:
        return
    if account.now() >= subscription["trial_end"] - WARNED_BEFORE_S:
        subscription["_is_warned"] = True
        account.emit("customer.subscription.trial_will_end", subscription)


def renew(account: Account, subscription: Json) -> None:
    """Begin the next period and draft its invoice, or end a subscription whose end is planned."""
    if subscription["cancel_at_period_end"]:
        end(account, subscription, reason="cancellation_requested")
        return
    is_trial_over = subscription["status"] == "trialing"
    if is_trial_over and method_of(account, subscription) is None:
        match subscription["trial_settings"]["end_behavior"]["missing_payment_method"]:
            case "cancel":
                end(account, subscription, reason=None)
                return
            case "pause":
                pause(account, subscription)
                return
    with account.updating(subscription, "customer.subscription.updated"):
        _next_period(subscription, subscription_shape.end_of(subscription))
        if is_trial_over:
            subscription["status"] = "active"
        invoice = invoices.draft(account, subscription, "subscription_cycle")
        if subscription["status"] == "unpaid":
            invoice |= {"auto_advance": False, "automatically_finalizes_at": None, "next_payment_attempt": None}


def pause(account: Account, subscription: Json) -> None:
    with account.updating(subscription, "customer.subscription.updated"):
        subscription["status"] = "paused"
    account.emit("customer.subscription.paused", subscription)


def resume(account: Account, subscription: Json) -> None:
    """Resume a paused subscription: begin a new period now and charge for it."""
    bill_from_now(account, subscription)
    account.emit("customer.subscription.resumed", subscription)


def bill_from_now(account: Account, subscription: Json) -> None:
    """End a trial or a pause: begin and charge the next period now."""
    now = account.now()
    with account.updating(subscription, "customer.subscription.updated"):
        subscription |= {"status": "active", "billing_cycle_anchor": now}
        if subscription["trial_end"] is not None:
            subscription["trial_end"] = min(subscription["trial_end"], now)
        _next_period(subscription, now)
        invoice = invoices.draft(account, subscription, "subscription_update")
    invoices.finalize(account, invoice)
    if invoice["status"] == "open":
        invoices.collect(account, invoice, method_of(account, subscription), off_session=True)


def end(account: Account, subscription: Json, *, reason: str | None) -> None:
    """End a subscription. Nothing more is billed; open invoices stay as they are."""
    now = account.now()
    subscription |= {"status": "canceled", "ended_at": now, "canceled_at": subscription["canceled_at"] or now}
    subscription["cancellation_details"]["reason"] = reason
    for invoice in account.store.all("invoice", subscription["customer"]):
        if invoice["_subscription"] == subscription["id"] and invoice["status"] in {"draft", "open"}:
            invoice |= {"auto_advance": False, "automatically_finalizes_at": None, "next_payment_attempt": None}
    account.emit("customer.subscription.deleted", subscription)


def expire(account: Account, subscription: Json) -> None:
    """Expire a subscription whose first invoice was not paid in time."""
    with account.updating(subscription, "customer.subscription.updated"):
        subscription |= {"status": "incomplete_expired", "ended_at": account.now()}
    invoice = account.get("invoice", subscription["latest_invoice"])
    if invoice["status"] == "open":
        invoices.void(account, invoice)


def _next_period(subscription: Json, start: int) -> None:
    for item in subscription["items"]["data"]:
        item["current_period_start"] = start
        item["current_period_end"] = subscription_shape.next_period_end(
            subscription["billing_cycle_anchor"], item["price"]["recurring"], start
        )


def _after_invoice(account: Account, invoice: Json) -> None:
    """Update a subscription after its invoice was paid or has failed."""
    subscription = account.store.find(invoice["_subscription"], "subscription")
    if subscription is None or subscription["status"] in ENDED or subscription["latest_invoice"] != invoice["id"]:
        return
    with account.updating(subscription, "customer.subscription.updated"):
        if invoice["status"] == "paid" and subscription["status"] in {"incomplete", "past_due", "unpaid"}:
            subscription["status"] = "active"
        if invoice["status"] == "open" and subscription["status"] == "active":
            subscription["status"] = "past_due"
    if invoice["status"] == "open" and subscription["status"] == "past_due":
        _retry(account, subscription, invoice)


def _retry(account: Account, subscription: Json, invoice: Json) -> None:
    """Schedule the next attempt. After the last one apply the account's settings."""
    tried = invoice["attempt_count"]
    if tried <= len(RETRIED_AFTER_S):
        invoice["next_payment_attempt"] = account.now() + RETRIED_AFTER_S[tried - 1]
        return
    match account.settings()["after_retries"]:
        case "cancel":
            end(account, subscription, reason="payment_failed")
        case "unpaid":
            with account.updating(subscription, "customer.subscription.updated"):
                subscription["status"] = "unpaid"


invoices.LISTENERS.append(_after_invoice)
