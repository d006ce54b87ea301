"""Stripe's test cards, and how each behaves when it is saved and when it is charged. Other numbers are rejected."""

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Literal

from sandbox.stripe.errors import Json, StripeError, declined
from sandbox.stripe.params import Params

Authentication = Literal["never", "unless set up", "always"]


@dataclass(frozen=True)
class Card:
    """A test card. `decline_error` is why it is declined; with `fails_on_charge` it can be saved but not charged."""

    number: str
    brand: str = "visa"
    decline_error: str | None = None
    fails_on_charge: bool = False
    authentication: Authentication = "never"


CARDS = {
    "pm_card_visa": Card("4242424242424242"),
    "pm_card_visa_debit": Card("4000056655665556"),
    "pm_card_mastercard": Card("5555555555554444", "mastercard"),
    "pm_card_amex": Card("378282246310005", "amex"),
    "pm_card_discover": Card("6011111111111117", "discover"),
    "pm_card_jcb": Card("3566002020360505", "jcb"),
    "pm_card_visa_chargeDeclined": Card("4000000000000002", decline_error="generic_decline"),
    "pm_card_visa_chargeDeclinedInsufficientFunds": Card("4000000000009995", decline_error="insufficient_funds"),
    "pm_card_visa_chargeDeclinedLostCard": Card("4000000000009987", decline_error="lost_card"),
    "pm_card_visa_chargeDeclinedStolenCard": Card("4000000000009979", decline_error="stolen_card"),
    "pm_card_chargeDeclinedExpiredCard": Card("4000000000000069", decline_error="expired_card"),
    "pm_card_chargeDeclinedIncorrectCvc": Card("4000000000000127", decline_error="incorrect_cvc"),
    "pm_card_chargeDeclinedProcessingError": Card("4000000000000119", decline_error="processing_error"),
    "pm_card_chargeCustomerFail": Card("4000000000000341", decline_error="generic_decline", fails_on_charge=True),
    "pm_card_authenticationRequiredOnSetup": Card("4000002500003155", authentication="unless set up"),
    "pm_card_threeDSecure2Required": Card("4000000000003220", authentication="always"),
    "pm_card_authenticationRequired": Card("4000002760003184", authentication="always"),
    "pm_card_threeDSecureRequired": Card("4000000000003063", authentication="always"),
}
LIVE_CARD = (
    "Your card was declined. Your request was in test mode, but used a non test (live) card. "
    "For a list of valid test cards, visit: https://stripe.com/docs/testing."
)
BY_NUMBER = {card.number: card for card in CARDS.values()}
# Stripe's codes and messages; other declines are "Your card was declined." with their own decline code.
DECLINE_MESSAGES = {
    "insufficient_funds": ("card_declined", "Your card has insufficient funds."),
    "expired_card": ("expired_card", "Your card has expired."),
    "incorrect_cvc": ("incorrect_cvc", "Your card's security code is incorrect."),
    "processing_error": (
        "processing_error",
        "An error occurred while processing your card. Try again in a little bit.",
    ),
    "authentication_required": (
        "authentication_required",
        "Your card was declined. This transaction requires authentication.",
    ),
    "test_mode_live_card": (
        "card_declined",
        LIVE_CARD,
    ),
}


def decline_error(reason: str) -> Json:
    """Return the error of a declined card."""
    code, message = DECLINE_MESSAGES.get(reason, ("card_declined", "Your card was declined."))
    return declined(message, code=code, decline_code=reason)


def card_from_form(form: dict[str, str]) -> Params:
    """Return the card of a hosted page's form as API parameters."""
    month, _, year = form.get("expiry", "").replace(" ", "").partition("/")
    return Params({"number": form.get("number", ""), "exp_month": month, "exp_year": year, "cvc": form.get("cvc", "")})


def parse_card(given: Params, now: int) -> tuple[Card, Json]:
    """Return the test card, and the details that may be stored. Raises `StripeError` as Stripe's own checks do."""
    digits = "".join(given.need("number").split())
    month, year = given.number("exp_month"), given.number("exp_year")
    cvc = given.text("cvc")
    if not is_number(digits):
        raise _card_error("incorrect_number", "Your card number is incorrect.", "number")
    if month is None or not 1 <= month <= 12:
        raise _card_error("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month")
    year = year + 2000 if year is not None and year < 100 else year
    if year is None or not _is_ahead(month, year, now):
        raise _card_error("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year")
    if cvc is not None and (not cvc.isdecimal() or len(cvc) not in {3, 4}):
        raise _card_error("invalid_cvc", "Your card's security code is invalid.", "cvc")
    card = BY_NUMBER.get(digits)
    if card is None:
        raise StripeError(402, decline_error("test_mode_live_card"))
    return card, {"exp_month": month, "exp_year": year, "cvc_check": None if cvc is None else "unchecked"}


def is_number(digits: str) -> bool:
    """Return whether the number passes the Luhn check."""
    if not digits.isdecimal() or not 12 <= len(digits) <= 19:
        return False
    odd, even = digits[-1::-2], digits[-2::-2]
    return (sum(map(int, odd)) + sum(sum(divmod(2 * int(each), 10)) for each in even)) % 10 == 0


def shape_of(card: Card, details: Json) -> Json:
    """Return the `card` of a payment method, with only the last digits of the number."""
    return {
        "brand": card.brand,
        "checks": {
            "address_line1_check": None,
            "address_postal_code_check": None,
            "cvc_check": details["cvc_check"],
        },
        "country": "US",
        "display_brand": "american_express" if card.brand == "amex" else card.brand,
        "exp_month": details["exp_month"],
        "exp_year": details["exp_year"],
        "fingerprint": sha256(f"stand-in {card.number}".encode()).hexdigest()[:16],
        "funding": "debit" if card.number == CARDS["pm_card_visa_debit"].number else "credit",
        "generated_from": None,
        "last4": card.number[-4:],
        "networks": {"available": [card.brand], "preferred": None},
        "regulated_status": "unregulated",
        "three_d_secure_usage": {"supported": True},
        "wallet": None,
    }


def _card_error(code: str, message: str, param: str) -> StripeError:
    return StripeError(402, declined(message, code=code, param=param))


def _is_ahead(month: int, year: int, now: int) -> bool:
    today = datetime.fromtimestamp(now, UTC)
    return (today.year, today.month) <= (year, month) <= (today.year + 50, 12)
