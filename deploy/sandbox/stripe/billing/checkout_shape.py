"""Checkout sessions and their line items, field by field."""

from sandbox.stripe.account import DAY_S, Account
from sandbox.stripe.errors import Json
from sandbox.stripe.ids import new_id


def new_session(account: Account, mode: str, lines: list[Json], *, has_trial: bool) -> Json:
    """Return a new open session; `lines` are its line items."""
    id = new_id("cs_test", 58)
    total = sum(line["amount_total"] for line in lines)
    is_setup = mode == "setup"
    return {
        "id": id,
        "object": "checkout.session",
        "adaptive_pricing": {"enabled": False},
        "after_expiration": None,
        "allow_promotion_codes": None,
        "allowed_payment_method_types": None,
        "amount_subtotal": None if is_setup else 0 if has_trial else total,
        "amount_total": None if is_setup else 0 if has_trial else total,
        "automatic_tax": {"enabled": False, "liability": None, "provider": None, "status": None},
        "billing_address_collection": None,
        "cancel_url": None,
        "client_reference_id": None,
        "client_secret": None,
        "collected_information": None,
        "consent": None,
        "consent_collection": None,
        "created": account.now(),
        "currency": lines[0]["currency"] if lines else None,
        "currency_conversion": None,
        "custom_fields": [],
        "custom_text": {
            "after_submit": None,
            "shipping_address": None,
            "submit": None,
            "terms_of_service_acceptance": None,
        },
        "customer": None,
        "customer_account": None,
        "customer_creation": None,
        "customer_details": None,
        "customer_email": None,
        "discounts": None if is_setup else [],
        "expires_at": account.now() + DAY_S,
        "integration_identifier": None,
        "invoice": None,
        "invoice_creation": None,
        "livemode": False,
        "locale": None,
        "metadata": {},
        "mode": mode,
        "origin_context": None,
        "payment_intent": None,
        "payment_link": None,
        "payment_method_collection": "always",
        "payment_method_configuration_details": None,
        "payment_method_options": {"card": {"request_three_d_secure": "automatic"}},
        "payment_method_types": ["card"],
        "payment_status": "no_payment_required" if is_setup or has_trial else "unpaid",
        "permissions": None,
        "phone_number_collection": {"enabled": False},
        "recovered_from": None,
        "saved_payment_method_options": {
            "allow_redisplay_filters": ["always"],
            "payment_method_remove": "disabled",
            "payment_method_save": None,
        },
        "setup_intent": None,
        "shipping_address_collection": None,
        "shipping_cost": None,
        "shipping_options": [],
        "status": "open",
        "submit_type": None,
        "subscription": None,
        "success_url": None,
        "total_details": None if is_setup else {"amount_discount": 0, "amount_shipping": 0, "amount_tax": 0},
        "ui_mode": "hosted_page",
        "url": f"{account.address}/c/pay/{id}",
        "wallet_options": None,
        "_lines": lines,
        "_subscription_data": {},
        "_days": None,
        "_trial_end": None,
        "_check": None,
    }


def line(price: Json, product: Json, quantity: int) -> Json:
    amount = price["unit_amount"] * quantity
    return {
        "id": new_id("li"),
        "object": "item",
        "adjustable_quantity": None,
        "amount_discount": 0,
        "amount_subtotal": amount,
        "amount_tax": 0,
        "amount_total": amount,
        "currency": price["currency"],
        "description": product["name"],
        "metadata": {},
        "price": dict(price),
        "quantity": quantity,
    }


def details(email: str | None, name: str | None) -> Json:
    """Return the `customer_details` of a session."""
    address = dict.fromkeys(("city", "country", "line1", "line2", "postal_code", "state"))
    return {
        "address": address | {"country": "US"},
        "business_name": None,
        "email": email,
        "individual_name": None,
        "name": name,
        "phone": None,
        "tax_exempt": "none",
        "tax_ids": [],
    }
