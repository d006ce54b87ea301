"""Invoices: the charge for a period of a subscription, and its payment."""

from collections.abc import Callable

from sandbox.stripe import lists
from sandbox.stripe.billing import invoice_shape
from sandbox.stripe.cards import payments
from sandbox.stripe.errors import Json, invalid
from sandbox.stripe.world import World

# Callbacks after an invoice is paid or its payment has failed; subscriptions register here.
LISTENERS: list[Callable[[World, Json], None]] = []
NO_CARD = (
    "Cannot charge customer with no active card: this customer has no attached payment source or default payment "
    "method. Please consider adding a default payment method."
)


def draft(world: World, subscription: Json, reason: str, *, is_free: bool = False) -> Json:
    """Create the invoice of the current period, or a free one for a trial; it becomes the latest invoice."""
    customer = world.customer(subscription["customer"])
    invoice = world.store.add(invoice_shape.new_invoice(world, subscription, customer, reason, is_free=is_free))
    subscription["latest_invoice"] = invoice["id"]
    world.emit("invoice.created", invoice)
    return invoice


def finalize(world: World, invoice: Json) -> None:
    """Finalize a draft: it becomes due, or paid if its total is 0."""
    customer = world.customer(invoice["customer"])
    number = customer["next_invoice_sequence"]
    customer["next_invoice_sequence"] = number + 1
    invoice |= {
        "status": "open",
        "number": f"{customer['invoice_prefix']}-{number:04}",
        "automatically_finalizes_at": None,
        "next_payment_attempt": None,
        "effective_at": world.now(),
        "ending_balance": 0,
        "hosted_invoice_url": f"{world.address}/i/{invoice['id']}",
        "invoice_pdf": f"{world.address}/i/{invoice['id']}/pdf",
    }
    invoice["status_transitions"]["finalized_at"] = world.now()
    if invoice["amount_due"]:
        intent = payments.add(
            world, amount=invoice["amount_due"], currency=invoice["currency"], customer=invoice["customer"]
        )
        intent |= {"_invoice": invoice["id"], "setup_future_usage": "off_session", "description": "Subscription"}
        world.store.add(invoice_shape.payment(world, invoice, intent))
        invoice["_payment_intent"] = intent["id"]
    world.emit("invoice.finalized", invoice)
    if not invoice["amount_due"]:
        _pay(world, invoice)


def collect(
    world: World, invoice: Json, method: str | None, *, off_session: bool, back: str | None = None
) -> Json | None:
    """Try to pay an open invoice; return the error, or None if it is paid."""
    intent = world.get("payment_intent", invoice["_payment_intent"])
    if method is None:
        _fail(world, invoice)
        return {"code": "invoice_no_payment_method_types", "message": NO_CARD, "type": "invalid_request_error"}
    intent["payment_method"] = method
    error = payments.charge(world, intent, back=back, off_session=off_session)
    if intent["status"] == "requires_action":
        world.emit("invoice.payment_action_required", invoice)
    return error


def void(world: World, invoice: Json) -> None:
    """Void an invoice."""
    if invoice["status"] not in {"open", "uncollectible"}:
        message = f"You can only pass in open or uncollectible invoices. This invoice is {invoice['status']}."
        raise invalid(message)
    _give_up_payment(world, invoice, "void_invoice")
    invoice |= {"status": "void", "next_payment_attempt": None, "auto_advance": False}
    invoice["status_transitions"]["voided_at"] = world.now()
    world.emit("invoice.voided", invoice)


def write_off(world: World, invoice: Json) -> None:
    """Mark an invoice as uncollectible."""
    invoice |= {"status": "uncollectible", "next_payment_attempt": None, "auto_advance": False}
    invoice["status_transitions"]["marked_uncollectible_at"] = world.now()
    world.emit("invoice.marked_uncollectible", invoice)


def _settled(world: World, intent: Json) -> None:
    invoice = world.store.find(intent["_invoice"] or "", "invoice")
    if invoice is None or invoice["status"] not in {"open", "uncollectible"}:
        return
    if intent["status"] == "succeeded":
        _pay(world, invoice)
    else:
        _fail(world, invoice)


def _pay(world: World, invoice: Json) -> None:
    now = world.now()
    for payment in _payments_of(world, invoice):
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
    world.emit("invoice.paid", invoice)
    world.emit("invoice.payment_succeeded", invoice)
    _notify(world, invoice)


def _fail(world: World, invoice: Json) -> None:
    invoice |= {"attempted": True, "attempt_count": invoice["attempt_count"] + 1, "next_payment_attempt": None}
    _notify(world, invoice)
    world.emit("invoice.payment_failed", invoice)


def _notify(world: World, invoice: Json) -> None:
    for notify in LISTENERS:
        notify(world, invoice)


def _give_up_payment(world: World, invoice: Json, reason: str) -> None:
    for payment in _payments_of(world, invoice):
        payment["status"] = "canceled"
        payment["status_transitions"]["canceled_at"] = world.now()
    intent = world.store.find(invoice["_payment_intent"] or "")
    if intent is not None and intent["status"] in payments.OPEN:
        payments.call_off(world, intent, reason)


def _payments_of(world: World, invoice: Json) -> list[Json]:
    return [each for each in world.store.all("invoice_payment") if each["invoice"] == invoice["id"]]


@lists.included("invoice", "payments")
def _payments(world: World, invoice: Json) -> Json:
    return lists.embedded("/v1/invoice_payments", _payments_of(world, invoice))


@lists.included("invoice", "confirmation_secret")
def _confirmation_secret(world: World, invoice: Json) -> Json | None:
    intent = world.store.find(invoice["_payment_intent"] or "")
    return None if intent is None else {"client_secret": intent["client_secret"], "type": "payment_intent"}


payments.LISTENERS.append(_settled)
