"""The OpenAPI document, which Developer Docs shows."""

import pytest

from config import api
from tests.support.endpoints.rules import RULES
from tests.support.portal.agency import http_client

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def test_the_document_lists_every_endpoint_and_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Building it for each request took so long on a busy server that Developer Docs showed an error."""
    async with http_client(None) as http:
        first = await http.get("/rest/v1/openapi.json")
        builds: list[str] = []
        monkeypatch.setattr(api, "get_schema", lambda **arguments: builds.append(arguments["path_prefix"]))
        second = await http.get("/rest/v1/openapi.json")
    paths = first.json()["paths"]
    assert {f"{verb.upper()} {path}" for path, verbs in paths.items() for verb in verbs} == set(RULES)
    assert (second.status_code, second.content, builds) == (200, first.content, [])
