"""A client connects Google Analytics, chooses or types a property, changes it, and disconnects."""

import pytest
from django.conf import settings

from analytics.errors import EXPIRED
from analytics.models import GoogleCredentials
from sync.writes.db_executor import read
from tests.support.apps.analytics import MAYA, SITE, SOURCE, Analytics, analytics, property_of
from tests.support.fakes.sandbox import query_of
from tests.support.portal.agency import every_row, http_client
from tests.support.sync.convergence import Devices, replicas_converge

__all__ = ["analytics"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

ANALYTICS = "https://www.googleapis.com/auth/analytics.readonly"
SEARCH_CONSOLE = "https://www.googleapis.com/auth/webmasters.readonly"
EMPTY_CONNECTION = {"connected_account": None, "connected_property": None, "last_sync": None, "error": ""}


async def test_the_authorization_request_has_offline_read_scopes_and_one_redirect_uri(analytics: Analytics) -> None:
    async with analytics.portal.grows({"google_flows": 1}):
        params = query_of(await analytics.authorization_url())
    assert params["redirect_uri"] == f"{settings.SITE_URL}/oauth2callback"
    assert params["scope"].split() == ["openid", "email", "profile", ANALYTICS]
    assert (params["access_type"], params["prompt"], params["response_type"]) == (
        "offline",
        "select_account consent",
        "code",
    )
    assert params["code_challenge_method"] == "S256"
    assert len(params["state"]) == len(params["nonce"]) == 43


async def test_connecting_a_property_updates_every_device_of_the_client(analytics: Analytics, devices: Devices) -> None:
    async with replicas_converge(devices):
        profile = {"name": "Maya Lindqvist", "email": MAYA, "picture": "", "connected_property": None}
        assert await analytics.consent() == profile
    row = await analytics.row()
    assert (row["status"], row["connected_account"], row["connected_property"]) == ("not_connected", MAYA, None)
    properties = await analytics.call("properties")
    assert [(one["property"], one["displayName"], one["account"]) for one in properties.json()["rows"]] == [
        (property_of(MAYA), SITE, "Maya"),
        (property_of(MAYA, 1), "Maya – Online shop", "Maya"),
    ]
    async with replicas_converge(devices):
        reply = await analytics.call("property", property_id=property_of(MAYA))
        await analytics.work()
    assert (reply.status_code, reply.json()["data"]["status"]) == (200, "connected")
    assert await analytics.property() == (property_of(MAYA), SITE)
    row = await analytics.row()
    assert (row["status"], row["connected_property"], row["error"]) == ("connected", SITE, "")
    [figures] = await analytics.figures()
    assert figures["totals_as_of"] == figures["trend_as_of"] == figures["sources_as_of"] == row["last_sync"]
    assert figures["sessions"] == sum(sessions for _, sessions in figures["session_trend"])
    assert (len(figures["session_trend"]), len(figures["traffic_sources"])) == (30, 10)
    assert await analytics.figures("otto") == []
    assert ("connections", row["id"]) not in devices["ana"].replica.rows


async def test_the_tokens_are_stored_sealed_and_reach_no_device(analytics: Analytics, devices: Devices) -> None:
    await analytics.connect()
    credentials = await read(lambda: GoogleCredentials.objects.get())
    for text in (*(row for rows in (await read(every_row)).values() for row in rows), *devices["maya"].received()):
        assert "ya29." not in text
        assert "1//" not in text
    assert credentials.email == MAYA
    plaintext_count = await read(lambda: GoogleCredentials.objects.filter(sealed__contains="access").count())
    assert plaintext_count == 0


@pytest.mark.parametrize("text", [f"  {property_of(MAYA, 1)}  ", property_of(MAYA, 1)])
async def test_a_property_can_be_typed(text: str, analytics: Analytics) -> None:
    await analytics.consent()
    assert (await analytics.call("property", property_id=text)).json()["data"]["status"] == "connected"
    assert await analytics.property() == (property_of(MAYA, 1), "Maya – Online shop")


async def test_another_property_replaces_the_first_and_its_figures(analytics: Analytics, devices: Devices) -> None:
    await analytics.connect()
    [before] = await analytics.figures()
    async with replicas_converge(devices):
        await analytics.call("property", property_id=property_of(MAYA, 1))
        [before_read] = await analytics.figures()
        await analytics.work()
    assert (before_read["property_id"], before_read["sessions"], before_read["totals_as_of"]) == (
        property_of(MAYA, 1),
        None,
        None,
    )
    [after] = await analytics.figures()
    assert after["id"] != before["id"]
    assert after["sessions"] > 0
    assert after["sessions"] != before["sessions"]


async def test_disconnecting_revokes_at_google_and_deletes_here(analytics: Analytics, devices: Devices) -> None:
    await analytics.connect()
    analytics.google.order("reset")
    async with (
        replicas_converge(devices),
        analytics.portal.grows({"google_credentials": -1, "ga_snapshots": -1, "w": 1, "c:maya": 3}),
    ):
        reply = await analytics.call("disconnect", **SOURCE)
    assert {name: reply.json()["data"][name] for name in EMPTY_CONNECTION} == EMPTY_CONNECTION
    assert reply.json()["data"]["status"] == "not_connected"
    assert analytics.google.calls() == {"revoke": 1}
    assert await analytics.property() == (None, None)
    assert await analytics.figures() == []
    async with analytics.portal.grows({}):
        repeat = await analytics.call("disconnect", **SOURCE)
        assert (repeat.status_code, repeat.json()["data"]["status"]) == (200, "not_connected")
        assert (await analytics.call("properties")).json() == {
            "code": "google_token_missing",
            "message": "Google access token not found. Please reconnect your Google account.",
        }
    assert analytics.google.calls() == {"revoke": 1}


async def test_a_connection_begins_when_its_account_is_connected(analytics: Analytics) -> None:
    await analytics.connect()
    first = (await analytics.row())["created_at"]
    await analytics.connect()
    assert (await analytics.row())["created_at"] == first
    await analytics.call("disconnect", **SOURCE)
    await analytics.connect()
    second = (await analytics.row())["created_at"]
    assert second > first
    await analytics.consent(email="maya@empty.example")
    assert (await analytics.row())["created_at"] > second


async def test_disconnecting_removes_nothing_while_google_cannot_revoke(analytics: Analytics) -> None:
    await analytics.connect()
    analytics.google.order("500", call="revoke")
    async with analytics.portal.unchanged():
        reply = await analytics.call("disconnect", **SOURCE)
    assert (reply.status_code, reply.json()["message"]) == (503, "Failed to disconnect. Please try again.")


async def test_an_account_without_a_property_has_the_status_no_account(analytics: Analytics) -> None:
    await analytics.consent(email="maya@empty.example")
    assert (await analytics.call("properties")).json() == {"rows": []}
    assert (await analytics.row())["status"] == "no_account"
    await analytics.consent()
    await analytics.call("properties")
    assert (await analytics.row())["status"] == "not_connected"


async def test_connecting_again_keeps_the_property_and_reads_it(analytics: Analytics) -> None:
    await analytics.connect()
    analytics.google.order("revoke", email=MAYA)
    analytics.google.order("expire")
    await analytics.read_now()
    row = await analytics.row()
    assert (row["status"], row["error"]) == ("error", EXPIRED)
    analytics.google.order("reset")
    assert (await analytics.consent())["connected_property"] == SITE
    row = await analytics.row()
    assert (row["status"], row["connected_property"], row["error"]) == ("connected", SITE, "")
    await analytics.work()
    assert analytics.google.calls() == {"token": 1, "runReport": 3}


async def test_another_google_account_has_the_former_ones_consent_revoked(analytics: Analytics) -> None:
    await analytics.consent()
    analytics.google.order("reset")
    await analytics.consent(email="other@gmail.example")
    assert analytics.google.calls() == {"token": 1, "revoke": 1}
    assert (await analytics.row())["connected_account"] == "other@gmail.example"


async def test_search_console_needs_a_setting_and_shares_its_consent_with_analytics(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch, devices: Devices
) -> None:
    source = {"source_type": "google_search_console"}
    async with analytics.portal.unchanged():
        response = await analytics.call("authorize", **source)
    assert (response.status_code, response.json()["code"]) == (404, "analytics_not_set_up")
    monkeypatch.setattr(settings, "GOOGLE_SEARCH_CONSOLE", True)
    assert query_of(await analytics.authorization_url(**source))["scope"].split()[3:] == [SEARCH_CONSOLE]
    await analytics.connect()
    assert query_of(await analytics.authorization_url(**source))["scope"].split()[3:] == [ANALYTICS, SEARCH_CONSOLE]
    await analytics.consent(**source)
    row = await analytics.row(source_type="google_search_console")
    assert (row["status"], row["connected_account"]) == ("connected", MAYA)
    async with replicas_converge(devices):
        connection = (await analytics.call("disconnect", **source)).json()["data"]
    assert {name: connection[name] for name in EMPTY_CONNECTION} == EMPTY_CONNECTION
    assert connection["status"] == "not_connected"
    analytics_row = await analytics.row()
    assert (analytics_row["status"], analytics_row["error"], analytics_row["connected_property"]) == (
        "error",
        "Google access token not found. Please reconnect your Google account.",
        SITE,
    )
    assert await read(GoogleCredentials.objects.count) == 0
    assert len(await analytics.figures()) == 1


async def test_an_admin_who_views_a_client_sees_the_clients_sources(analytics: Analytics) -> None:
    await analytics.connect()
    own = (await analytics.portal.as_("maya").get("/rest/v1/connections")).json()
    assert len(own["rows"]) == 1
    body = {"client_id": str(analytics.portal.clients["maya"])}
    view = (await analytics.portal.as_("ana").post("/rest/v1/client_views", json=body)).json()
    async with http_client(view["token"]) as http:
        assert (await http.get("/rest/v1/connections")).json() == own


async def test_without_google_keys_analytics_is_not_set_up(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await analytics.portal.as_("maya").get("/rest/v1/connections")).json() == {"is_set_up": True, "rows": []}
    monkeypatch.setattr(settings, "GOOGLE_CLIENT_ID", None)
    async with analytics.portal.unchanged():
        assert (await analytics.portal.as_("maya").get("/rest/v1/connections")).json()["is_set_up"] is False
        reply = await analytics.call("authorize", **SOURCE)
        assert (reply.status_code, reply.json()["message"]) == (404, "Google Analytics is not set up")
