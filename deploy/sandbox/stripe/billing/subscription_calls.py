"""API calls on subscriptions."""

from sandbox.stripe import lists
from sandbox.stripe.billing import subscription_shape, subscriptions
from sandbox.stripe.cards import methods
from sandbox.stripe.errors import Json, StripeError, invalid, missing
from sandbox.stripe.params import Params
from sandbox.stripe.world import DAY_S, World

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


def create(world: World, params: Params) -> Json:
    customer = world.customer(params.need("customer"))
    prices = priced(world, params)
    days, until = params.number("trial_period_days", low=1, high=730), trial_end(world, params)
    if days is not None:
        until = world.now() + days * DAY_S
    subscription = subscription_shape.new_subscription(world, customer, prices, until)
    _set(world, params, subscription)
    behavior = params.one_of("payment_behavior", *BEHAVIORS) or "allow_incomplete"
    params.flag("off_session")
    params.done()
    if until is None and behavior != "default_incomplete" and subscriptions.method_of(world, subscription) is None:
        raise invalid(
            "This customer has no attached payment source or default payment method. Please consider adding a "
            "default payment method.",
            code="resource_missing",
        )
    subscriptions.begin(world, subscription, is_deferred=behavior == "default_incomplete")
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


def retrieve(world: World, params: Params, id: str) -> Json:
    return world.get("subscription", id)


def update(world: World, params: Params, id: str) -> Json:
    subscription = _living(world, id)
    is_over = params.text("trial_end") == "now" and subscription["status"] == "trialing"
    until = None if is_over else trial_end(world, params)
    with world.updating(subscription, "customer.subscription.updated"):
        _set(world, params, subscription)
        if until is not None:
            _move_trial(subscription, until)
        params.one_of("proration_behavior", "always_invoice", "create_prorations", "none")
        params.one_of("payment_behavior", *BEHAVIORS)
        params.done()
    if is_over:
        subscriptions.bill_from_now(world, subscription)
    subscriptions.warn(world, subscription)
    return subscription


def cancel(world: World, params: Params, id: str) -> Json:
    subscription = _living(world, id)
    _note_reasons(params, subscription)
    params.flag("invoice_now")
    params.flag("prorate")
    params.done()
    subscriptions.end(world, subscription, reason="cancellation_requested")
    return subscription


def resume(world: World, params: Params, id: str) -> Json:
    subscription = _living(world, id)
    params.one_of("billing_cycle_anchor", "now", "unchanged")
    params.one_of("proration_behavior", "always_invoice", "create_prorations", "none")
    if subscription["status"] != "paused":
        raise invalid("You can only resume a subscription that is paused.")
    subscriptions.resume(world, subscription)
    return subscription


def listed(world: World, params: Params) -> Json:
    """Return a page of subscriptions; without a status, ended ones are left out."""
    status = params.one_of("status", "all", "ended", *STATUSES)
    price = params.text("price")
    rows = [
        each
        for each in world.store.all("subscription", params.text("customer"))
        if _fits(each["status"], status) and (price is None or price in _prices(each))
    ]
    return lists.page(params, "/v1/subscriptions", rows)


def priced(world: World, params: Params, name: str = "items") -> list[tuple[Json, int]]:
    """Return the prices and quantities. Raises `StripeError` unless each is an active recurring price."""
    prices = []
    for item in params.each(name):
        price = world.get("price", item.need("price"), param=item.path("price"))
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


def trial_end(world: World, params: Params) -> int | None:
    if params.text("trial_end") in {None, "", "now"}:
        return None
    until = params.number("trial_end")
    if until is not None and until <= world.now():
        raise invalid("Invalid timestamp: must be an integer Unix timestamp in the future.", param="trial_end")
    return until


def _set(world: World, params: Params, subscription: Json) -> None:
    params.put(subscription, "description")
    subscription["metadata"] = params.metadata(subscription["metadata"])
    params.one_of("collection_method", "charge_automatically")
    if "default_payment_method" in params:
        id = params.text("default_payment_method") or None
        if id is not None:
            methods.of(world, id, subscription["customer"], param="default_payment_method")
        subscription["default_payment_method"] = id
    payment = params.inner("payment_settings")
    payment.texts("payment_method_types")
    saved = payment.one_of("save_default_payment_method", "off", "on_subscription")
    if saved is not None:
        subscription["payment_settings"]["save_default_payment_method"] = saved
    ending = params.inner("trial_settings").inner("end_behavior").one_of("missing_payment_method", *WITHOUT_CARD)
    if ending is not None:
        subscription["trial_settings"]["end_behavior"]["missing_payment_method"] = ending
    _note_reasons(params, subscription)
    _plan_end(world, params, subscription)


def _plan_end(world: World, params: Params, subscription: Json) -> None:
    at_end = params.flag("cancel_at_period_end")
    if at_end is not None:
        plan_end(world, subscription, at_period_end=at_end, at=None)
    if "cancel_at" in params:
        named = params.text("cancel_at")
        at = subscription_shape.end_of(subscription) if named in PERIOD_ENDS else params.number("cancel_at")
        plan_end(world, subscription, at_period_end=False, at=at)


PERIOD_ENDS = ("min_period_end", "max_period_end")


def plan_end(world: World, subscription: Json, *, at_period_end: bool, at: int | None) -> None:
    """Plan the end of a subscription: with its period, at a time, or not at all."""
    is_planned = at_period_end or at is not None
    subscription |= {
        "cancel_at_period_end": at_period_end,
        "cancel_at": at,
        "canceled_at": world.now() if is_planned else None,
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


def _living(world: World, id: str) -> Json:
    subscription = world.get("subscription", id)
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
