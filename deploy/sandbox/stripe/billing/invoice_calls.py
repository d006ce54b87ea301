"""API calls on invoices."""

from sandbox.stripe import lists
from sandbox.stripe.account import Account
from sandbox.stripe.billing import invoice_shape, invoices, subscription_shape, subscriptions
from sandbox.stripe.cards import methods
from sandbox.stripe.errors import Json, StripeError, invalid
from sandbox.stripe.ids import new_id
from sandbox.stripe.params import Params

STATUSES = ("draft", "open", "paid", "uncollectible", "void")


def retrieve(account: Account, params: Params, id: str) -> Json:
    return account.get("invoice", id)


def listed(account: Account, params: Params) -> Json:
    status, subscription = params.one_of("status", *STATUSES), params.text("subscription")
    matches = [
        each
        for each in account.store.all("invoice", params.text("customer"))
        if status in {None, each["status"]} and subscription in {None, each["_subscription"]}
    ]
    return lists.page(params, "/v1/invoices", matches)


def pay(account: Account, params: Params, id: str) -> Json:
    """Pay an invoice. Raises `StripeError` and stores the attempt when the card is declined."""
    invoice = account.get("invoice", id)
    method, off_session = params.text("payment_method"), params.flag("off_session")
    params.done()
    if invoice["status"] == "draft":
        invoices.finalize(account, invoice)
    if invoice["status"] != "open":
        raise invalid(f"Invoice is already {invoice['status']}", code="invoice_not_editable")
    if method is not None:
        methods.attached_method(account, method, invoice["customer"], param="payment_method")
    else:
        method = subscriptions.method_of(account, account.get("subscription", invoice["_subscription"]))
    error = invoices.collect(account, invoice, method, off_session=off_session is not False)
    if error is not None:
        raise StripeError(402, error, is_committed=True)
    return invoice


def void(account: Account, params: Params, id: str) -> Json:
    invoice = account.get("invoice", id)
    invoices.void(account, invoice)
    return invoice


def write_off(account: Account, params: Params, id: str) -> Json:
    invoice = account.get("invoice", id)
    invoices.write_off(account, invoice)
    return invoice


def preview(account: Account, params: Params) -> Json:
    """Return the invoice of a subscription's next period without storing it."""
    subscription = account.get("subscription", params.need("subscription"), param="subscription")
    customer = params.text("customer") or subscription["customer"]
    if customer != subscription["customer"]:
        raise invalid("The subscription does not belong to the customer.", param="customer")
    end = subscription_shape.end_of(subscription)
    if subscription["status"] in subscriptions.ENDED or subscription["cancel_at_period_end"]:
        raise invalid("No upcoming invoices for customer: " + customer, code="invoice_upcoming_none", status=404)
    next_period = {**subscription, "items": {**subscription["items"]}}
    next_period["items"]["data"] = [
        {
            **item,
            "current_period_start": end,
            "current_period_end": subscription_shape.next_period_end(
                subscription["billing_cycle_anchor"], item["price"]["recurring"], end
            ),
        }
        for item in subscription["items"]["data"]
    ]
    invoice = invoice_shape.new_invoice(account, next_period, account.customer(customer), "upcoming", is_free=False)
    return invoice | {"id": new_id("upcoming_in"), "created": end, "next_payment_attempt": end + 3600}
