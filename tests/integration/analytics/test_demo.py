"""The demo's first client has connected Google Analytics, whose figures are stored, and Search Console."""

import asyncio

import pytest

from analytics.models import Connection, GoogleCredentials, Snapshot
from analytics.workflows import figure_reads
from demo import seed
from demo.stories import STORIES
from sync.effects import effects
from sync.writes.db_executor import read
from tests.support.fakes.sandbox import Sandbox

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def test_the_first_clients_connections_and_figures_come_from_the_sandbox(fake_providers: Sandbox) -> None:
    fake_providers.order("reset")
    await asyncio.to_thread(seed.make)
    await asyncio.to_thread(effects.sweep, figure_reads.GOOGLE)
    rows = Connection.objects.order_by("source_type").values_list(
        "source_type", "status", "connected_account", "error", "client__company_name"
    )
    email, company = STORIES.clients[0].contact_email, STORIES.clients[0].company_name
    assert await read(lambda: list(rows)) == [
        ("google_analytics", "connected", email, "", company),
        ("google_search_console", "connected", email, "", company),
    ]
    figures = await read(Snapshot.objects.get)
    assert (figures.sessions or 0) > 0
    assert fake_providers.calls() == {"runReport": 4, "token": 1}


async def test_real_google_settings_create_no_demo_connections() -> None:
    await asyncio.to_thread(seed.make)
    assert await read(GoogleCredentials.objects.count) == 0
    assert await read(Connection.objects.count) == 0
