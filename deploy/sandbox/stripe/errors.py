"""Stripe's errors in its own format: {"error": {"type", "code", "message", "param", ...}} and the status."""

from typing import Any

Json = dict[str, Any]
DECLINED = "https://stripe.com/docs/error-codes/card-declined"


class StripeError(Exception):
    """A response other than 200. Rolls changes back, unless `is_committed`: a failed payment stays stored."""

    def __init__(self, status: int, error: Json, *, is_committed: bool = False) -> None:
        super().__init__(error.get("message", ""))
        self.status, self.error, self.is_committed = status, error, is_committed


def invalid(message: str, *, param: str | None = None, code: str | None = None, status: int = 400) -> StripeError:
    error: Json = {"message": message, "type": "invalid_request_error"}
    return StripeError(status, error | _given(param=param, code=code))


def missing(kind: str, id: str, *, param: str = "id") -> StripeError:
    """Return the error of a missing object: 404 if the path names it, 400 if a parameter does."""
    message = f"No such {NAMES.get(kind, kind)}: '{id}'"
    return invalid(message, param=param, code="resource_missing", status=404 if param == "id" else 400)


def declined(message: str, *, code: str, decline_code: str | None = None, param: str | None = None) -> Json:
    """Return the error of a card; intents contain it too."""
    error: Json = {"code": code, "doc_url": DECLINED, "message": message, "type": "card_error"}
    return error | _given(decline_code=decline_code, param=param)


NAMES = {
    "checkout.session": "checkout.session",
    "payment_method": "PaymentMethod",
    "setup_intent": "setupintent",
    "payment_intent": "payment_intent",
}


def _given(**fields: str | None) -> Json:
    return {name: text for name, text in fields.items() if text is not None}
