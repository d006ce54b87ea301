"""The refusals of billing."""

from core.errors import Conflict, Invalid, NotFound, Unavailable


class NotSetUp(NotFound):
    """This installation has no keys of Stripe."""

    code = "payments_not_set_up"
    message = "Payments are not set up"


class ProductNotFound(NotFound):
    """No product has this price."""

    code = "product_not_found"
    message = "Product not found"


class AlreadySubscribed(Conflict):
    """There is a subscription that lives: it is managed in the portal."""

    code = "already_subscribed"
    message = "You already have a subscription. Manage it in the billing portal."


class WrongAddress(Invalid):
    """A way back that does not lead to this installation, or cannot say which checkout it was."""

    code = "wrong_address"
    message = "The address to come back to is not valid"


class CardNotKept(Invalid):
    """Stripe has no finished card entry of this person by that name."""

    code = "card_not_kept"
    message = "Failed to create payment method"


class BadSignature(Invalid):
    """The webhook was not called by Stripe, or long ago."""

    code = "bad_signature"
    message = "The signature does not fit"


class PaymentsUnavailable(Unavailable):
    """Stripe does not answer, or not as it should."""

    code = "payments_unavailable"
    message = "Payments are not available now. Please try again."
