"""The control API for tests and manual trials: clock, webhook faults, and account settings."""

import json

from sandbox.server import Answer, Asked, in_json
from sandbox.stripe import lifecycle
from sandbox.stripe.control_page import AFTER_RETRIES
from sandbox.stripe.refusals import Json
from sandbox.stripe.webhooks import WELL
from sandbox.stripe.world import DAY_S, World

PATH = "/sandbox/"


def answer(world: World, asked: Asked) -> Answer:
    """Respond to the calls in README.md; bodies are JSON."""
    said = _json(asked)
    if said is None:
        return in_json({"error": "a JSON object is expected"}, 400)
    match asked.method, asked.path.removeprefix(PATH):
        case "GET", "clock":
            return in_json({"now": world.now()})
        case "POST", "clock":
            return _move(world, said)
        case "GET", "webhooks":
            return in_json({"faults": world.webhooks.faults(), "deliveries": world.webhooks.deliveries()})
        case "POST", "webhooks":
            return _fault(world, said)
        case "POST", "webhooks/release":
            return in_json({"released": world.webhooks.release(list(said.get("order", [])))})
        case "POST", "webhooks/send":
            return _send(world, said)
        case "GET", "webhooks/signed":
            return _signed(world, asked.query.get("event", ""))
        case "POST", "settings":
            return _set(world, said)
        case "POST", "reset":
            world.store.clear()
            return in_json({"now": world.now()})
    return Answer(404, b"Not found", "text/plain")


def _move(world: World, said: Json) -> Answer:
    to = said.get("to", world.now() + said.get("seconds", 0) + said.get("days", 0) * DAY_S)
    if to < world.now():
        return in_json({"error": "the clock goes forward only"}, 400)
    lifecycle.move(world, int(to))
    return in_json({"now": world.now()})


def _fault(world: World, said: Json) -> Answer:
    if unknown := said.keys() - WELL.keys():
        return in_json({"error": f"no such fault: {', '.join(sorted(unknown))}"}, 400)
    world.store.state("webhooks", said)
    return in_json({"faults": world.webhooks.faults()})


def _signed(world: World, id: str) -> Answer:
    """Return the body and signature of an event, for a test that posts it itself."""
    event = world.store.find(id, "event")
    if event is None:
        return in_json({"error": "no such event"}, 404)
    body, signature = world.webhooks.signed(event)
    return Answer(200, body, "application/json; charset=utf-8", {"Stripe-Signature": signature})


def _send(world: World, said: Json) -> Answer:
    event = world.store.find(said.get("event", ""), "event")
    if event is None:
        return in_json({"error": "no such event"}, 404)
    world.webhooks.send(event)
    return in_json({"sent": event["id"]})


def _set(world: World, said: Json) -> Answer:
    if said.keys() != {"after_retries"} or said["after_retries"] not in AFTER_RETRIES:
        return in_json({"error": f"after_retries is one of {', '.join(AFTER_RETRIES)}"}, 400)
    world.store.state("settings", said)
    return in_json(world.settings())


def _json(asked: Asked) -> Json | None:
    if asked.method != "POST":
        return {}
    try:
        found = json.loads(asked.body or b"{}")
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
