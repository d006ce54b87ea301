"""Reading the figures: hourly in the background, with expired or revoked tokens, and from partial responses."""

import asyncio
from datetime import timedelta

import pytest
from time_machine import Traveller

from accounts import services as accounts
from analytics.models import Connection, GoogleCredentials
from analytics.workflows import figure_reads
from clients import services as clients
from core.clock import now
from sync.models import Effect
from sync.writes.db_executor import read, write
from tests.support.apps.analytics import MAYA, SITE, Analytics, analytics, property_of
from tests.support.portal.agency import Portal, sign_in
from tests.support.sync.socket import Opener

__all__ = ["analytics"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

EXPIRED = "Your Google access token has expired. Please reconnect your Google account."
FETCH_ERROR = "Failed to fetch Google Analytics data: "
STILL_EXPIRED = f"{FETCH_ERROR}403 The access token has Expired."
NO_TOKEN = "Google access token not found. Please reconnect your Google account."
THREE_REPORTS = {"runReport": 3}


async def connect(analytics: Analytics) -> None:
    await analytics.connect()
    analytics.google.order("reset")


async def test_each_connected_property_is_read_once_an_hour(
    analytics: Analytics, fake_clock: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The patch sets the minute at which this client is read to 30. Without it, the minute might be 0.
    monkeypatch.setattr(figure_reads, "crc32", lambda client: 30)
    await connect(analytics)
    last_sync_query = Connection.objects.values_list("last_sync", flat=True)
    before = await read(last_sync_query.get)
    fake_clock.move_to(now().replace(minute=0) + timedelta(hours=1))
    await analytics.begin_hour()
    fake_clock.shift(timedelta(minutes=55))
    await analytics.work()
    assert analytics.google.calls() == THREE_REPORTS
    after = await read(last_sync_query.get)
    assert before is not None
    assert after is not None
    assert after > before
    await analytics.begin_hour()
    assert analytics.google.calls() == THREE_REPORTS
    fake_clock.shift(timedelta(minutes=5))
    await analytics.begin_hour()
    fake_clock.shift(timedelta(hours=2))  # a reading that missed its hour is dropped
    await analytics.work()
    assert analytics.google.calls() == THREE_REPORTS
    fake_clock.shift(timedelta(days=2))
    await analytics.begin_hour()
    assert await read(Effect.objects.filter(kind__startswith="analytics.", done_at__isnull=False).count) == 1


@pytest.mark.thorough
async def test_fifty_open_dashboards_send_no_request_to_google(
    portal: Portal, analytics: Analytics, sockets: Opener
) -> None:
    await connect(analytics)
    tokens = [portal.users["maya"].token]

    def create_client(number: int) -> None:
        accounts.create_confirmed_user(
            email=f"c{number}@portal.example", password_hash="", full_name=f"Client {number}"
        )

    for number in range(49):
        await write(create_client, number)
        tokens.append((await sign_in(f"c{number}@portal.example")).token)

    async def open_dashboard(token: str) -> int:
        ok = await sockets(token).hello()
        stream = next(sub["s"] for sub in ok["subs"] if sub["s"].startswith("c:"))
        headers = {"Authorization": f"Bearer {token}"}
        http = portal.as_(None)
        bootstrap = (await http.post("/realtime/v1/bootstrap", json={"s": stream}, headers=headers)).json()
        rows = 0
        for tbl in bootstrap["tables"]:
            page = await http.get("/realtime/v1/rows", params={"s": stream, "tbl": tbl}, headers=headers)
            rows += len(page.json()["rows"])
        assert (await http.get("/rest/v1/connections", headers=headers)).status_code == 200
        return rows

    assert await asyncio.gather(*map(open_dashboard, tokens)) == [3] + [1] * 49
    assert analytics.google.calls() == {}


async def test_an_expired_token_is_renewed_and_the_report_requested_again(analytics: Analytics) -> None:
    await connect(analytics)
    sealed = await read(lambda: GoogleCredentials.objects.get().sealed)
    analytics.google.order("expire")
    await analytics.read_now()
    assert analytics.google.calls() == {"runReport": 4, "token": 1}
    assert (await analytics.row())["error"] == ""
    assert await read(lambda: GoogleCredentials.objects.get().sealed) != sealed
    await analytics.read_now()
    assert analytics.google.calls() == {"runReport": 7, "token": 1}


async def test_a_revoked_consent_removes_both_tokens_and_requires_reconnecting(analytics: Analytics) -> None:
    await connect(analytics)
    figures = await analytics.figures()
    analytics.google.order("revoke", email=MAYA)
    await analytics.read_now()
    row = await analytics.row()
    assert (row["status"], row["error"], row["connected_property"]) == ("error", EXPIRED, SITE)
    assert await read(GoogleCredentials.objects.count) == 0
    assert analytics.google.calls() == {"runReport": 1, "token": 1}
    assert await analytics.errors_to_retry() == []
    assert await analytics.figures() == figures
    assert (await analytics.call("refresh")).json() == {"code": "google_token_missing", "message": NO_TOKEN}
    assert (await analytics.row())["error"] == NO_TOKEN


@pytest.mark.parametrize(("order", "error", "tokens"), [("401", EXPIRED, 0), ("403-expired", STILL_EXPIRED, 1)])
async def test_a_rejected_token_is_renewed_once(order: str, error: str, tokens: int, analytics: Analytics) -> None:
    await connect(analytics)
    analytics.google.order(order, call="runReport", times="9")
    reply = await analytics.call("refresh")
    assert reply.status_code == 200  # accepted, but the figures are too new to be read again
    await analytics.read_now()
    assert analytics.google.calls() == {"runReport": 2, "token": 1}
    assert ((await analytics.row())["error"], await read(GoogleCredentials.objects.count)) == (error, tokens)


@pytest.mark.parametrize(
    ("order", "message", "requests", "is_retried"),
    [
        ("403", "403 User does not have sufficient permissions for this property.", 3, False),
        ("429", "429 Exhausted property tokens per hour.", 1, True),
        ("500", "500 Internal error encountered.", 3, True),
    ],
)
async def test_google_errors_are_shown_and_temporary_ones_retried(
    order: str, message: str, requests: int, is_retried: bool, analytics: Analytics
) -> None:
    await connect(analytics)
    figures, before = await analytics.figures(), await analytics.row()
    analytics.google.order(order, times="3")
    await analytics.read_now()
    row = await analytics.row()
    assert (row["status"], row["error"], row["last_sync"]) == ("error", FETCH_ERROR + message, before["last_sync"])
    assert await analytics.figures() == figures
    assert analytics.google.calls() == {"runReport": requests}
    assert await analytics.errors_to_retry() == ([f"NotFetched({message!r})"] if is_retried else [])
    analytics.google.order("reset")
    assert (await analytics.call("refresh")).json()["data"]["status"] == "connected"
    assert (await analytics.row())["error"] == ""


async def test_a_failed_query_keeps_its_figures_with_their_own_time(analytics: Analytics) -> None:
    await connect(analytics)
    [before] = await analytics.figures()
    analytics.google.order("500", call="date")
    await analytics.read_now()
    [after] = await analytics.figures()
    assert after["totals_as_of"] > before["totals_as_of"]
    assert after["sources_as_of"] == after["totals_as_of"]
    assert (after["session_trend"], after["trend_as_of"]) == (before["session_trend"], before["trend_as_of"])
    row = await analytics.row()
    assert (row["status"], row["error"]) == ("connected", FETCH_ERROR + "500 Internal error encountered.")
    assert row["last_sync"] == after["totals_as_of"]


async def test_a_missing_metric_is_null_and_the_others_are_stored(analytics: Analytics) -> None:
    await connect(analytics)
    analytics.google.order("short", call="totals")
    await analytics.read_now()
    [figures] = await analytics.figures()
    assert figures["conversions"] is None
    assert figures["sessions"] > 0


async def test_a_report_without_rows_stores_null_and_not_zero(analytics: Analytics) -> None:
    await analytics.consent()
    for call in ("totals", "date", "sessionSourceMedium"):
        analytics.google.order("empty", call=call)
    await analytics.call("property", property_id=property_of(MAYA))
    await analytics.work()
    [figures] = await analytics.figures()
    assert figures["totals_as_of"] is not None
    for name in ("total_users", "sessions", "bounce_rate", "session_trend", "traffic_sources"):
        assert figures[name] is None
    row = await analytics.row()
    assert (row["status"], row["error"]) == ("connected", "")


async def test_the_previous_period_is_read_with_the_current_one(analytics: Analytics) -> None:
    await connect(analytics)
    await analytics.read_now()
    [figures] = await analytics.figures()
    assert analytics.google.calls() == THREE_REPORTS
    trend, previous = figures["session_trend"], figures["previous_trend"]
    assert (len(trend), len(previous), previous[-1][0] < trend[0][0]) == (30, 30, True)
    for totals, days in ((figures, trend), (figures["previous_totals"], previous)):
        assert totals["sessions"] == sum(count for _, count in days)
    assert set(figures["previous_totals"]) == {
        *("total_users", "new_users", "sessions", "engaged_sessions"),
        *("bounce_rate", "avg_engagement_time", "conversions"),
    }
    assert [name for name, _ in figures["previous_sources"]] == [name for name, _ in figures["traffic_sources"]]


async def test_a_new_property_has_no_previous_period(analytics: Analytics) -> None:
    await analytics.consent()
    analytics.google.order("new", times="3")
    await analytics.call("property", property_id=property_of(MAYA))
    await analytics.work()
    [figures] = await analytics.figures()
    assert figures["sessions"] == sum(count for _, count in figures["session_trend"]) > 0
    for name in ("previous_totals", "previous_trend", "previous_sources"):
        assert figures[name] is None


async def test_an_error_of_googles_property_list_is_reported(analytics: Analytics) -> None:
    await analytics.consent()
    analytics.google.order("429", call="accountSummaries")
    async with analytics.portal.unchanged():
        reply = await analytics.call("properties")
    assert (reply.status_code, reply.json()["message"]) == (
        503,
        "Failed to fetch properties: 429 Exhausted property tokens per hour.",
    )


async def test_refreshing_twice_requests_google_once(analytics: Analytics) -> None:
    await connect(analytics)
    async with analytics.portal.unchanged():
        assert (await analytics.call("refresh")).status_code == 200
    assert analytics.google.calls() == {}


async def test_a_reading_for_a_property_that_was_changed_meanwhile_is_dropped(analytics: Analytics) -> None:
    await connect(analytics)
    client_id = analytics.portal.clients["maya"]
    await write(clients.set_property, client_id=client_id, property_id=property_of(MAYA, 1), property_name="Shop")
    figures = await analytics.figures()
    await analytics.read_now()
    assert analytics.google.calls() == THREE_REPORTS
    assert await analytics.figures() == figures
