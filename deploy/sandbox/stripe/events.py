"""Events, newest first."""

from sandbox.stripe import lists
from sandbox.stripe.account import Account
from sandbox.stripe.errors import Json
from sandbox.stripe.params import Params


def retrieve(account: Account, params: Params, id: str) -> Json:
    return account.get("event", id)


def listed(account: Account, params: Params) -> Json:
    kind, kinds = params.text("type"), params.texts("types")
    events = [
        each
        for each in account.store.all("event")
        if kind in {None, each["type"]} and (not kinds or each["type"] in kinds)
    ]
    return lists.page(params, "/v1/events", events)
