"""Setup intents: a card is checked, authenticated if its bank requires it, and saved for later payments."""

from collections.abc import Callable

from sandbox.stripe import lists
from sandbox.stripe.account import Account
from sandbox.stripe.cards import challenges, methods
from sandbox.stripe.cards.cards import decline_error
from sandbox.stripe.errors import Json, StripeError, declined, invalid
from sandbox.stripe.ids import new_id
from sandbox.stripe.params import Params

OPEN = {"requires_payment_method", "requires_confirmation", "requires_action"}
NOT_AUTHENTICATED = (
    "We are unable to authenticate your payment method. Please choose a different payment method and try again."
)
# Callbacks after a card has been set up; checkout registers here.
LISTENERS: list[Callable[[Account, Json], None]] = []
CANCELED_BECAUSE = ("abandoned", "duplicate", "requested_by_customer")


def create(account: Account, params: Params) -> Json:
    customer = params.text("customer") or None
    if customer is not None:
        account.customer(customer)
    types, allowed = (
        methods.kinds(params, "payment_method_types"),
        methods.kinds(params, "allowed_payment_method_types"),
    )
    automatic = params.inner("automatic_payment_methods")
    is_automatic = automatic.flag("enabled") if "automatic_payment_methods" in params else not types
    redirects = automatic.one_of("allow_redirects", "always", "never") or "always"
    usage = params.one_of("usage", "off_session", "on_session") or "off_session"
    intent = add(account, customer=customer, usage=usage)
    intent |= {"payment_method_types": types or ["card"], "allowed_payment_method_types": allowed or None}
    if is_automatic:
        intent["automatic_payment_methods"] = {"allow_redirects": redirects, "enabled": True}
    _set(account, params, intent)
    account.emit("setup_intent.created", intent)
    if params.flag("confirm"):
        confirm(account, params, intent["id"])
    return intent


def add(account: Account, *, customer: str | None, usage: str = "off_session") -> Json:
    id = new_id("seti")
    return account.store.add(
        {
            "id": id,
            "object": "setup_intent",
            "allowed_payment_method_types": None,
            "application": None,
            "automatic_payment_methods": None,
            "cancellation_reason": None,
            "client_secret": f"{id}_secret_{new_id('', 25).removeprefix('_')}",
            "created": account.now(),
            "customer": customer,
            "customer_account": None,
            "description": None,
            "excluded_payment_method_types": None,
            "flow_directions": None,
            "last_setup_error": None,
            "latest_attempt": None,
            "livemode": False,
            "mandate": None,
            "metadata": {},
            "next_action": None,
            "on_behalf_of": None,
            "payment_method": None,
            "payment_method_configuration_details": None,
            "payment_method_options": {
                "card": {"mandate_options": None, "network": None, "request_three_d_secure": "automatic"}
            },
            "payment_method_types": ["card"],
            "single_use_mandate": None,
            "status": "requires_payment_method",
            "usage": usage,
        }
    )


def retrieve(account: Account, params: Params, id: str) -> Json:
    params.text("client_secret")
    return account.get("setup_intent", id)


def update(account: Account, params: Params, id: str) -> Json:
    intent = account.get("setup_intent", id)
    _set(account, params, intent)
    return intent


def listed(account: Account, params: Params) -> Json:
    customer, method = params.text("customer"), params.text("payment_method")
    intents = [each for each in account.store.all("setup_intent", customer) if method in {None, each["payment_method"]}]
    return lists.page(params, "/v1/setup_intents", intents)


def cancel(account: Account, params: Params, id: str) -> Json:
    intent = account.get("setup_intent", id)
    if intent["status"] not in OPEN:
        raise _unexpected(intent, "canceled")
    intent["cancellation_reason"] = params.one_of("cancellation_reason", *CANCELED_BECAUSE)
    intent |= {"status": "canceled", "next_action": None}
    account.emit("setup_intent.canceled", intent)
    return intent


def confirm(account: Account, params: Params, id: str) -> Json:
    """Confirm an intent. Raises `StripeError` and stores the attempt when the card is declined."""
    intent = account.get("setup_intent", id)
    params.inner("mandate_data")
    params.flag("use_stripe_sdk")
    back = params.text("return_url")
    if name := params.text("payment_method"):
        intent["payment_method"] = methods.resolve(account, name)["id"]
    elif "payment_method_data" in params:
        intent["payment_method"] = methods.create(account, params.inner("payment_method_data"))["id"]
    params.done()
    if intent["status"] not in OPEN:
        raise _unexpected(intent, "confirmed")
    if intent["payment_method"] is None:
        message = (
            "You cannot confirm this SetupIntent because it's missing a payment method. To confirm the SetupIntent "
            "with a payment method, specify a payment method attached to this customer along with the customer ID."
        )
        raise invalid(message, code="setup_intent_unexpected_state")
    return attempt(account, intent, back)


def authenticated(account: Account, intent: Json, *, is_proved: bool) -> None:
    """Apply the result of the challenge."""
    intent["next_action"] = None
    if is_proved:
        _succeed(account, intent)
        return
    error = declined(NOT_AUTHENTICATED, code="setup_intent_authentication_failure") | {"type": "invalid_request_error"}
    _fail(account, intent, error)


def attempt(account: Account, intent: Json, back: str | None) -> Json:
    """Check the card of an intent. Raises `StripeError` and stores the attempt when the card is declined."""
    method = account.get("payment_method", intent["payment_method"], param="payment_method")
    card = methods.card_of(method)
    intent["last_setup_error"] = None
    if method["customer"] not in {None, intent["customer"]}:
        message = "The payment method you provided has already been attached to a customer."
        raise invalid(message, param="payment_method")
    if card.decline_error is not None and not card.fails_on_charge:
        error = decline_error(card.decline_error)
        _fail(account, intent, error)
        raise StripeError(
            402, {**error, "setup_intent": dict(intent), "payment_method": dict(method)}, is_committed=True
        )
    if card.authentication != "never" and not method["_is_set_up"]:
        intent |= {"status": "requires_action", "next_action": challenges.create(account, intent, back)}
        account.emit("setup_intent.requires_action", intent)
    else:
        _succeed(account, intent)
    return intent


def _succeed(account: Account, intent: Json) -> None:
    method = account.get("payment_method", intent["payment_method"])
    method["_is_set_up"] = True
    if intent["customer"] is not None:
        methods.ensure_attached(account, method, intent["customer"])
    intent["status"] = "succeeded"
    account.emit("setup_intent.succeeded", intent)
    for notify in LISTENERS:
        notify(account, intent)


def _fail(account: Account, intent: Json, error: Json) -> None:
    method = account.get("payment_method", intent["payment_method"])
    intent |= {
        "status": "requires_payment_method",
        "payment_method": None,
        "last_setup_error": {**error, "payment_method": dict(method)},
    }
    account.emit("setup_intent.setup_failed", intent)


def _set(account: Account, params: Params, intent: Json) -> None:
    params.put(intent, "description")
    intent["metadata"] = params.metadata(intent["metadata"])
    params.inner("payment_method_options").inner("card").one_of(
        "request_three_d_secure", "automatic", "any", "challenge"
    )
    if (name := params.text("payment_method")) and not params.flag("confirm"):
        intent["payment_method"] = methods.resolve(account, name)["id"]
        intent["status"] = "requires_confirmation"


def _unexpected(intent: Json, verb: str) -> StripeError:
    message = f"You cannot perform this action ({verb}) because this SetupIntent has a status of {intent['status']}."
    return invalid(message, code="setup_intent_unexpected_state")
