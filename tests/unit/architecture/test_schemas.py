"""Each schema name in the OpenAPI document is unique, because the second of two would overwrite the first."""

import json
from collections.abc import Collection, Iterator

from pydantic import BaseModel

from config.api import api
from tests.support.architecture.tree import ROOT

OURS = {folder.name for folder in (ROOT / "platform").iterdir() if folder.is_dir()}


def below(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for one in model.__subclasses__():
        yield one
        yield from below(one)


def namesakes(shapes: Collection[type[BaseModel]], described: Collection[str]) -> list[str]:
    """Our schemas that share one name in the document."""
    schemas_by_name: dict[str, set[str]] = {}
    for one in shapes:
        if one.__name__ in described and one.__module__.partition(".")[0] in OURS:
            schemas_by_name.setdefault(one.__name__, set()).add(one.__module__)
    return [
        f"{name}: {', '.join(sorted(places))}" for name, places in sorted(schemas_by_name.items()) if len(places) > 1
    ]


def test_every_schema_has_a_unique_name() -> None:
    assert api.urls  # every app's endpoints are in it
    described = json.loads((ROOT / "platform" / "config" / "openapi.json").read_text())["components"]["schemas"]
    assert len(described) > 100
    twins = namesakes(set(below(BaseModel)), described)
    assert not twins, "\n".join(["Name one of them after what it is for:", *twins])


def test_a_duplicate_schema_name_is_caught() -> None:
    one = type("TwinOut", (BaseModel,), {"__module__": "clients.schemas"})
    other = type("TwinOut", (BaseModel,), {"__module__": "chatbots.schemas.rows"})
    assert namesakes([one, other], ["TwinOut"]) == ["TwinOut: chatbots.schemas.rows, clients.schemas"]
    assert namesakes([one, other], ["Other"]) == []
