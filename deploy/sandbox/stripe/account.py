"""The shared state of the fake Stripe: objects, clock, keys and events."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field

from sandbox.stripe.errors import Json, missing
from sandbox.stripe.ids import new_id
from sandbox.stripe.store import Store, public
from sandbox.stripe.webhooks import Webhooks

API_VERSION = "2026-10-28.endive"
DAY_S = 86400


@dataclass(frozen=True)
class Keys:
    """The account's keys: `secret` allows every call, `publishable` is in pages, `webhook` signs deliveries."""

    secret: str
    publishable: str
    webhook: str


@dataclass
class Account:
    """The fake's state. `address` is its URL. `site` is the product's URL; pages there may frame the fake's pages."""

    address: str
    site: str
    keys: Keys
    store: Store
    webhooks: Webhooks
    request: Json = field(default_factory=lambda: dict(NO_REQUEST))
    replay_time: int | None = None

    def now(self) -> int:
        """Return the fake's time in Unix seconds: `replay_time` while due changes are replayed, else the real time plus
        the clock's offset."""
        return self.replay_time or int(time.time()) + self.store.get_value("clock").get("ahead_s", 0)

    def settings(self) -> Json:
        """Return the account's settings: `after_retries` is cancel, unpaid or past_due."""
        return {"after_retries": "cancel"} | self.store.get_value("settings")

    def get(self, kind: str, id: str, *, param: str = "id") -> Json:
        """Return an object. If it is missing, raises a `StripeError` that names `param`; "id" means the path."""
        document = self.store.find(id, kind)
        if document is None:
            raise missing(kind, id, param=param)
        return document

    def customer(self, id: str, *, param: str = "customer") -> Json:
        """Return a customer that is not deleted. Raises `StripeError`."""
        document = self.get("customer", id, param=param)
        if "deleted" in document:
            raise missing("customer", id, param=param)
        return document

    def emit(self, type: str, document: Json, previous: Json | None = None) -> None:
        """Create an event with the current `document` and queue its delivery."""
        data: Json = {"object": public(deepcopy(document))}
        if previous is not None:
            data["previous_attributes"] = public(previous)
        event = {
            "id": new_id("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": self.now(),
            "data": data,
            "livemode": False,
            "pending_webhooks": int(self.webhooks.is_enabled),
            "request": dict(self.request),
            "type": type,
        }
        self.webhooks.queue(self.store.add(event))

    @contextmanager
    def updating(self, document: Json, type: str) -> Iterator[None]:
        """Emit `type` with the previous values of the attributes that the block changed, if it changed any."""
        before = deepcopy(document)
        yield
        if previous := _difference(before, document):
            self.emit(type, document, previous)


NO_REQUEST: Json = {"id": None, "idempotency_key": None}


def _difference(before: Json, after: Json) -> Json:
    """Return the previous values of changed attributes; of a nested object only its changed ones."""
    changed: Json = {}
    for name in before.keys() | after.keys():
        old, new = before.get(name), after.get(name)
        if old != new and not name.startswith("_"):
            changed[name] = _difference(old, new) if isinstance(old, dict) and isinstance(new, dict) else old
    return changed
