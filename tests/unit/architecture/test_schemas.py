"""Each schema name in the OpenAPI document is unique, because the second of two would overwrite the first."""

import json
from collections.abc import Collection, Iterator

from pydantic import BaseModel

from config.api import api
from tests.support.architecture.tree import ROOT

APPS = {folder.name for folder in (ROOT / "platform").iterdir() if folder.is_dir()}


def subclasses(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for subclass in model.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


def duplicate_names(schemas: Collection[type[BaseModel]], documented: Collection[str]) -> list[str]:
    """One line for each name in the document that several of our schemas have, with their modules."""
    modules_by_name: dict[str, set[str]] = {}
    for schema in schemas:
        if schema.__name__ in documented and schema.__module__.partition(".")[0] in APPS:
            modules_by_name.setdefault(schema.__name__, set()).add(schema.__module__)
    return [
        f"{name}: {', '.join(sorted(modules))}" for name, modules in sorted(modules_by_name.items()) if len(modules) > 1
    ]


def test_every_schema_has_a_unique_name() -> None:
    assert api.urls  # its import has imported every app's schemas
    documented = json.loads((ROOT / "platform" / "config" / "openapi.json").read_text())["components"]["schemas"]
    assert len(documented) > 100
    duplicates = duplicate_names(set(subclasses(BaseModel)), documented)
    assert not duplicates, "\n".join(["Rename one schema of each line after its use:", *duplicates])


def test_a_duplicate_schema_name_is_caught() -> None:
    one = type("TwinOut", (BaseModel,), {"__module__": "clients.schemas"})
    other = type("TwinOut", (BaseModel,), {"__module__": "chatbots.schemas.rows"})
    assert duplicate_names([one, other], ["TwinOut"]) == ["TwinOut: chatbots.schemas.rows, clients.schemas"]
    assert duplicate_names([one, other], ["Other"]) == []
