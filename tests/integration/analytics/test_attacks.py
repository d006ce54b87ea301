"""Attacks on analytics: another client's figures, another user's consent, and redirects to other sites."""

from datetime import timedelta

import pytest
from django.conf import settings

from accounts.limits.buckets import Limit
from analytics import services
from analytics.models import GoogleFlow
from clients import services as clients
from core.clock import now
from sync.writes.db_executor import read, write
from tests.support.apps.analytics import MAYA, SOURCE, Analytics, analytics, property_of
from tests.support.fakes.sandbox import query_of
from tests.support.portal.agency import http_client

__all__ = ["analytics"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

NOT_AUTHORIZED = (422, {"code": "google_not_authorized", "message": "Failed to authenticate with Google."})
OTTO = "otto@gmail.example"


async def test_a_state_is_valid_for_its_own_user_only(analytics: Analytics) -> None:
    redirect_url = analytics.google.allow(await analytics.authorization_url("otto"), OTTO)
    async with analytics.portal.unchanged():
        reply = await analytics.exchange(redirect_url, "maya")
    assert (reply.status_code, reply.json()) == NOT_AUTHORIZED
    assert (await analytics.exchange(redirect_url, "otto")).status_code == 200


@pytest.mark.parametrize("state", ["", "made-up", "x" * 2000, "%00", "' OR 1=1"])
async def test_an_unknown_state_is_rejected(state: str, analytics: Analytics) -> None:
    redirect_url = analytics.google.allow(await analytics.authorization_url(), MAYA)
    async with analytics.portal.unchanged():
        reply = await analytics.call("exchange", state=state, code=query_of(redirect_url)["code"])
    assert (reply.status_code, reply.json()) == NOT_AUTHORIZED


async def test_a_callback_is_valid_once(analytics: Analytics) -> None:
    redirect_url = analytics.google.allow(await analytics.authorization_url(), MAYA)
    assert (await analytics.exchange(redirect_url)).status_code == 200
    analytics.google.order("reset")
    async with analytics.portal.unchanged():
        reply = await analytics.exchange(redirect_url)
    assert (reply.status_code, reply.json()) == NOT_AUTHORIZED
    assert analytics.google.calls() == {}


async def test_a_code_is_rejected_with_the_state_of_another_flow(analytics: Analytics) -> None:
    """Each flow has its own PKCE verifier."""
    first = query_of(analytics.google.allow(await analytics.authorization_url(), MAYA))
    other = query_of(await analytics.authorization_url())
    async with analytics.portal.grows({"google_flows": -1}):
        reply = await analytics.call("exchange", state=other["state"], code=first["code"])
    assert (reply.status_code, reply.json()) == NOT_AUTHORIZED
    assert (await analytics.portal.as_("maya").get("/rest/v1/connections")).json()["rows"] == []


@pytest.mark.parametrize("age", [timedelta(minutes=11), timedelta(days=-1)], ids=["old", "dated in the future"])
async def test_an_expired_callback_is_rejected(age: timedelta, analytics: Analytics) -> None:
    """A request that is dated in the future comes from a clock that was ahead."""
    redirect_url = analytics.google.allow(await analytics.authorization_url(), MAYA)
    await write(lambda: GoogleFlow.objects.update(created_at=now() - age))
    async with analytics.portal.grows({"google_flows": -1}):
        reply = await analytics.exchange(redirect_url)
    assert (reply.status_code, reply.json()) == NOT_AUTHORIZED


async def test_an_authorization_request_deletes_expired_ones_of_every_user(analytics: Analytics) -> None:
    await analytics.authorization_url("otto")
    await write(lambda: GoogleFlow.objects.update(created_at=now() - timedelta(minutes=11)))
    for _ in range(2):
        await analytics.authorization_url("maya")
    user_ids = await read(lambda: list(GoogleFlow.objects.values_list("user_id", flat=True)))
    assert user_ids == [analytics.portal.users["maya"].id] * 2


async def test_consent_without_the_analytics_scope_is_rejected_and_revoked(analytics: Analytics) -> None:
    redirect_url = analytics.google.allow_sign_in_alone(await analytics.authorization_url(), MAYA)
    async with analytics.portal.grows({"google_flows": -1}):
        reply = await analytics.exchange(redirect_url)
    assert (reply.status_code, reply.json()["message"]) == (422, "Authorization was denied or cancelled.")
    assert analytics.google.calls() == {"token": 1, "revoke": 1}


async def test_tokens_without_an_id_token_are_rejected(analytics: Analytics) -> None:
    redirect_url = analytics.google.allow(await analytics.authorization_url(), MAYA)
    analytics.google.order("no-id-token")
    async with analytics.portal.grows({"google_flows": -1}):
        reply = await analytics.exchange(redirect_url)
    assert (reply.status_code, reply.json()["message"]) == (422, "No ID token received")


@pytest.mark.parametrize("property_id", [property_of(OTTO), property_of(MAYA, 2), "1", "", "x" * 100, "1:runReport"])
async def test_another_users_property_is_not_connected(property_id: str, analytics: Analytics) -> None:
    """A rollup property is rejected too, and an id that would change the path of the request to Google."""
    await analytics.consent()
    async with analytics.portal.unchanged():
        reply = await analytics.call("property", property_id=property_id)
    assert (reply.status_code, reply.json()["message"]) == (
        422,
        "Failed to connect manually. Please check your information.",
    )
    assert "runReport" not in analytics.google.calls()


@pytest.mark.parametrize("extra_field", ["redirect_uri", "redirect_to", "next", "client_id"])
async def test_no_request_can_change_googles_redirect_uri(extra_field: str, analytics: Analytics) -> None:
    async with analytics.portal.unchanged():
        fields = SOURCE | {extra_field: "https://evil.example/oauth2callback"}
        assert (await analytics.call("authorize", **fields)).status_code == 422
    http = analytics.portal.as_("maya")
    headers = {"Host": "evil.example", "Origin": "https://evil.example", "X-Forwarded-Host": "evil.example"}
    reply = await http.post("/functions/v1/google-authorize", json=SOURCE, headers=headers)
    assert query_of(reply.json()["url"])["redirect_uri"] == f"{settings.SITE_URL}/oauth2callback"


async def test_one_user_cannot_use_up_the_quota_of_all_clients(
    analytics: Analytics, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All clients share Google's quotas, and without a limit one user could retry a failed reading without pause."""
    await analytics.connect()
    monkeypatch.setattr(settings, "AUTH_RATE_LIMITS", True)
    monkeypatch.setattr(services, "CALL_LIMIT", Limit(4, 4, timedelta(minutes=10)))
    analytics.google.order("403", times="99")
    await analytics.read_now()
    analytics.google.order("reset")
    analytics.google.order("403", times="99")
    for _ in range(3):
        assert (await analytics.call("refresh")).json()["code"] == "google_fetch_failed"
    assert (await analytics.call("properties")).json()["code"] == "google_properties_failed"
    calls = analytics.google.calls()
    async with analytics.portal.unchanged():
        for function, fields in (
            ("refresh", {}),
            ("properties", {}),
            ("property", {"property_id": "1"}),
            ("authorize", SOURCE),
            ("exchange", {"state": "s", "code": "c"}),
        ):
            reply = await analytics.call(function, **fields)
            assert (reply.status_code, reply.json()["code"]) == (503, "google_asked_too_often"), function
    assert analytics.google.calls() == calls
    assert (await analytics.call("properties", "otto")).status_code == 409  # other clients are not limited


async def test_an_admin_has_no_source_of_their_own(analytics: Analytics) -> None:
    async with analytics.portal.unchanged():
        for function, fields in (
            ("authorize", SOURCE),
            ("exchange", {"state": "s", "code": "c"}),
            ("properties", {}),
            ("property", {"property_id": "1"}),
            ("refresh", {}),
            ("disconnect", SOURCE),
        ):
            reply = await analytics.call(function, "ana", **fields)
            assert (reply.status_code, reply.json()["message"]) == (404, "Client information not found"), function
        assert (await analytics.portal.as_("ana").get("/rest/v1/connections")).json()["rows"] == []


async def test_another_clients_connection_cannot_be_read_or_disconnected(analytics: Analytics) -> None:
    await analytics.connect()
    analytics.google.order("reset")
    stream = f"c:{analytics.portal.clients['maya']}"
    async with analytics.portal.grows({"connections": 1, "c:otto": 1}):
        await analytics.call("disconnect", "otto", **SOURCE)
    async with analytics.portal.unchanged():
        for tbl in ("ga_snapshots", "connections"):
            params = {"s": stream, "tbl": tbl}
            assert (await analytics.portal.as_("otto").get("/realtime/v1/rows", params=params)).status_code == 404
        assert (await analytics.call("properties", "otto")).status_code == 409
    assert analytics.google.calls() == {}


async def test_a_view_uses_no_consent_of_the_admin(analytics: Analytics) -> None:
    """The admin consented when they were a client. Using that consent would connect it to the viewed client."""
    portal = analytics.portal
    await analytics.connect("maya")
    await write(clients.create_admin, email=portal.users["maya"].email, name="Maya", password_hash="")
    view = await portal.as_("maya").post("/rest/v1/client_views", json={"client_id": str(portal.clients["otto"])})
    analytics.google.order("reset")
    async with portal.unchanged(), http_client(view.json()["token"]) as http:
        reply = await http.get("/functions/v1/google-properties")
    assert (reply.status_code, reply.json()["code"]) == (401, "not_signed_in")
    assert analytics.google.calls() == {}
