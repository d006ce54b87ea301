"""The errors of billing."""

from core.errors import Conflict, Invalid, NotFound, Unavailable


class NotSetUp(NotFound):
    """This installation has no Stripe keys."""

    code = "payments_not_set_up"
    message = "Payments are not set up"


class ProductNotFound(NotFound):
    """No product has this price."""

    code = "product_not_found"
    message = "Product not found"


class AlreadySubscribed(Conflict):
    """The client already has a subscription, which they manage in the portal."""

    code = "already_subscribed"
    message = "You already have a subscription. Manage it in the billing portal."


class WrongAddress(Invalid):
    """A return URL is not on this site, or the success URL has no placeholder for the checkout's id."""

    code = "wrong_address"
    message = "The return address is not valid"


class CardNotSaved(Invalid):
    """Stripe has no succeeded SetupIntent with this id for this customer."""

    code = "card_not_kept"
    message = "Failed to create payment method"


class BadSignature(Invalid):
    """The webhook request was not signed by Stripe, or is too old."""

    code = "bad_signature"
    message = "The signature is not valid"


class PaymentsUnavailable(Unavailable):
    """Stripe does not respond, or responds with an error."""

    code = "payments_unavailable"
    message = "Payments are not available now. Please try again."


class OfferReplaced(PaymentsUnavailable):
    """Another attempt of the same client stored its offer first. This one bought nothing, and a retry can succeed."""
