"""The pages of the billing portal, as markup."""

from datetime import UTC, datetime
from html import escape

from sandbox.stripe.account import Account
from sandbox.stripe.billing import subscription_shape, subscriptions
from sandbox.stripe.errors import Json
from sandbox.stripe.pages import card_form
from sandbox.stripe.pages.styles import message, money

MESSAGES = {
    "canceled": ("Your subscription has been canceled.", "good"),
    "resumed": ("Your subscription will go on.", "good"),
    "card": ("Your card has been changed.", "good"),
    "paid": ("Your invoice has been paid.", "good"),
    "declined": ("Your card was declined. Change it, and pay again.", "bad"),
}
STATUS = {"trialing": "Free trial", "active": "Active", "past_due": "Past due", "unpaid": "Unpaid", "paused": "Paused"}
GOOD = {"trialing", "active", "paid"}


def home(account: Account, session: Json, here: str, text: str) -> str:
    """Return the home page: all subscriptions, cards and invoices of a customer."""
    customer = account.customer(session["customer"])
    back = session["return_url"]
    link = f'<a class="back" href="{escape(back)}">← Return</a>' if back else ""
    living = [
        each for each in account.store.all("subscription", customer["id"]) if each["status"] not in subscriptions.ENDED
    ]
    plans = "".join(_plan(each, here) for each in living) or "<p class='soft'>No subscription.</p>"
    rows = [each for each in account.store.all("invoice", customer["id"]) if each["status"] != "draft"]
    bills = "".join(_bill(each, here) for each in rows) or "<li class='soft'>No invoices yet.</li>"
    text, kind = MESSAGES.get(text, ("", ""))
    return f"""<div>{link}<h1>Billing</h1><p class="soft">{escape(customer["name"] or "")} {escape(customer["email"] or "")}</p>
{message(text, kind)}</div>
<section class="card"><h2>Current subscription</h2>{plans}</section>
<section class="card"><h2>Payment method</h2>{_method(account, customer, living)}
<div class="buttons"><a class="button" href="{here}/card">Change card</a></div></section>
<section class="card"><h2>Invoice history</h2><ul class="plain">{bills}</ul></section>"""


def card(here: str, error: str, form: dict[str, str]) -> str:
    """Return the page that replaces the card."""
    return f"""<div><a class="back" href="{here}">← Billing</a><h1>Change card</h1></div>
<section class="card">{message(error)}<form method="post" action="{here}/card">{card_form.fields()}
<label for="name">Name on card</label>
<input id="name" name="name" autocomplete="cc-name" required value="{escape(form.get("name", ""))}">
<button class="main wide">Save card</button></form></section>"""


def cancellation(subscription: Json, here: str) -> str:
    """Return the page that confirms a cancellation."""
    day = date(subscription_shape.end_of(subscription))
    return f"""<div><a class="back" href="{here}">← Billing</a><h1>Confirm cancellation</h1></div>
<section class="card"><p>{escape(_name(subscription))} stays available until <strong>{day}</strong>, and ends then.</p>
<form method="post" action="{here}/cancel/{subscription["id"]}"><div class="buttons">
<button class="main">Cancel subscription</button><a class="button" href="{here}">Go back</a></div></form></section>"""


def date(at: int) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%B} {datetime.fromtimestamp(at, UTC).day}, {datetime.fromtimestamp(at, UTC).year}"


def _name(subscription: Json) -> str:
    return str(subscription["items"]["data"][0]["_product_name"])


def _plan(subscription: Json, here: str) -> str:
    item, status = subscription["items"]["data"][0], subscription["status"]
    is_ending = subscription["cancel_at_period_end"] or subscription["cancel_at"] is not None
    end = subscription["cancel_at"] or subscription_shape.end_of(subscription)
    price = money(item["price"]["unit_amount"], item["price"]["currency"])
    verb = "Ends on" if is_ending else "Trial ends on" if status == "trialing" else "Renews on"
    action = "resume" if is_ending else "cancel"
    button = "Don’t cancel subscription" if is_ending else "Cancel subscription"
    method = 'method="post"' if is_ending else 'method="get"'
    badge = f'<span class="badge {"" if status in GOOD else "bad"}">{STATUS.get(status, status)}</span>'
    return f"""<p><strong>{escape(_name(subscription))}</strong> {badge}<br>{price} per {item["price"]["recurring"]["interval"]}<br>
<span class="soft">{verb} {date(end)}</span></p>
<form {method} action="{here}/{action}/{subscription["id"]}"><div class="buttons"><button>{button}</button></div></form>"""


def _method(account: Account, customer: Json, living: list[Json]) -> str:
    id = (
        subscriptions.method_of(account, living[0])
        if living
        else customer["invoice_settings"]["default_payment_method"]
    )
    method = account.store.find(id or "", "payment_method")
    if method is None:
        return "<p class='soft'>No card on file.</p>"
    card_details = method["card"]
    brand = {"amex": "American Express"}.get(card_details["brand"], card_details["brand"].capitalize())
    return f"<p>{brand} •••• {card_details['last4']}<br><span class='soft'>Expires {card_details['exp_month']:02}/{card_details['exp_year']}</span></p>"


def _bill(invoice: Json, here: str) -> str:
    amount = money(invoice["amount_due"], invoice["currency"])
    kind = "" if invoice["status"] in GOOD else "bad"
    pay = (
        f'<form method="post" action="{here}/pay/{invoice["id"]}"><button class="main">Pay now</button></form>'
        if invoice["status"] == "open"
        else ""
    )
    return f"""<li><a href="/i/{invoice["id"]}">{date(invoice["created"])}</a><span>{amount}</span>
<span class="badge {kind}">{invoice["status"].capitalize()}</span>{pay}</li>"""
