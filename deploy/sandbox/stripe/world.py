"""What every part of the stand-in works with: its objects, its clock, its keys, and the events that it makes."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field

from sandbox.stripe.ids import new_id
from sandbox.stripe.refusals import Json, missing
from sandbox.stripe.store import Store, shown
from sandbox.stripe.webhooks import Webhooks

API_VERSION = "2026-10-28.endive"
DAY_S = 86400


@dataclass(frozen=True)
class Keys:
    """Whoever has `secret` may do everything, `publishable` stands in pages, `webhook` signs."""

    secret: str
    publishable: str
    webhook: str


@dataclass
class World:
    """`address` is where the stand-in is, `site` the product's own pages, which may show its frames."""

    address: str
    site: str
    keys: Keys
    store: Store
    webhooks: Webhooks
    request: Json = field(default_factory=lambda: dict(NOBODY))
    moment: int | None = None

    def now(self) -> int:
        """The stand-in's time, in Unix seconds: the `moment` that is being caught up with, or the real time and what
        it is ahead of it."""
        return self.moment or int(time.time()) + self.store.fact("clock").get("ahead_s", 0)

    def settings(self) -> Json:
        """What the owner of an account sets in its dashboard: `after_retries` is cancel, unpaid or past_due."""
        return {"after_retries": "cancel"} | self.store.fact("settings")

    def get(self, kind: str, id: str, *, param: str = "id") -> Json:
        """Raises Refused, as for a parameter of that name; "id" is the path."""
        found = self.store.find(id, kind)
        if found is None:
            raise missing(kind, id, param=param)
        return found

    def customer(self, id: str, *, param: str = "customer") -> Json:
        """One that is not deleted. Raises Refused."""
        found = self.get("customer", id, param=param)
        if "deleted" in found:
            raise missing("customer", id, param=param)
        return found

    def emit(self, type: str, document: Json, previous: Json | None = None) -> None:
        """Make an event with `document` as it is now, and have it delivered."""
        data: Json = {"object": shown(deepcopy(document))}
        if previous is not None:
            data["previous_attributes"] = shown(previous)
        event = {
            "id": new_id("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": self.now(),
            "data": data,
            "livemode": False,
            "pending_webhooks": int(self.webhooks.is_wanted),
            "request": dict(self.request),
            "type": type,
        }
        self.webhooks.queue(self.store.add(event))

    @contextmanager
    def updating(self, document: Json, type: str) -> Iterator[None]:
        """Emit `type` with what was changed inside, if anything was."""
        before = deepcopy(document)
        yield
        if previous := _difference(before, document):
            self.emit(type, document, previous)


NOBODY: Json = {"id": None, "idempotency_key": None}


def _difference(before: Json, after: Json) -> Json:
    """What the changed attributes were; of an object inside, only its own changed ones."""
    found: Json = {}
    for name in before.keys() | after.keys():
        old, new = before.get(name), after.get(name)
        if old != new and not name.startswith("_"):
            found[name] = _difference(old, new) if isinstance(old, dict) and isinstance(new, dict) else old
    return found
