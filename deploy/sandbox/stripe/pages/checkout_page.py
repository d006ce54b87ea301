"""The hosted checkout page: the order, the card form, and the links back."""

from html import escape
from urllib.parse import quote

from sandbox.server import Answer, Request, redirect
from sandbox.stripe.account import Account
from sandbox.stripe.billing import checkout
from sandbox.stripe.cards.cards import card_from_form
from sandbox.stripe.errors import Json, StripeError
from sandbox.stripe.pages import card_form
from sandbox.stripe.pages.styles import message, money, page

PATH = "/c/pay/"


def answer(account: Account, request: Request) -> Answer:
    session = account.store.find(request.path.removeprefix(PATH), "checkout.session")
    if session is None:
        return page("Checkout", "<h1>Something went wrong</h1><p>The page you were looking for could not be found.</p>")
    if request.method == "POST" and session["status"] == "open":
        return _submit(account, session, request.form)
    if session["status"] == "complete":
        return redirect(_address(session), 303) if "challenged" in request.query else page("Checkout", _done(session))
    if session["status"] == "expired":
        return page("Checkout", "<h1>This link has expired</h1><p>Go back to where you came from, and start again.</p>")
    error = checkout.last_error(account, session) if "challenged" in request.query else ""
    return page("Checkout", _form(account, session, error, {}), kind="split")


def _submit(account: Account, session: Json, form: dict[str, str]) -> Answer:
    email = _email(account, session) or form.get("email", "")
    if "@" not in email:
        return page("Checkout", _form(account, session, "Your email is incomplete.", form), kind="split")
    try:
        intent = checkout.submit(account, session, card_from_form(form), email=email, name=form.get("name", ""))
    except StripeError as failure:
        return page("Checkout", _form(account, session, str(failure), form), kind="split")
    if intent["status"] == "requires_action":
        return redirect(intent["next_action"]["redirect_to_url"]["url"], 303)
    return redirect(_address(session), 303)


def _address(session: Json) -> str:
    return str(session["success_url"]).replace("{CHECKOUT_SESSION_ID}", quote(session["id"]))


def _email(account: Account, session: Json) -> str | None:
    email = account.customer(session["customer"])["email"] if session["customer"] else session["customer_email"]
    return None if email is None else str(email)


def _form(account: Account, session: Json, error: str, form: dict[str, str]) -> str:
    email = _email(account, session)
    fixed = "readonly" if email else ""
    back = session["cancel_url"]
    link = f'<a class="back" href="{escape(back)}">← Back</a>' if back else ""
    note = session["custom_text"]["submit"]
    verb = "Save card" if session["mode"] == "setup" else "Start trial" if _has_trial(session) else "Subscribe"
    return f"""<section>{link}{_summary(session)}</section>
<section class="card"><h2>Pay with card</h2>{message(error)}<form method="post">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required {fixed} value="{escape(email or form.get("email", ""))}">
{card_form.fields()}
<label for="name">Name on card</label>
<input id="name" name="name" autocomplete="cc-name" required value="{escape(form.get("name", ""))}">
{f"<p class='soft'>{escape(note['message'])}</p>" if note else ""}
<button class="main wide">{verb}</button></form></section>"""


def _summary(session: Json) -> str:
    if session["mode"] == "setup":
        return "<h1>Save a card</h1><p class='soft'>It is charged only as agreed with whoever sent you here.</p>"
    line = session["_lines"][0]
    total = sum(each["amount_total"] for each in session["_lines"])
    every = f"per {line['price']['recurring']['interval']}"
    price = money(total, line["currency"])
    head = f"{session['_days']} days free" if session["_days"] else "Free trial" if _has_trial(session) else price
    after = f"Then {price} {every}" if _has_trial(session) else every
    rows = "".join(
        f"<div><dt>{escape(each['description'])}</dt><dd>{money(each['amount_total'], each['currency'])}</dd></div>"
        for each in session["_lines"]
    )
    due = money(0 if _has_trial(session) else total, line["currency"])
    return f"""<h1>Subscribe to {escape(line["description"])}</h1><p class="price">{head}</p><p class="soft">{after}</p>
<dl class="rows">{rows}<div><dt><strong>Total due today</strong></dt><dd><strong>{due}</strong></dd></div></dl>"""


def _has_trial(session: Json) -> bool:
    return bool(session["_days"] or session["_trial_end"])


def _done(session: Json) -> str:
    link = f'<a class="button main" href="{escape(_address(session))}">Continue</a>'
    return f"<h1>You’re all done here</h1><p>This checkout has been completed.</p><p>{link}</p>"
