"""The OpenAPI document of `/auth/v1` describes every response, to valid and to invalid requests."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.accounts.live_service import Live
from tests.support.servers.server import ROOT

pytestmark = pytest.mark.xdist_group("auth-js")

DOCUMENT = ROOT / "platform/config/openapi.json"
VERSION = {"X-Supabase-Api-Version": "2024-01-01"}
CHECKS: list[CheckFunction] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 12
schema = schemathesis.openapi.from_path(DOCUMENT).include(path_regex="^/auth/v1/")


@pytest.fixture
def bearer(live: Live) -> dict[str, str]:
    """A new user for each endpoint, because some endpoints end sessions and some change passwords."""
    tab, _ = live.new_user()
    return {"Authorization": f"Bearer {tab.session()['access_token']}"}


@schema.parametrize()
@settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_every_response_matches_the_schema(case: schemathesis.Case[Any], live: Live, bearer: dict[str, str]) -> None:
    reply = case.call(base_url=live.server.url, headers={**VERSION, **bearer}, allow_redirects=False)
    case.validate_response(reply, checks=CHECKS)
