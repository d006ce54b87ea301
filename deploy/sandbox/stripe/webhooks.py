"""Delivers events as Stripe does: signed, retried with growing pauses, and with the faults that a test orders."""

import hmac
import json
import time
from hashlib import sha256
from threading import Event, Thread

import httpx

from sandbox.stripe.errors import Json
from sandbox.stripe.ids import new_id
from sandbox.stripe.store import Store, public

TIMEOUT_S, IDLE_S = 10, 60
TRIES_MAX, PAUSE_MAX_S = 16, 3600
# Each event arrives `copies` times, each `delay_s` late. Types in `drop` ("all", or types) never arrive, and with
# `hold` everything waits for a release. A failed attempt is repeated after `retry_s`, then after twice that, and so on.
NO_FAULTS: Json = {"delay_s": 0, "copies": 1, "drop": [], "hold": False, "retry_s": 1}
REPORTED_FIELDS = ("id", "event", "type", "state", "tries", "answer")


class Webhooks:
    """The delivery queue. It is in the store, so that deliveries continue after a restart. An open delivery is `held`
    or `waiting`, a closed one `delivered`, `dropped` or `failed`."""

    def __init__(self, store: Store, url: str, secret: str) -> None:
        self._store, self._url, self._secret = store, url, secret
        self._wake = Event()
        self.is_enabled = bool(url)

    def queue(self, event: Json) -> None:
        """Queue an event for delivery with the current faults."""
        faults = self.faults()
        if not self.is_enabled:
            return
        is_dropped = "all" in faults["drop"] or event["type"] in faults["drop"]
        state = "dropped" if is_dropped else "held" if faults["hold"] else "waiting"
        for _ in range(faults["copies"]):
            self._add(event, state, faults["delay_s"])

    def send(self, event: Json) -> None:
        """Deliver an event once more, also if it was delivered before."""
        self._add(event, "waiting", 0)

    def release(self, order: list[str]) -> int:
        """Release held deliveries: first the events of these ids in this order, then the others by age. Return their
        number."""
        held = [each for each in reversed(self._store.all("_open")) if each["state"] == "held"]
        held.sort(key=lambda each: order.index(each["event"]) if each["event"] in order else len(order))
        for index, each in enumerate(held):
            each |= {"state": "waiting", "due": time.time() + index / 1000}
        self._wake.set()
        return len(held)

    def faults(self) -> Json:
        return NO_FAULTS | self._store.get_value("webhooks")

    def deliveries(self) -> list[Json]:
        """Return all deliveries, oldest first; `answer` is the response status, or the name of the error."""
        rows = [*self._store.all("_open"), *self._store.all("_closed")]
        rows.sort(key=lambda each: each["made"])
        return [{name: each[name] for name in REPORTED_FIELDS} for each in rows]

    def signed(self, event: Json) -> tuple[bytes, str]:
        """Return the body and a current Stripe-Signature of a delivery, because receivers reject old signatures."""
        body = json.dumps(public(event), indent=2).encode()
        at = int(time.time())
        signature = hmac.new(self._secret.encode(), f"{at}.".encode() + body, sha256).hexdigest()
        return body, f"t={at},v1={signature}"

    def start(self) -> None:
        Thread(target=self._run, daemon=True).start()

    def _add(self, event: Json, state: str, delay_s: float) -> None:
        delivery = {
            "id": new_id("_whd"),
            "object": "_closed" if state == "dropped" else "_open",
            "event": event["id"],
            "type": event["type"],
            "state": state,
            "tries": 0,
            "answer": None,
            "made": time.time(),
            "due": time.time() + delay_s,
        }
        self._store.add(delivery)
        self._wake.set()

    def _run(self) -> None:
        with httpx.Client(timeout=TIMEOUT_S, trust_env=False) as client:
            while True:
                self._wake.clear()
                with self._store.change():
                    waiting = [each for each in self._store.all("_open") if each["state"] == "waiting"]
                    first = min(waiting, key=lambda each: (each["due"], each["made"]), default=None)
                    event = self._store.find(first["event"]) if first else None
                pause_s = first["due"] - time.time() if first else IDLE_S
                if first is None or event is None or pause_s > 0:
                    self._wake.wait(pause_s)
                    continue
                answer = self._post(client, event)
                with self._store.change():
                    self._record_attempt(first["id"], answer)

    def _post(self, client: httpx.Client, event: Json) -> int | str:
        body, signature = self.signed(event)
        headers = {"Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature}
        try:
            return client.post(self._url, content=body, headers={**headers, "User-Agent": "Stripe/1.0"}).status_code
        except httpx.HTTPError as failed:
            return type(failed).__name__

    def _record_attempt(self, id: str, answer: int | str) -> None:
        delivery = self._store.find(id)
        if delivery is None:
            return
        delivery |= {"tries": delivery["tries"] + 1, "answer": answer}
        if isinstance(answer, int) and 200 <= answer < 300:
            delivery |= {"object": "_closed", "state": "delivered"}
            if event := self._store.find(delivery["event"]):
                event["pending_webhooks"] = 0
        elif delivery["tries"] >= TRIES_MAX:
            delivery |= {"object": "_closed", "state": "failed"}
        else:
            pause_s = min(self.faults()["retry_s"] * 2 ** (delivery["tries"] - 1), PAUSE_MAX_S)
            delivery["due"] = time.time() + pause_s
