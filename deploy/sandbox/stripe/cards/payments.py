"""Payment intents: one card payment, with its declines and its authentication."""

from collections.abc import Callable

from sandbox.stripe import lists
from sandbox.stripe.account import Account
from sandbox.stripe.cards import challenges, methods
from sandbox.stripe.cards.cards import Card, decline_error
from sandbox.stripe.cards.setups import NOT_AUTHENTICATED
from sandbox.stripe.errors import Json, StripeError, declined, invalid
from sandbox.stripe.ids import new_id
from sandbox.stripe.params import Params

OPEN = {"requires_payment_method", "requires_confirmation", "requires_action"}
CANCELED_BECAUSE = ("abandoned", "duplicate", "fraudulent", "requested_by_customer")
# Callbacks after a payment has succeeded or failed; invoices register here.
LISTENERS: list[Callable[[Account, Json], None]] = []


def create(account: Account, params: Params) -> Json:
    customer = params.text("customer") or None
    if customer is not None:
        account.customer(customer)
    amount = params.number("amount", low=50)
    if amount is None:
        raise invalid("Missing required param: amount.", param="amount", code="parameter_missing")
    types, allowed = (
        methods.kinds(params, "payment_method_types"),
        methods.kinds(params, "allowed_payment_method_types"),
    )
    automatic = params.inner("automatic_payment_methods")
    is_automatic = automatic.flag("enabled") if "automatic_payment_methods" in params else not types
    redirects = automatic.one_of("allow_redirects", "always", "never") or "always"
    intent = add(account, amount=amount, currency=params.need("currency").lower(), customer=customer)
    intent |= {"payment_method_types": types or ["card"], "allowed_payment_method_types": allowed or None}
    if is_automatic:
        intent["automatic_payment_methods"] = {"allow_redirects": redirects, "enabled": True}
    intent["setup_future_usage"] = params.one_of("setup_future_usage", "off_session", "on_session")
    params.put(intent, "description", "receipt_email")
    intent["metadata"] = params.metadata({})
    account.emit("payment_intent.created", intent)
    if params.flag("confirm"):
        return confirm(account, params, intent["id"])
    if name := params.text("payment_method"):
        intent |= {"payment_method": methods.resolve(account, name)["id"], "status": "requires_confirmation"}
    return intent


def add(account: Account, *, amount: int, currency: str, customer: str | None) -> Json:
    id = new_id("pi")
    return account.store.add(
        {
            "id": id,
            "object": "payment_intent",
            "amount": amount,
            "amount_capturable": 0,
            "amount_details": {"tip": {}},
            "amount_received": 0,
            "allowed_payment_method_types": None,
            "application": None,
            "application_fee_amount": None,
            "automatic_payment_methods": None,
            "canceled_at": None,
            "cancellation_reason": None,
            "capture_method": "automatic_async",
            "client_secret": f"{id}_secret_{new_id('', 25).removeprefix('_')}",
            "confirmation_method": "automatic",
            "created": account.now(),
            "currency": currency,
            "customer": customer,
            "customer_account": None,
            "description": None,
            "excluded_payment_method_types": None,
            "last_payment_error": None,
            "latest_charge": None,
            "livemode": False,
            "metadata": {},
            "next_action": None,
            "on_behalf_of": None,
            "payment_method": None,
            "payment_method_configuration_details": None,
            "payment_method_options": {
                "card": {
                    "installments": None,
                    "mandate_options": None,
                    "network": None,
                    "request_three_d_secure": "automatic",
                }
            },
            "payment_method_types": ["card"],
            "processing": None,
            "receipt_email": None,
            "review": None,
            "setup_future_usage": None,
            "shipping": None,
            "source": None,
            "statement_descriptor": None,
            "statement_descriptor_suffix": None,
            "status": "requires_payment_method",
            "transfer_data": None,
            "transfer_group": None,
            "_invoice": None,
        }
    )


def retrieve(account: Account, params: Params, id: str) -> Json:
    params.text("client_secret")
    return account.get("payment_intent", id)


def listed(account: Account, params: Params) -> Json:
    return lists.page(params, "/v1/payment_intents", account.store.all("payment_intent", params.text("customer")))


def cancel(account: Account, params: Params, id: str) -> Json:
    intent = account.get("payment_intent", id)
    if intent["status"] not in OPEN:
        raise _unexpected(intent)
    call_off(account, intent, params.one_of("cancellation_reason", *CANCELED_BECAUSE))
    return intent


def call_off(account: Account, intent: Json, reason: str | None) -> None:
    intent |= {"status": "canceled", "canceled_at": account.now(), "cancellation_reason": reason, "next_action": None}
    account.emit("payment_intent.canceled", intent)


def confirm(account: Account, params: Params, id: str) -> Json:
    """Confirm an intent. Raises `StripeError` and stores the attempt when the card is declined."""
    intent = account.get("payment_intent", id)
    params.inner("mandate_data")
    params.flag("use_stripe_sdk")
    back, off_session = params.text("return_url"), params.flag("off_session")
    if name := params.text("payment_method"):
        intent["payment_method"] = methods.resolve(account, name)["id"]
    elif "payment_method_data" in params:
        intent["payment_method"] = methods.create(account, params.inner("payment_method_data"))["id"]
    params.done()
    if intent["status"] not in OPEN:
        raise _unexpected(intent)
    if intent["payment_method"] is None:
        message = (
            "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the "
            "PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a "
            "payment method or ConfirmationToken."
        )
        raise invalid(message, code="payment_intent_unexpected_state")
    error = charge(account, intent, back=back, off_session=bool(off_session))
    if error is not None:
        raise StripeError(402, {**error, "payment_intent": dict(intent)}, is_committed=True)
    return intent


def charge(account: Account, intent: Json, *, back: str | None = None, off_session: bool) -> Json | None:
    """Try to pay; return the error when the card is declined, else None. Sets the intent's status."""
    method = account.get("payment_method", intent["payment_method"], param="payment_method")
    card = methods.card_of(method)
    intent["last_payment_error"] = None
    if method["customer"] not in {None, intent["customer"]}:
        raise invalid("The payment method you provided has already been attached to a customer.")
    needs_proof = _needs_proof(card, method)
    if card.decline_error is not None or (needs_proof and off_session):
        error = decline_error(card.decline_error or "authentication_required")
        _fail(account, intent, error)
        return error
    if needs_proof:
        intent |= {"status": "requires_action", "next_action": challenges.create(account, intent, back)}
        account.emit("payment_intent.requires_action", intent)
    else:
        _succeed(account, intent)
    return None


def authenticated(account: Account, intent: Json, *, is_proved: bool) -> None:
    """Apply the result of the challenge."""
    intent["next_action"] = None
    if is_proved:
        _succeed(account, intent)
        return
    error = declined(NOT_AUTHENTICATED, code="payment_intent_authentication_failure")
    _fail(account, intent, error | {"type": "invalid_request_error"})


def _needs_proof(card: Card, method: Json) -> bool:
    return card.authentication == "always" or (card.authentication == "unless set up" and not method["_is_set_up"])


def _succeed(account: Account, intent: Json) -> None:
    method = account.get("payment_method", intent["payment_method"])
    if intent["setup_future_usage"] is not None:
        method["_is_set_up"] = True
        if intent["customer"] is not None:
            methods.ensure_attached(account, method, intent["customer"])
    elif method["customer"] is None:
        method["_is_spent"] = True
    intent |= {"status": "succeeded", "amount_received": intent["amount"]}
    account.emit("payment_intent.succeeded", intent)
    _notify(account, intent)


def _fail(account: Account, intent: Json, error: Json) -> None:
    method = account.get("payment_method", intent["payment_method"])
    intent |= {
        "status": "requires_payment_method",
        "payment_method": None,
        "last_payment_error": {**error, "payment_method": dict(method)},
    }
    account.emit("payment_intent.payment_failed", intent)
    _notify(account, intent)


def _notify(account: Account, intent: Json) -> None:
    for notify in LISTENERS:
        notify(account, intent)


def _unexpected(intent: Json) -> StripeError:
    message = f"This PaymentIntent's status is {intent['status']}, so this cannot be done to it."
    return invalid(message, code="payment_intent_unexpected_state")
