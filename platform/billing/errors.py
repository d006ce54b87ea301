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
    """The client has a ongoing subscription, which they manage in the portal."""

    code = "already_subscribed"
    message = "You already have a subscription. Manage it in the billing portal."


class WrongAddress(Invalid):
    """A return URL that is not of this installation or does not name its checkout."""

    code = "wrong_address"
    message = "The address to come back to is not valid"


class CardNotSaved(Invalid):
    """Stripe has no finished card entry with this id for this customer."""

    code = "card_not_kept"
    message = "Failed to create payment method"


class BadSignature(Invalid):
    """The webhook request was not signed by Stripe, or is too old."""

    code = "bad_signature"
    message = "The signature does not fit"


class PaymentsUnavailable(Unavailable):
    """Stripe does not respond, or responds with an error."""

    code = "payments_unavailable"
    message = "Payments are not available now. Please try again."


class OfferReplaced(PaymentsUnavailable):
    """Another attempt of the same client has stored its offer first. Nothing was bought; a new attempt can succeed."""
