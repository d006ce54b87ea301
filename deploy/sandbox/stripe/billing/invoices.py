"""Invoices: the charge for a period of a subscription, and its payment."""

from collections.abc import Callable

from sandbox.stripe import lists
from sandbox.stripe.account import Account
from sandbox.stripe.billing import invoice_shape
from sandbox.stripe.cards import payments
from sandbox.stripe.errors import Json, invalid

# Callbacks after an invoice is paid or its payment has failed; subscriptions register here.
LISTENERS: list[Callable[[Account, Json], None]] = []
NO_CARD = (
    "Cannot charge customer with no active card: this customer has no attached payment source or default payment "
    "method. Please consider adding a default payment method."
)


def draft(account: Account, subscription: Json, reason: str, *, is_free: bool = False) -> Json:
    """Create the invoice of the current period, or a free one for a trial; it becomes the latest invoice."""
    customer = account.customer(subscription["customer"])
    invoice = account.store.add(invoice_shape.new_invoice(account, subscription, customer, reason, is_free=is_free))
    subscription["latest_invoice"] = invoice["id"]
    account.emit("invoice.created", invoice)
    return invoice


def finalize(account: Account, invoice: Json) -> None:
    """Finalize a draft: it becomes due, or paid if its total is 0."""
    customer = account.customer(invoice["customer"])
    number = customer["next_invoice_sequence"]
    customer["next_invoice_sequence"] = number + 1
    invoice |= {
        "status": "open",
        "number": f"{customer['invoice_prefix']}-{number:04}",
        "automatically_finalizes_at": None,
        "next_payment_attempt": None,
        "effective_at": account.now(),
        "ending_balance": 0,
        "hosted_invoice_url": f"{account.address}/i/{invoice['id']}",
        "invoice_pdf": f"{account.address}/i/{invoice['id']}/pdf",
    }
    invoice["status_transitions"]["finalized_at"] = account.now()
    if invoice["amount_due"]:
        intent = payments.add(
            account, amount=invoice["amount_due"], currency=invoice["currency"], customer=invoice["customer"]
        )
        intent |= {"_invoice": invoice["id"], "setup_future_usage": "off_session", "description": "Subscription"}
        account.store.add(invoice_shape.payment(account, invoice, intent))
        invoice["_payment_intent"] = intent["id"]
    account.emit("invoice.finalized", invoice)
    if not invoice["amount_due"]:
        _pay(account, invoice)


def collect(
    account: Account, invoice: Json, method: str | None, *, off_session: bool, back: str | None = None
) -> Json | None:
    """Try to pay an open invoice; return the error, or None if it is paid."""
    intent = account.get("payment_intent", invoice["_payment_intent"])
    if method is None:
        _fail(account, invoice)
        return {"code": "invoice_no_payment_method_types", "message": NO_CARD, "type": "invalid_request_error"}
    intent["payment_method"] = method
    error = payments.charge(account, intent, back=back, off_session=off_session)
    if intent["status"] == "requires_action":
        account.emit("invoice.payment_action_required", invoice)
    return error


def void(account: Account, invoice: Json) -> None:
    """Void an invoice."""
    if invoice["status"] not in {"open", "uncollectible"}:
        message = f"You can only pass in open or uncollectible invoices. This invoice is {invoice['status']}."
        raise invalid(message)
    _give_up_payment(account, invoice, "void_invoice")
    invoice |= {"status": "void", "next_payment_attempt": None, "auto_advance": False}
    invoice["status_transitions"]["voided_at"] = account.now()
    account.emit("invoice.voided", invoice)


def write_off(account: Account, invoice: Json) -> None:
    """Mark an invoice as uncollectible."""
    invoice |= {"status": "uncollectible", "next_payment_attempt": None, "auto_advance": False}
    invoice["status_transitions"]["marked_uncollectible_at"] = account.now()
    account.emit("invoice.marked_uncollectible", invoice)


def _after_payment(account: Account, intent: Json) -> None:
    invoice = account.store.find(intent["_invoice"] or "", "invoice")
    if invoice is None or invoice["status"] not in {"open", "uncollectible"}:
        return
    if intent["status"] == "succeeded":
        _pay(account, invoice)
    else:
        _fail(account, invoice)


def _pay(account: Account, invoice: Json) -> None:
    now = account.now()
    for payment in _payments_of(account, invoice):
        payment |= {"status": "paid", "amount_paid": invoice["amount_due"]}
        payment["status_transitions"]["paid_at"] = now
    invoice |= {
        "status": "paid",
        "attempted": True,
        "attempt_count": invoice["attempt_count"] + int(invoice["amount_due"] > 0),
        "amount_paid": invoice["amount_due"],
        "amount_remaining": 0,
        "auto_advance": False,
        "next_payment_attempt": None,
    }
    invoice["status_transitions"]["paid_at"] = now
    account.emit("invoice.paid", invoice)
    account.emit("invoice.payment_succeeded", invoice)
    _notify(account, invoice)


def _fail(account: Account, invoice: Json) -> None:
    invoice |= {"attempted": True, "attempt_count": invoice["attempt_count"] + 1, "next_payment_attempt": None}
    _notify(account, invoice)
    account.emit("invoice.payment_failed", invoice)


def _notify(account: Account, invoice: Json) -> None:
    for notify in LISTENERS:
        notify(account, invoice)


def _give_up_payment(account: Account, invoice: Json, reason: str) -> None:
    for payment in _payments_of(account, invoice):
        payment["status"] = "canceled"
        payment["status_transitions"]["canceled_at"] = account.now()
    intent = account.store.find(invoice["_payment_intent"] or "")
    if intent is not None and intent["status"] in payments.OPEN:
        payments.call_off(account, intent, reason)


def _payments_of(account: Account, invoice: Json) -> list[Json]:
    return [each for each in account.store.all("invoice_payment") if each["invoice"] == invoice["id"]]


@lists.computed("invoice", "payments")
def _payments(account: Account, invoice: Json) -> Json:
    return lists.embedded("/v1/invoice_payments", _payments_of(account, invoice))


@lists.computed("invoice", "confirmation_secret")
def _confirmation_secret(account: Account, invoice: Json) -> Json | None:
    intent = account.store.find(invoice["_payment_intent"] or "")
    return None if intent is None else {"client_secret": intent["client_secret"], "type": "payment_intent"}


payments.LISTENERS.append(_after_payment)
