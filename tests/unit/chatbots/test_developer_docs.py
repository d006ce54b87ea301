"""Developer Docs: every listed route, table and function exists, and those that the specification requires are listed."""

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


def listed(kind: str) -> list[str]:
    return re.findall(r"^  \['([^']+)', ", LISTS[kind], re.MULTILINE)


def screen_paths(folder: Path = ROOT / "pwa/src/app") -> str:
    return "".join((folder / name).read_text("utf-8") for name in ("paths.ts", "more-paths.ts"))


def test_every_route_is_a_page_or_a_screen() -> None:
    routes = listed("ROUTES")
    assert [path for path in routes if public_page(path) is None and not is_screen(path)] == []
    screens = [path for path in routes if path.startswith("/dashboard")]
    assert [path for path in screens if f"'{path}'" not in screen_paths()] == []


def test_every_listed_table_and_function_exists_and_the_specified_ones_are_listed() -> None:
    tables = {model._meta.db_table for model in apps.get_models()}
    paths = set(json.loads((ROOT / "platform/config/openapi.json").read_text("utf-8"))["paths"])
    assert set(listed("TABLES")) <= tables
    assert {f"/functions/v1/{name}" for name in listed("FUNCTIONS")} <= paths
    assert set(listed("TABLES")) >= TABLES
    assert set(listed("FUNCTIONS")) >= FUNCTIONS


def test_every_example_is_an_endpoint_of_the_server() -> None:
    examples = re.findall(r"'([A-Z]+)',\s+'(/[^']+)'", LISTS["EXAMPLES"])
    paths = json.loads((ROOT / "platform/config/openapi.json").read_text("utf-8"))["paths"]
    assert len(examples) == 3
    assert [(method, path) for method, path in examples if method.lower() not in paths[path]] == []


def test_every_area_of_the_requests_has_a_heading() -> None:
    paths = json.loads((ROOT / "platform/config/openapi.json").read_text("utf-8"))["paths"]
    tags = {tag for operations in paths.values() for operation in operations.values() for tag in operation["tags"]}
    areas = (ROOT / "pwa/src/features/chatbots/dev-docs/areas.ts").read_text("utf-8")
    assert tags == set(re.findall(r"^  \['(\w+)', '", areas, re.MULTILINE))
