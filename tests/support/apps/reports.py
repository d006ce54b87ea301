"""Reports for integration tests: ana writes them, and the test publishes them."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import connection

from core.ids import uuid7
from reports import queries, services
from reports.services import publication
from sync.writes.db_executor import write
from tests.support.portal.agency import Json, Portal

REPORTS, PUBLICATIONS, VIEWS, VIDEOS = (
    f"/rest/v1/{name}" for name in ("reports", "report_publications", "report_views", "client_videos")
)
YOUTUBE = "https://youtu.be/aqz-KE-bpKQ"
EMBED = "https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"


class Calendar:
    """The clock of the reports app, which stops until the test moves it."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)  # a Friday

    def pass_(self, **time: float) -> None:
        self.time += timedelta(**time)

    def now(self) -> datetime:
        return self.time


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    fake = Calendar()
    for module in (publication, queries, services):
        monkeypatch.setattr(module, "now", fake.now)
    return fake


def draft(portal: Portal, *, to: str = "maya", video_url: str | None = None, **fields: object) -> Json:
    """The body of a new report."""
    content = {"text": "A good week.", "video_url": video_url}
    return {"id": str(uuid7()), "client_id": str(portal.clients[to]), "title": "Week 47", "content": content} | fields


async def written(portal: Portal, *, to: str = "maya", video_url: str | None = None, **fields: object) -> Json:
    """Create a draft as ana; returns the stored report."""
    reply = await portal.as_("ana").post(REPORTS, json=draft(portal, to=to, video_url=video_url, **fields))
    assert reply.status_code == 201, reply.text
    return dict(reply.json())


async def publish(portal: Portal, report_id: str, when: str = "now", *, on_home: bool = False) -> Json:
    body = {"id": report_id, "when": when, "on_home": on_home}
    reply = await portal.as_("ana").put(PUBLICATIONS, json=body)
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def published(portal: Portal, *, to: str = "maya", on_home: bool = False, video_url: str | None = None) -> Json:
    """Create and publish a report; returns it."""
    return await publish(portal, (await written(portal, to=to, video_url=video_url))["id"], on_home=on_home)


async def seen_by(portal: Portal, name: str, *, to: str = "maya") -> list[UUID]:
    """The ids of the reports of client `to` that `name` can read, newest first."""
    reply = await portal.as_(name).get(REPORTS, params={"client_id": str(portal.clients[to])})
    assert reply.status_code == 200, reply.text
    return [UUID(row["id"]) for row in reply.json()["rows"]]


async def run_handler(job: Callable[[str], None], subject: str) -> None:
    """Run an effect's handler in a thread, as the sweeper does."""

    def work() -> None:
        try:
            job(subject)
        finally:
            connection.close()

    await asyncio.to_thread(work)


async def run_monday_publication(report_id: str) -> None:
    """Run the effect that publishes a report which is scheduled for Monday, November 23."""
    await write(publication.publish_scheduled, [f"{report_id} 2026-11-23"])
