"""The fields of subscriptions and their items."""

from datetime import UTC, datetime

from sandbox.stripe.account import DAY_S, Account
from sandbox.stripe.billing.catalogue import plan_of
from sandbox.stripe.errors import Json
from sandbox.stripe.ids import new_id
from sandbox.stripe.lists import embedded


def new_subscription(account: Account, customer: Json, prices: list[tuple[Json, int]], trial_end: int | None) -> Json:
    """Return a subscription that begins now, with a trial until `trial_end` if given; the first period ends with the
    trial."""
    id, now = new_id("sub"), account.now()
    end = trial_end or next_period_end(now, prices[0][0]["recurring"], now)
    items = [_item(account, id, price, quantity, now, end) for price, quantity in prices]
    return {
        "id": id,
        "object": "subscription",
        "application": None,
        "application_fee_percent": None,
        "automatic_tax": {"disabled_reason": None, "enabled": False, "liability": None},
        "billing_cycle_anchor": trial_end or now,
        "billing_cycle_anchor_config": None,
        "billing_mode": {"flexible": {"proration_discounts": "included"}, "type": "flexible"},
        "billing_schedules": [],
        "billing_thresholds": None,
        "cancel_at": None,
        "cancel_at_period_end": False,
        "canceled_at": None,
        "cancellation_details": {"comment": None, "feedback": None, "reason": None},
        "collection_method": "charge_automatically",
        "created": now,
        "currency": prices[0][0]["currency"],
        "customer": customer["id"],
        "customer_account": None,
        "days_until_due": None,
        "default_payment_method": None,
        "default_source": None,
        "default_tax_rates": [],
        "description": None,
        "discounts": [],
        "ended_at": None,
        "invoice_settings": {"account_tax_ids": None, "issuer": {"type": "self"}},
        "items": embedded(f"/v1/subscription_items?subscription={id}", items),
        "latest_invoice": None,
        "livemode": False,
        "metadata": {},
        "next_pending_invoice_item_invoice": None,
        "on_behalf_of": None,
        "pause_collection": None,
        "payment_settings": {
            "payment_method_options": None,
            "payment_method_types": None,
            "save_default_payment_method": "off",
        },
        "pending_invoice_item_interval": None,
        "pending_setup_intent": None,
        "pending_update": None,
        "schedule": None,
        "start_date": now,
        "status": "trialing" if trial_end else "incomplete",
        "test_clock": None,
        "transfer_data": None,
        "trial_end": trial_end,
        "trial_settings": {"end_behavior": {"missing_payment_method": "create_invoice"}},
        "trial_start": now if trial_end else None,
        "_is_warned": False,
    }


def next_period_end(anchor: int, recurring: Json, now: int) -> int:
    """Return the first end of a period after `now`. A month ends on the anchor's day, or on its last day."""
    count, interval = int(recurring["interval_count"]), recurring["interval"]
    if interval in {"day", "week"}:
        length = count * DAY_S * (7 if interval == "week" else 1)
        return anchor + length * ((now - anchor) // length + 1)
    months = count * (12 if interval == "year" else 1)
    periods = 1
    while (end := _months_later(anchor, months * periods)) <= now:
        periods += 1
    return end


def end_of(subscription: Json) -> int:
    """Return the end of the current period."""
    return min(int(item["current_period_end"]) for item in subscription["items"]["data"])


def _months_later(anchor: int, months: int) -> int:
    begun = datetime.fromtimestamp(anchor, UTC)
    years, month = divmod(begun.month - 1 + months, 12)
    for day in range(begun.day, 0, -1):
        try:
            return int(begun.replace(year=begun.year + years, month=month + 1, day=day).timestamp())
        except ValueError:  # the month has no such day
            continue
    raise AssertionError("every month has a first day")


def _item(account: Account, subscription: str, price: Json, quantity: int, start: int, end: int) -> Json:
    product = account.get("product", price["product"])
    return {
        "id": new_id("si", 14),
        "object": "subscription_item",
        "billing_thresholds": None,
        "created": start,
        "current_period_end": end,
        "current_period_start": start,
        "discounts": [],
        "metadata": {},
        "plan": plan_of(price),
        "price": dict(price),
        "quantity": quantity,
        "subscription": subscription,
        "tax_rates": [],
        "_product_name": product["name"],
    }
