"""The control endpoint of the fake Google at /sandbox/google: accepts orders for failures, and returns call counts."""

import threading
from collections import Counter

from sandbox.google.tokens import Tokens
from sandbox.server import Answer, Request, in_json

PATH = "/sandbox/google"
FAILURES = {
    "401": (401, "UNAUTHENTICATED", "Request had invalid authentication credentials."),
    "403-expired": (403, "PERMISSION_DENIED", "The access token has Expired."),
    "403": (403, "PERMISSION_DENIED", "User does not have sufficient permissions for this property."),
    "429": (429, "RESOURCE_EXHAUSTED", "Exhausted property tokens per hour."),
    "500": (500, "INTERNAL", "Internal error encountered."),
}


class Control:
    """Counts calls by purpose, and stores the failures ordered for the next calls."""

    def __init__(self, tokens: Tokens) -> None:
        self._tokens, self._lock = tokens, threading.Lock()
        self._counts: Counter[str] = Counter()
        self._ordered: dict[tuple[str, str], int] = {}

    def answer(self, request: Request) -> Answer | None:
        if request.path != PATH:
            return None
        if request.method == "POST" and not self._execute(request.form):
            return in_json({"error": "unknown order"}, 400)
        return in_json({"calls": dict(self._counts)})

    def count(self, call: str) -> None:
        with self._lock:
            self._counts[call] += 1

    def takes(self, order: str, call: str = "") -> bool:
        """Return whether an order applies to this call, and reduce its remaining times by one."""
        with self._lock:
            for key in ((order, call), (order, "")):
                if self._ordered.get(key, 0) > 0:
                    self._ordered[key] -= 1
                    return True
        return False

    def failure(self, call: str) -> Answer | None:
        """Return the error that was ordered for this call, in Google's format, or None."""
        for order, (code, status, message) in FAILURES.items():
            if self.takes(order, call):
                return error(code, status, message)
        return None

    def _execute(self, form: dict[str, str]) -> bool:
        order, times = form.get("order", ""), form.get("times", "1")
        if order == "reset":
            with self._lock:
                self._counts.clear()
                self._ordered.clear()
        elif order == "expire":
            self._tokens.expire()
        elif order == "revoke":
            self._tokens.forget(form.get("email", ""))
        elif times.isdecimal() and (order in FAILURES or order in {"no-id-token", "empty", "new", "short"}):
            with self._lock:
                self._ordered[order, form.get("call", "")] = int(times)
        else:
            return False
        return True


def error(code: int, status: str, message: str) -> Answer:
    return in_json({"error": {"code": code, "message": message, "status": status}}, code)
