"""API calls allowed with the publishable key: read and confirm an intent by its client secret."""

import hmac

from sandbox.stripe.cards import payments, setups
from sandbox.stripe.errors import Json, invalid
from sandbox.stripe.params import Params
from sandbox.stripe.world import World


def setup(world: World, params: Params, id: str) -> Json:
    return _proved(world, params, "setup_intent", id)


def confirm_setup(world: World, params: Params, id: str) -> Json:
    _proved(world, params, "setup_intent", id)
    return setups.confirm(world, params, id)


def payment(world: World, params: Params, id: str) -> Json:
    return _proved(world, params, "payment_intent", id)


def confirm_payment(world: World, params: Params, id: str) -> Json:
    _proved(world, params, "payment_intent", id)
    return payments.confirm(world, params, id)


def _proved(world: World, params: Params, kind: str, id: str) -> Json:
    intent, secret = world.get(kind, id), params.need("client_secret")
    if not hmac.compare_digest(intent["client_secret"].encode(), secret.encode()):
        raise invalid(f"No such {kind.replace('_', '')}: '{id}'", param="client_secret", code="resource_missing")
    return intent
