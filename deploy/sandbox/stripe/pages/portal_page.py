"""Routes of the hosted billing portal."""

from sandbox.server import Answer, Request, redirect
from sandbox.stripe.account import Account
from sandbox.stripe.billing import portal, subscriptions
from sandbox.stripe.errors import Json, StripeError, missing
from sandbox.stripe.pages.portal_styles import cancellation, card, home
from sandbox.stripe.pages.styles import page

PATH = "/p/session/"
EXPIRED = "<h1>This link has expired</h1><p>Go back to where you came from, and open the page again.</p>"


def answer(account: Account, request: Request) -> Answer:
    start, _, rest = request.path.removeprefix(PATH).partition("/")
    here = f"{PATH}{start}"
    session = portal.open_session(account, here)
    if session is None:
        return page("Billing", EXPIRED)
    part, _, id = rest.partition("/")
    match request.method, part:
        case "GET", "":
            return _entry(account, session, here, request.query.get("message", ""))
        case "GET", "card":
            return page("Billing", card(here, _failure(account, session) if "challenged" in request.query else "", {}))
        case "POST", "card":
            return _change_card(account, session, here, request.form)
        case "GET", "cancel":
            return page("Billing", cancellation(_subscription(account, session, id), here))
        case "POST", "cancel":
            portal.plan_end(account, _subscription(account, session, id))
            return _done(session, here, "canceled")
        case "POST", "resume":
            portal.undo_end(account, _subscription(account, session, id))
            return _done(session, here, "resumed")
        case "POST", "pay":
            return _pay(account, session, here, id)
    return Answer(404, b"Not found", "text/plain")


def _entry(account: Account, session: Json, here: str, message: str) -> Answer:
    """Return the home page, or redirect to the page of the session's flow."""
    flow = session["flow"]
    if flow is None or session["_is_done"]:
        return page("Billing", home(account, session, here, message))
    if flow["type"] == "payment_method_update":
        return redirect(f"{here}/card", 303)
    return redirect(f"{here}/cancel/{flow['subscription_cancel']['subscription']}", 303)


def _done(session: Json, here: str, message: str) -> Answer:
    """Redirect to the end of a flow, or to the home page with a message."""
    flow = session["flow"]
    if flow is not None and not session["_is_done"]:
        session["_is_done"] = True
        if flow["after_completion"]["type"] == "redirect":
            return redirect(flow["after_completion"]["redirect"]["return_url"], 303)
    return redirect(f"{here}?message={message}", 303)


def _change_card(account: Account, session: Json, here: str, form: dict[str, str]) -> Answer:
    try:
        intent = portal.change_card(account, session, form, f"{account.address}{here}/card?challenged=1")
    except StripeError as failure:
        return page("Billing", card(here, str(failure), form))
    if intent["status"] == "requires_action":
        return redirect(intent["next_action"]["redirect_to_url"]["url"], 303)
    return _done(session, here, "card")


def _pay(account: Account, session: Json, here: str, id: str) -> Answer:
    invoice = account.get("invoice", id)
    if invoice["customer"] != session["customer"] or invoice["status"] != "open":
        raise missing("invoice", id)
    error = portal.pay(account, invoice, f"{account.address}{here}?message=paid")
    if error is not None:
        return redirect(f"{here}?message=declined", 303)
    intent = account.get("payment_intent", invoice["_payment_intent"])
    if intent["status"] == "requires_action":
        return redirect(intent["next_action"]["redirect_to_url"]["url"], 303)
    return redirect(f"{here}?message=paid", 303)


def _subscription(account: Account, session: Json, id: str) -> Json:
    """Return a subscription of this customer that has not ended. Raises `StripeError`."""
    subscription = account.get("subscription", id)
    if subscription["customer"] != session["customer"] or subscription["status"] in subscriptions.ENDED:
        raise missing("subscription", id)
    return subscription


def _failure(account: Account, session: Json) -> str:
    """Return the error message of the last challenge, or "". A challenge redirects to the card page."""
    intent = account.store.find(session["_check"] or "")
    error = intent["last_setup_error"] if intent else None
    return str(error["message"]) if error else ""
