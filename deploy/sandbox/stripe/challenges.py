"""3-D Secure: where a bank asks its customer, and which intent waits for the answer."""

from sandbox.stripe.ids import new_id
from sandbox.stripe.refusals import Json
from sandbox.stripe.world import World


def ask(world: World, intent: Json, back: str | None) -> Json:
    """The next action of an intent: a page to go to, or, without `back`, one for stripe.js to show in a frame."""
    challenge = world.store.add(
        {"id": new_id("tds"), "object": "_challenge", "intent": intent["id"], "back": back, "is_open": True}
    )
    url = f"{world.address}/3ds/{challenge['id']}"
    if back is not None:
        return {"type": "redirect_to_url", "redirect_to_url": {"return_url": back, "url": url}}
    return {"type": "use_stripe_sdk", "use_stripe_sdk": {"type": "three_d_secure_redirect", "stripe_js": url}}


def opened(world: World, id: str) -> tuple[Json, Json] | None:
    """A challenge and its intent, as long as it waits for the answer."""
    challenge = world.store.find(id, "_challenge")
    intent = world.store.find(challenge["intent"]) if challenge and challenge["is_open"] else None
    if challenge is None or intent is None or intent["status"] != "requires_action":
        return None
    return challenge, intent
