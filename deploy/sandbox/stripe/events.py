"""Events, newest first."""

from sandbox.stripe import lists
from sandbox.stripe.errors import Json
from sandbox.stripe.params import Params
from sandbox.stripe.world import World


def retrieve(world: World, params: Params, id: str) -> Json:
    return world.get("event", id)


def listed(world: World, params: Params) -> Json:
    kind, kinds = params.text("type"), params.texts("types")
    events = [
        each
        for each in world.store.all("event")
        if kind in {None, each["type"]} and (not kinds or each["type"] in kinds)
    ]
    return lists.page(params, "/v1/events", events)
