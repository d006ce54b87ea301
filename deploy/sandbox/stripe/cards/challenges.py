"""3-D Secure challenges, and the intent that waits for each."""

from sandbox.stripe.account import Account
from sandbox.stripe.errors import Json
from sandbox.stripe.ids import new_id


def create(account: Account, intent: Json, back: str | None) -> Json:
    """Return an intent's next action: a redirect if `back` is given, else a page for stripe.js to frame."""
    challenge = account.store.add(
        {"id": new_id("tds"), "object": "_challenge", "intent": intent["id"], "back": back, "is_open": True}
    )
    url = f"{account.address}/3ds/{challenge['id']}"
    if back is not None:
        return {"type": "redirect_to_url", "redirect_to_url": {"return_url": back, "url": url}}
    return {"type": "use_stripe_sdk", "use_stripe_sdk": {"type": "three_d_secure_redirect", "stripe_js": url}}


def open_challenge(account: Account, id: str) -> tuple[Json, Json] | None:
    """Return a challenge and its intent, or None once it is answered."""
    challenge = account.store.find(id, "_challenge")
    intent = account.store.find(challenge["intent"]) if challenge and challenge["is_open"] else None
    if challenge is None or intent is None or intent["status"] != "requires_action":
        return None
    return challenge, intent
