"""API calls allowed with the publishable key: read and confirm an intent by its client secret."""

import hmac

from sandbox.stripe.account import Account
from sandbox.stripe.cards import payments, setups
from sandbox.stripe.errors import Json, invalid
from sandbox.stripe.params import Params


def setup(account: Account, params: Params, id: str) -> Json:
    return _intent_by_secret(account, params, "setup_intent", id)


def confirm_setup(account: Account, params: Params, id: str) -> Json:
    _intent_by_secret(account, params, "setup_intent", id)
    return setups.confirm(account, params, id)


def payment(account: Account, params: Params, id: str) -> Json:
    return _intent_by_secret(account, params, "payment_intent", id)


def confirm_payment(account: Account, params: Params, id: str) -> Json:
    _intent_by_secret(account, params, "payment_intent", id)
    return payments.confirm(account, params, id)


def _intent_by_secret(account: Account, params: Params, kind: str, id: str) -> Json:
    intent, secret = account.get(kind, id), params.need("client_secret")
    if not hmac.compare_digest(intent["client_secret"].encode(), secret.encode()):
        raise invalid(f"No such {kind.replace('_', '')}: '{id}'", param="client_secret", code="resource_missing")
    return intent
