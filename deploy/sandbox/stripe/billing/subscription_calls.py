"""API calls on subscriptions."""

from sandbox.stripe import lists
from sandbox.stripe.account import DAY_S, Account
from sandbox.stripe.billing import subscription_shape, subscriptions
from sandbox.stripe.cards import methods
from sandbox.stripe.errors import Json, StripeError, invalid, missing
from sandbox.stripe.params import Params

STATUSES = ("active", "canceled", "incomplete", "incomplete_expired", "past_due", "paused", "trialing", "unpaid")
BEHAVIORS = ("allow_incomplete", "default_incomplete", "error_if_incomplete", "pending_if_incomplete")
WITHOUT_CARD = ("cancel", "create_invoice", "pause")
FEEDBACK = (
    "customer_service",
    "low_quality",
    "missing_features",
    "other",
    "switched_service",
    "too_complex",
    "too_expensive",
    "unused",
)


def create(account: Account, params: Params) -> Json:
    customer = account.customer(params.need("customer"))
    prices = requested_prices(account, params)
    days, until = params.number("trial_period_days", low=1, high=730), trial_end(account, params)
    if days is not None:
        until = account.now() + days * DAY_S
    subscription = subscription_shape.new_subscription(account, customer, prices, until)
    _set(account, params, subscription)
    behavior = params.one_of("payment_behavior", *BEHAVIORS) or "allow_incomplete"
    params.flag("off_session")
    params.done()
    if until is None and behavior != "default_incomplete" and subscriptions.method_of(account, subscription) is None:
        raise invalid(
            "This customer has no attached payment source or default payment method. Please consider adding a "
            "default payment method.",
            code="resource_missing",
        )
    subscriptions.begin(account, subscription, is_deferred=behavior == "default_incomplete")
    if behavior == "error_if_incomplete" and subscription["status"] == "incomplete":
        raise StripeError(
            402,
            {
                "code": "subscription_payment_intent_requires_action",
                "message": "Your card was declined.",
                "type": "card_error",
            },
        )
    return subscription


def retrieve(account: Account, params: Params, id: str) -> Json:
    return account.get("subscription", id)


def update(account: Account, params: Params, id: str) -> Json:
    subscription = _living(account, id)
    is_over = params.text("trial_end") == "now" and subscription["status"] == "trialing"
    until = None if is_over else trial_end(account, params)
    with account.updating(subscription, "customer.subscription.updated"):
        _set(account, params, subscription)
        if until is not None:
            _move_trial(subscription, until)
        params.one_of("proration_behavior", "always_invoice", "create_prorations", "none")
        params.one_of("payment_behavior", *BEHAVIORS)
        params.done()
    if is_over:
        subscriptions.bill_from_now(account, subscription)
    subscriptions.warn(account, subscription)
    return subscription


def cancel(account: Account, params: Params, id: str) -> Json:
    subscription = _living(account, id)
    _note_reasons(params, subscription)
    params.flag("invoice_now")
    params.flag("prorate")
    params.done()
    subscriptions.end(account, subscription, reason="cancellation_requested")
    return subscription


def resume(account: Account, params: Params, id: str) -> Json:
    subscription = _living(account, id)
    params.one_of("billing_cycle_anchor", "now", "unchanged")
    params.one_of("proration_behavior", "always_invoice", "create_prorations", "none")
    if subscription["status"] != "paused":
        raise invalid("You can only resume a subscription that is paused.")
    subscriptions.resume(account, subscription)
    return subscription


def listed(account: Account, params: Params) -> Json:
    """Return a page of subscriptions; without a status, ended ones are left out."""
    status = params.one_of("status", "all", "ended", *STATUSES)
    price = params.text("price")
    rows = [
        each
        for each in account.store.all("subscription", params.text("customer"))
        if _fits(each["status"], status) and (price is None or price in _prices(each))
    ]
    return lists.page(params, "/v1/subscriptions", rows)


def requested_prices(account: Account, params: Params, name: str = "items") -> list[tuple[Json, int]]:
    """Return the prices and quantities. Raises `StripeError` unless each is an active recurring price."""
    prices = []
    for item in params.each(name):
        price = account.get("price", item.need("price"), param=item.path("price"))
        if not price["active"]:
            message = "The price specified is inactive. This field only accepts active prices."
            raise invalid(message, param=item.path("price"))
        if price["recurring"] is None:
            message = "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`."
            raise invalid(message, param=item.path("price"))
        prices.append((price, item.number("quantity", low=1) or 1))
    if not prices:
        raise invalid(f"Missing required param: {name}.", param=name, code="parameter_missing")
    return prices


def trial_end(account: Account, params: Params) -> int | None:
    if params.text("trial_end") in {None, "", "now"}:
        return None
    until = params.number("trial_end")
    if until is not None and until <= account.now():
        raise invalid("Invalid timestamp: must be an integer Unix timestamp in the future.", param="trial_end")
    return until


def _set(account: Account, params: Params, subscription: Json) -> None:
    params.put(subscription, "description")
    subscription["metadata"] = params.metadata(subscription["metadata"])
    params.one_of("collection_method", "charge_automatically")
    if "default_payment_method" in params:
        id = params.text("default_payment_method") or None
        if id is not None:
            methods.attached_method(account, id, subscription["customer"], param="default_payment_method")
        subscription["default_payment_method"] = id
    payment = params.inner("payment_settings")
    payment.texts("payment_method_types")
    saved = payment.one_of("save_default_payment_method", "off", "on_subscription")
    if saved is not None:
        subscription["payment_settings"]["save_default_payment_method"] = saved
    end_behavior = params.inner("trial_settings").inner("end_behavior").one_of("missing_payment_method", *WITHOUT_CARD)
    if end_behavior is not None:
        subscription["trial_settings"]["end_behavior"]["missing_payment_method"] = end_behavior
    _note_reasons(params, subscription)
    _plan_end(account, params, subscription)


def _plan_end(account: Account, params: Params, subscription: Json) -> None:
    at_end = params.flag("cancel_at_period_end")
    if at_end is not None:
        plan_end(account, subscription, at_period_end=at_end, at=None)
    if "cancel_at" in params:
        value = params.text("cancel_at")
        at = subscription_shape.end_of(subscription) if value in PERIOD_ENDS else params.number("cancel_at")
        plan_end(account, subscription, at_period_end=False, at=at)


PERIOD_ENDS = ("min_period_end", "max_period_end")


def plan_end(account: Account, subscription: Json, *, at_period_end: bool, at: int | None) -> None:
    """Plan the end of a subscription: at the end of its period, at the time `at`, or not at all."""
    is_planned = at_period_end or at is not None
    subscription |= {
        "cancel_at_period_end": at_period_end,
        "cancel_at": at,
        "canceled_at": account.now() if is_planned else None,
    }
    subscription["cancellation_details"]["reason"] = "cancellation_requested" if is_planned else None


def _move_trial(subscription: Json, until: int) -> None:
    subscription |= {"trial_end": until, "billing_cycle_anchor": until, "status": "trialing"}
    for item in subscription["items"]["data"]:
        item["current_period_end"] = until


def _note_reasons(params: Params, subscription: Json) -> None:
    given = params.inner("cancellation_details")
    given.put(subscription["cancellation_details"], "comment")
    if (feedback := given.one_of("feedback", *FEEDBACK)) is not None:
        subscription["cancellation_details"]["feedback"] = feedback


def _living(account: Account, id: str) -> Json:
    subscription = account.get("subscription", id)
    if subscription["status"] in subscriptions.ENDED:
        raise missing("subscription", id)
    return subscription


def _fits(status: str, status_filter: str | None) -> bool:
    if status_filter is None:
        return status not in subscriptions.ENDED
    return (
        status_filter == "all"
        or status_filter == status
        or (status_filter == "ended" and status in subscriptions.ENDED)
    )


def _prices(subscription: Json) -> set[str]:
    return {item["price"]["id"] for item in subscription["items"]["data"]}
