"""Developer Docs: every route, table and function that they name exists, and they name all that the spec requires."""

import json
import re
from pathlib import Path

from django.apps import apps

from server.paths import is_screen, public_page
from tests.support.architecture.tree import ROOT

PROSE = (ROOT / "pwa/src/features/chatbots/dev-docs/prose.ts").read_text("utf-8")
LISTS = dict(re.findall(r"export const (\w+): .*?= \[\n(.*?)\n\]", PROSE, re.DOTALL))
TABLES = {"clients", "admins", "messages", "reports"}
FUNCTIONS = {"create-checkout-session", "create-portal-session", "stripe-webhook"}


def named(kind: str) -> list[str]:
    return re.findall(r"^  \['([^']+)', ", LISTS[kind], re.MULTILINE)


def screens(folder: Path = ROOT / "pwa/src/app") -> str:
    return "".join((folder / name).read_text("utf-8") for name in ("paths.ts", "more-paths.ts"))


def test_every_route_is_a_page_or_a_screen() -> None:
    routes = named("ROUTES")
    assert [path for path in routes if public_page(path) is None and not is_screen(path)] == []
    below = [path for path in routes if path.startswith("/dashboard")]
    assert [path for path in below if f"'{path}'" not in screens()] == []


def test_every_listed_table_and_function_exists_and_the_specified_ones_are_listed() -> None:
    tables = {model._meta.db_table for model in apps.get_models()}
    paths = set(json.loads((ROOT / "platform/config/openapi.json").read_text("utf-8"))["paths"])
    assert set(named("TABLES")) <= tables
    assert {f"/functions/v1/{name}" for name in named("FUNCTIONS")} <= paths
    assert set(named("TABLES")) >= TABLES
    assert set(named("FUNCTIONS")) >= FUNCTIONS


def test_every_example_is_an_endpoint_of_the_server() -> None:
    uses = re.findall(r"'([A-Z]+)',\s+'(/[^']+)'", LISTS["EXAMPLES"])
    paths = json.loads((ROOT / "platform/config/openapi.json").read_text("utf-8"))["paths"]
    assert len(uses) == 3
    assert [use for use in uses if use[0].lower() not in paths[use[1]]] == []
