"""Checkout sessions: created by the API, and completed on a page with a card."""

from sandbox.stripe import lists
from sandbox.stripe.account import DAY_S, Account
from sandbox.stripe.billing import checkout_shape, customers, subscription_shape, subscriptions
from sandbox.stripe.billing.subscription_calls import WITHOUT_CARD, requested_prices, trial_end
from sandbox.stripe.cards import methods, setups
from sandbox.stripe.cards.cards import decline_error
from sandbox.stripe.errors import Json, StripeError, invalid
from sandbox.stripe.params import Params

LONGEST_S, SHORTEST_S = DAY_S, 30 * 60


def create(account: Account, params: Params) -> Json:
    params.need("mode")
    mode = params.one_of("mode", "setup", "subscription") or ""
    params.one_of("ui_mode", "hosted_page")
    prices = requested_prices(account, params, "line_items") if mode == "subscription" else []
    lines = [checkout_shape.line(price, account.get("product", price["product"]), count) for price, count in prices]
    data = params.inner("subscription_data")
    days, until = data.number("trial_period_days", low=1, high=730), trial_end(account, data)
    session = checkout_shape.new_session(account, mode, lines, has_trial=bool(days or until))
    session |= {"_days": days, "_trial_end": until, "_subscription_data": _subscription_data(data)}
    session["success_url"] = params.need("success_url")
    params.put(session, "cancel_url", "client_reference_id", "customer_email", "locale")
    session["metadata"] = params.metadata({})
    _set_customer(account, params, session)
    _set_expiry(account, params, session)
    _set_rest(params, session)
    return account.store.add(session)


def retrieve(account: Account, params: Params, id: str) -> Json:
    return account.get("checkout.session", id)


def update(account: Account, params: Params, id: str) -> Json:
    session = account.get("checkout.session", id)
    session["metadata"] = params.metadata(session["metadata"])
    return session


def listed(account: Account, params: Params) -> Json:
    customer, subscription = params.text("customer"), params.text("subscription")
    status = params.one_of("status", "open", "complete", "expired")
    sessions = [
        each
        for each in account.store.all("checkout.session", customer)
        if subscription in {None, each["subscription"]} and status in {None, each["status"]}
    ]
    return lists.page(params, "/v1/checkout/sessions", sessions)


def line_items(account: Account, params: Params, id: str) -> Json:
    session = account.get("checkout.session", id)
    return lists.page(params, f"/v1/checkout/sessions/{id}/line_items", session["_lines"])


def expire(account: Account, params: Params, id: str) -> Json:
    session = account.get("checkout.session", id)
    if session["status"] != "open":
        message = (
            f'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of '
            f"`{session['status']}`."
        )
        raise invalid(message)
    lapse(account, session)
    return session


def lapse(account: Account, session: Json) -> None:
    session |= {"status": "expired", "url": None}
    account.emit("checkout.session.expired", session)


def submit(account: Account, session: Json, card: Params, *, email: str, name: str) -> Json:
    """Submit the page. The session becomes complete, or waits for the challenge of the returned setup intent. Raises
    `StripeError` and stores the attempt when the card is declined."""
    billing = Params({"billing_details": {"name": name, "email": email, "address": {"country": "US"}}})
    method = methods.create_from_card(account, card, billing)
    test_card = methods.card_of(method)
    if (
        not session["_days"]
        and not session["_trial_end"]
        and session["mode"] == "subscription"
        and test_card.decline_error
    ):
        raise StripeError(402, decline_error(test_card.decline_error))
    intent = setups.add(account, customer=session["customer"])
    intent |= {"payment_method": method["id"], "_session": session["id"]}
    session["_check"] = intent["id"]
    session["customer_details"] = checkout_shape.details(email, name)
    return setups.attempt(account, intent, f"{account.address}/c/pay/{session['id']}?challenged=1")


def last_error(account: Account, session: Json) -> str:
    """Return the error message of the last attempt, or ""."""
    intent = account.store.find(session["_check"] or "")
    error = intent["last_setup_error"] if intent else None
    return str(error["message"]) if error else ""


def _after_setup(account: Account, intent: Json) -> None:
    session = account.store.find(intent.get("_session") or "", "checkout.session")
    if session is not None and session["status"] == "open" and intent["status"] == "succeeded":
        _complete(account, session, intent)


def _complete(account: Account, session: Json, intent: Json) -> None:
    method = account.get("payment_method", intent["payment_method"])
    customer = _customer_of(account, session)
    methods.ensure_attached(account, method, customer["id"])
    session |= {"status": "complete", "url": None, "customer": customer["id"]}
    if session["mode"] == "setup":
        intent["customer"] = customer["id"]
        session["setup_intent"] = intent["id"]
    else:
        subscription = _subscription(account, session, customer, method["id"])
        session |= {"subscription": subscription["id"], "invoice": subscription["latest_invoice"]}
        if session["payment_status"] == "unpaid":
            session["payment_status"] = "paid"
    account.emit("checkout.session.completed", session)


def _subscription(account: Account, session: Json, customer: Json, method: str) -> Json:
    lines = [(account.get("price", line["price"]["id"]), line["quantity"]) for line in session["_lines"]]
    until = account.now() + session["_days"] * DAY_S if session["_days"] else session["_trial_end"]
    subscription = subscription_shape.new_subscription(account, customer, lines, until)
    data = session["_subscription_data"]
    subscription |= {"default_payment_method": method, "metadata": data["metadata"], "description": data["description"]}
    if data["missing_payment_method"]:
        subscription["trial_settings"]["end_behavior"]["missing_payment_method"] = data["missing_payment_method"]
    subscriptions.begin(account, subscription, is_deferred=False)
    return subscription


def _customer_of(account: Account, session: Json) -> Json:
    if session["customer"] is not None:
        return account.customer(session["customer"])
    details = session["customer_details"]
    return customers.create(account, Params({"email": details["email"] or "", "name": details["name"] or ""}))


def _subscription_data(given: Params) -> Json:
    data: Json = {"metadata": given.metadata({}), "description": given.text("description") or None}
    end_behavior = given.inner("trial_settings").inner("end_behavior").one_of("missing_payment_method", *WITHOUT_CARD)
    return data | {"missing_payment_method": end_behavior}


def _set_customer(account: Account, params: Params, session: Json) -> None:
    if customer := params.text("customer"):
        if session["customer_email"] is not None:
            raise invalid("You may only specify one of these parameters: customer, customer_email.", param="customer")
        existing = account.customer(customer)
        session |= {
            "customer": customer,
            "customer_details": checkout_shape.details(existing["email"], existing["name"]),
        }
    updates = params.inner("customer_update")
    for name in ("address", "name", "shipping"):
        updates.one_of(name, "auto", "never")


def _set_expiry(account: Account, params: Params, session: Json) -> None:
    if (at := params.number("expires_at")) is not None:
        if not account.now() + SHORTEST_S - 60 <= at <= account.now() + LONGEST_S + 60:
            message = (
                "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation."
            )
            raise invalid(message, param="expires_at")
        session["expires_at"] = at


def _set_rest(params: Params, session: Json) -> None:
    session["allowed_payment_method_types"] = methods.kinds(params, "allowed_payment_method_types") or None
    methods.kinds(params, "payment_method_types")
    if (collected := params.one_of("payment_method_collection", "always", "if_required")) is not None:
        session["payment_method_collection"] = collected
    if (allowed := params.flag("allow_promotion_codes")) is not None:
        session["allow_promotion_codes"] = allowed
    session["billing_address_collection"] = params.one_of("billing_address_collection", "auto", "required")
    params.inner("automatic_tax").one_of("enabled", "false")
    if message := params.inner("custom_text").inner("submit").text("message"):
        session["custom_text"]["submit"] = {"message": message}


@lists.computed("checkout.session", "line_items")
def _line_items(account: Account, session: Json) -> Json:
    return lists.embedded(f"/v1/checkout/sessions/{session['id']}/line_items", session["_lines"])


setups.LISTENERS.append(_after_setup)
