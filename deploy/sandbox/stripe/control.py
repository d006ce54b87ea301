"""The control API for tests and manual trials: clock, webhook faults, and account settings."""

import json

from sandbox.server import Answer, Request, in_json
from sandbox.stripe.account import DAY_S, Account
from sandbox.stripe.billing import lifecycle
from sandbox.stripe.errors import Json
from sandbox.stripe.pages.control_page import AFTER_RETRIES
from sandbox.stripe.webhooks import NO_FAULTS

PATH = "/sandbox/"


def answer(account: Account, request: Request) -> Answer:
    """Respond to the calls in README.md; bodies are JSON."""
    body = _json(request)
    if body is None:
        return in_json({"error": "a JSON object is expected"}, 400)
    match request.method, request.path.removeprefix(PATH):
        case "GET", "clock":
            return in_json({"now": account.now()})
        case "POST", "clock":
            return _move(account, body)
        case "GET", "webhooks":
            return in_json({"faults": account.webhooks.faults(), "deliveries": account.webhooks.deliveries()})
        case "POST", "webhooks":
            return _fault(account, body)
        case "POST", "webhooks/release":
            return in_json({"released": account.webhooks.release(list(body.get("order", [])))})
        case "POST", "webhooks/send":
            return _send(account, body)
        case "GET", "webhooks/signed":
            return _signed(account, request.query.get("event", ""))
        case "POST", "settings":
            return _set(account, body)
        case "POST", "reset":
            account.store.clear()
            return in_json({"now": account.now()})
    return Answer(404, b"Not found", "text/plain")


def _move(account: Account, body: Json) -> Answer:
    to = body.get("to", account.now() + body.get("seconds", 0) + body.get("days", 0) * DAY_S)
    if to < account.now():
        return in_json({"error": "the clock goes forward only"}, 400)
    lifecycle.move(account, int(to))
    return in_json({"now": account.now()})


def _fault(account: Account, body: Json) -> Answer:
    if unknown := body.keys() - NO_FAULTS.keys():
        return in_json({"error": f"no such fault: {', '.join(sorted(unknown))}"}, 400)
    account.store.set_value("webhooks", body)
    return in_json({"faults": account.webhooks.faults()})


def _signed(account: Account, id: str) -> Answer:
    """Return the body and signature of an event, for a test that posts it itself."""
    event = account.store.find(id, "event")
    if event is None:
        return in_json({"error": "no such event"}, 404)
    body, signature = account.webhooks.signed(event)
    return Answer(200, body, "application/json; charset=utf-8", {"Stripe-Signature": signature})


def _send(account: Account, body: Json) -> Answer:
    event = account.store.find(body.get("event", ""), "event")
    if event is None:
        return in_json({"error": "no such event"}, 404)
    account.webhooks.send(event)
    return in_json({"sent": event["id"]})


def _set(account: Account, body: Json) -> Answer:
    if body.keys() != {"after_retries"} or body["after_retries"] not in AFTER_RETRIES:
        return in_json({"error": f"after_retries is one of {', '.join(AFTER_RETRIES)}"}, 400)
    account.store.set_value("settings", body)
    return in_json(account.settings())


def _json(request: Request) -> Json | None:
    if request.method != "POST":
        return {}
    try:
        value = json.loads(request.body or b"{}")
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
