"""The visitors in the weekly mail: figures, a chart, their change, and what a client without them reads."""

import re
from datetime import datetime, timedelta
from uuid import UUID

import pytest
from pytest_django import Settings

from analytics.models import Snapshot
from clients.services import clients
from core.clock import now
from notifications.weekly_email_layout import CHART_PX
from sync.log import changes
from sync.writes.db_executor import write
from tests.support.apps.weekly_mails import preview
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def store_visitors(client_id: UUID, as_of: datetime, *, first_day: int = 10, **changed_values: object) -> None:
    """Store the visitors that Google Analytics has counted by `as_of`."""
    trend = [[f"2026-11-{day}", day * 10] for day in range(first_day, 20)]
    fields = {"total_users": 1204, "new_users": 0, "sessions": 1804, "bounce_rate": 41.25, "totals_as_of": as_of}
    fields |= changed_values
    changes.insert(Snapshot(client_id=client_id, property_id="1", session_trend=trend, **fields))


async def test_visitors_are_shown_as_figures_and_a_chart_without_images(portal: Portal) -> None:
    await write(store_visitors, portal.clients["maya"], now())
    content = await preview(portal)
    assert content is not None
    lines = [line.strip() for line in content["text"].splitlines()]
    for line in ("Visitors in the last 30 days", "users: 1,204", "new users: 0", "sessions: 1,804"):
        assert line in lines, content["text"]
    assert any(line.endswith("41.2% left after the first page.") for line in lines)
    bars = [int(px) for px in re.findall(r"height:(\d+)px;max-width", content["html"])]
    assert (len(bars), bars[-1], bars == sorted(bars)) == (7, CHART_PX, True)
    assert re.findall(r"<(?:link|script|iframe)|url\(", content["html"]) == []
    assert re.findall(r'<img src="([^,]*)', content["html"]) == ["data:image/png;base64"]  # the product's mark


async def test_visitors_are_compared_with_the_days_before(portal: Portal) -> None:
    before = {"total_users": 1000, "new_users": 0, "sessions": 2000, "engaged_sessions": None}
    before |= {"bounce_rate": None, "avg_engagement_time": None, "conversions": None}
    await write(lambda: store_visitors(portal.clients["maya"], now(), first_day=6, previous_totals=before))
    content = await preview(portal)
    assert content is not None
    lines = [line.strip() for line in content["text"].splitlines()]
    for line in (
        "users: 1,204 (▲ 20% vs the 30 days before)",
        "new users: 0",
        "sessions: 1,804 (▼ 10% vs the 30 days before)",
        "The last 7 days had 1,120 sessions, 78% more than the 7 days before.",
    ):
        assert line in lines, content["text"]


async def test_conversions_are_shown_if_google_analytics_counts_them(portal: Portal) -> None:
    await write(lambda: store_visitors(portal.clients["maya"], now(), conversions=103.0))
    content = await preview(portal)
    assert content is not None
    assert "conversions: 103" in content["text"]
    assert "new users" not in content["text"]


async def test_a_client_without_google_analytics_reads_how_to_see_visitors(portal: Portal, settings: Settings) -> None:
    settings.GOOGLE_CLIENT_ID = "id"
    hint = "Connect Google Analytics to see your visitors and conversions here."
    assert await preview(portal) is None  # the hint alone makes no mail
    await portal.post("ana", "Hello")
    content = await preview(portal)
    assert content is not None
    assert hint in content["text"]
    settings.GOOGLE_CLIENT_ID = None
    content = await preview(portal)
    assert content is not None
    assert hint not in content["text"]  # nobody can connect it
    settings.GOOGLE_CLIENT_ID = "id"
    await write(clients.set_property, client_id=portal.clients["maya"], property_id="1", property_name="Shop")
    content = await preview(portal)
    assert content is not None
    assert hint not in content["text"]


async def test_figures_from_before_the_week_are_left_out(portal: Portal) -> None:
    await write(store_visitors, portal.clients["maya"], now() - timedelta(days=9))
    assert await preview(portal) is None
