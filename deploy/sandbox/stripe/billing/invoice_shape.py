"""The fields of invoices, their lines and their payments."""

from sandbox.stripe.account import Account
from sandbox.stripe.errors import Json
from sandbox.stripe.ids import new_id
from sandbox.stripe.lists import embedded

DRAFT_FOR_S = 3600


def new_invoice(account: Account, subscription: Json, customer: Json, reason: str, *, is_free: bool) -> Json:
    """Return a draft invoice for the current period of a subscription."""
    id = new_id("in")
    rows = [_line(id, subscription, item, is_free=is_free) for item in subscription["items"]["data"]]
    total = sum(row["amount"] for row in rows)
    item = subscription["items"]["data"][0]
    return {
        "id": id,
        "object": "invoice",
        "account_country": "US",
        "account_name": "Sandbox",
        "account_tax_ids": None,
        "amount_due": total,
        "amount_overpaid": 0,
        "amount_paid": 0,
        "amount_remaining": total,
        "amount_shipping": 0,
        "application": None,
        "attempt_count": 0,
        "attempted": False,
        "auto_advance": True,
        "automatic_tax": {
            "disabled_reason": None,
            "enabled": False,
            "liability": None,
            "provider": None,
            "status": None,
        },
        "automatically_finalizes_at": account.now() + DRAFT_FOR_S,
        "billing_reason": reason,
        "collection_method": "charge_automatically",
        "created": account.now(),
        "currency": subscription["currency"],
        "custom_fields": None,
        "customer": customer["id"],
        "customer_account": None,
        "customer_address": customer["address"],
        "customer_email": customer["email"],
        "customer_name": customer["name"],
        "customer_phone": customer["phone"],
        "customer_shipping": None,
        "customer_tax_exempt": "none",
        "customer_tax_ids": [],
        "default_payment_method": None,
        "default_source": None,
        "default_tax_rates": [],
        "description": None,
        "discounts": [],
        "due_date": None,
        "effective_at": None,
        "ending_balance": None,
        "footer": None,
        "from_invoice": None,
        "hosted_invoice_url": None,
        "invoice_pdf": None,
        "issuer": {"type": "self"},
        "last_finalization_error": None,
        "latest_revision": None,
        "lines": embedded(f"/v1/invoices/{id}/lines", rows),
        "livemode": False,
        "metadata": {},
        "next_payment_attempt": account.now() + DRAFT_FOR_S,
        "number": None,
        "on_behalf_of": None,
        "parent": {
            "quote_details": None,
            "subscription_details": {"metadata": subscription["metadata"], "subscription": subscription["id"]},
            "type": "subscription_details",
        },
        "payment_settings": {"default_mandate": None, "payment_method_options": None, "payment_method_types": None},
        "period_end": item["current_period_start"],
        "period_start": item["current_period_start"],
        "post_payment_credit_notes_amount": 0,
        "pre_payment_credit_notes_amount": 0,
        "receipt_number": None,
        "rendering": None,
        "shipping_cost": None,
        "shipping_details": None,
        "starting_balance": 0,
        "statement_descriptor": None,
        "status": "draft",
        "status_transitions": {
            "finalized_at": None,
            "marked_uncollectible_at": None,
            "paid_at": None,
            "voided_at": None,
        },
        "subtotal": total,
        "subtotal_excluding_tax": total,
        "test_clock": None,
        "total": total,
        "total_discount_amounts": [],
        "total_excluding_tax": total,
        "total_pretax_credit_amounts": [],
        "total_taxes": [],
        "webhooks_delivered_at": account.now(),
        "_subscription": subscription["id"],
        "_payment_intent": None,
    }


def payment(account: Account, invoice: Json, intent: Json) -> Json:
    """Return the `invoice_payment` that connects an invoice to its payment intent."""
    return {
        "id": new_id("inpay"),
        "object": "invoice_payment",
        "amount_paid": None,
        "amount_requested": invoice["amount_due"],
        "created": account.now(),
        "currency": invoice["currency"],
        "invoice": invoice["id"],
        "is_default": True,
        "livemode": False,
        "payment": {"payment_intent": intent["id"], "type": "payment_intent"},
        "status": "open",
        "status_transitions": {"canceled_at": None, "paid_at": None},
    }


def _line(invoice: str, subscription: Json, item: Json, *, is_free: bool) -> Json:
    price = item["price"]
    amount = 0 if is_free else price["unit_amount"] * item["quantity"]
    product_name = item["_product_name"]
    rate = f"at ${price['unit_amount'] / 100:.2f} / {price['recurring']['interval']}"
    return {
        "id": new_id("il"),
        "object": "line_item",
        "amount": amount,
        "currency": price["currency"],
        "description": f"Trial period for {product_name}"
        if is_free
        else f"{item['quantity']} × {product_name} ({rate})",
        "discount_amounts": [],
        "discountable": True,
        "discounts": [],
        "invoice": invoice,
        "livemode": False,
        "metadata": subscription["metadata"],
        "parent": {
            "invoice_item_details": None,
            "subscription_item_details": {
                "invoice_item": None,
                "proration": False,
                "proration_details": {"credited_items": None},
                "subscription": subscription["id"],
                "subscription_item": item["id"],
            },
            "type": "subscription_item_details",
        },
        "period": {"end": item["current_period_end"], "start": item["current_period_start"]},
        "pretax_credit_amounts": [],
        "pricing": {
            "price_details": {"price": price["id"], "product": price["product"]},
            "type": "price_details",
            "unit_amount_decimal": "0" if is_free else price["unit_amount_decimal"],
        },
        "quantity": item["quantity"],
        "subtotal": amount,
        "taxes": [],
    }
