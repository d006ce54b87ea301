"""`/metrics` for operators with its token, and the meaning of each number."""

import logging
import os
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from math import inf

import httpx
import pytest
from django.db import OperationalError
from pytest_django import Settings

from core.clock import now
from server.metrics import endpoint as metrics
from sync import heartbeats
from sync.effects import effects
from sync.models import Heartbeat
from sync.protocol import flow_control, frames
from sync.tasks import prune
from sync.writes.db_executor import write
from tests.support.database.maintenance import many_clients
from tests.support.portal.agency import Portal
from tests.support.sync.socket import Opener, cursor_at

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

TOKEN = "a token for the tests alone"
Samples = dict[str, float]
Growth = Callable[[str], Awaitable[float]]


@pytest.fixture(autouse=True)
def with_a_token(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN


async def read_samples(http: httpx.AsyncClient) -> Samples:
    """Every sample by its name and labels: `pulseboard_hellos_total`, `pulseboard_closes_total{code="4409"}`."""
    reply = await http.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert (reply.status_code, reply.headers["Content-Type"].partition(";")[0]) == (200, "text/plain")
    samples = (text.rpartition(" ") for text in reply.text.splitlines() if not text.startswith("#"))
    return {name: float(value) for name, _, value in samples}


@pytest.fixture
async def growth(portal: Portal) -> Growth:
    """A function that returns by how much a sample has grown since the start of the test."""
    http = portal.as_(None)
    before = await read_samples(http)

    async def growth_of(name: str) -> float:
        return (await read_samples(http)).get(f"pulseboard_{name}", 0) - before.get(f"pulseboard_{name}", 0)

    return growth_of


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer x", f"Bearer {TOKEN}x", TOKEN, f"Basic {TOKEN}", "Bearer é"])
async def test_metrics_without_their_token_are_not_found(header: str, portal: Portal) -> None:
    reply = await portal.as_(None).get("/metrics", headers={b"Authorization": header.encode()})
    assert (reply.status_code, reply.json()) == (404, {"code": "not_found", "message": "Not found"})


@pytest.mark.parametrize("header", ["", "Bearer ", "Bearer None", "Bearer null"])
async def test_without_a_token_in_the_settings_metrics_are_not_served(
    header: str, portal: Portal, settings: Settings
) -> None:
    settings.METRICS_TOKEN = None
    assert (await portal.as_(None).get("/metrics", headers={"Authorization": header})).status_code == 404


async def test_a_users_token_cannot_read_metrics(portal: Portal) -> None:
    assert (await portal.as_("ana").get("/metrics")).status_code == 404


async def test_sockets_and_hellos_and_closes_are_counted(portal: Portal, sockets: Opener, growth: Growth) -> None:
    ana = portal.users["ana"].token
    device = sockets(ana)
    await device.hello()
    await sockets(ana, dev=device.dev, tab=device.tab).hello()
    assert await device.close_code() == frames.SUPERSEDED
    await device.disconnect()
    assert await growth("hellos_total") == 2
    assert await growth('closes_total{code="4409"}') == 1
    assert await growth('stream_answers_total{mode="bootstrap",stream="w"}') == 2
    assert (await read_samples(portal.as_(None)))["pulseboard_sockets"] == 1


async def test_frames_and_hints_are_counted(portal: Portal, sockets: Opener, growth: Growth) -> None:
    device = sockets(portal.users["ana"].token)
    subscription = next(sub for sub in (await device.hello())["subs"] if sub["s"] == "w")
    bootstrap = (await portal.as_("ana").post("/realtime/v1/bootstrap", json={"s": "w"})).json()
    device.send("sub", subs=[cursor_at(subscription, bootstrap["at"])])
    await device.frame("live", s="w")
    await many_clients(3)
    change_frames = await device.changes("w", subscription["head"] + 3)
    assert await growth("frames_total") == len(change_frames)
    assert await growth("changes_sent_total") == 3
    assert await growth("frame_bytes_total") == sum(len(text) for text in device.texts if '"t":"ch"' in text)
    assert await growth('wake_ups_total{by="hint"}') == 1
    samples = await read_samples(portal.as_(None))
    assert samples['pulseboard_device_lag_changes{stream="w"}'] == 3
    assert samples['pulseboard_devices_behind{stream="w"}'] == 1
    device.send("ack", c={"w": subscription["head"] + 3})
    await device.drain()
    samples = await read_samples(portal.as_(None))
    assert samples['pulseboard_device_lag_changes{stream="w"}'] == 0
    assert samples['pulseboard_devices_behind{stream="w"}'] == 0


async def test_resets_are_counted_by_their_reason(portal: Portal, sockets: Opener, growth: Growth) -> None:
    await sockets(portal.users["ana"].token).hello({"s": "w", "e": "another", "c": 0, "at": ""})
    assert await growth('resets_total{why="epoch"}') == 1
    assert await growth('stream_answers_total{mode="reset",stream="w"}') == 1


@pytest.mark.usefixtures("quick")
async def test_full_windows_stalled_sends_and_catch_up_reads_are_counted(
    portal: Portal, sockets: Opener, growth: Growth, monkeypatch: pytest.MonkeyPatch
) -> None:
    await many_clients(frames.WINDOW_CHANGES + 20)
    epoch = (await portal.as_("ana").post("/realtime/v1/bootstrap", json={"s": "w"})).json()["e"]
    monkeypatch.setattr(flow_control, "FULL_WINDOW_S", 0.1)
    device = sockets(portal.users["ana"].token)
    await device.hello({"s": "w", "e": epoch, "c": 0, "at": ""})
    assert await device.close_code() == frames.SLOW
    assert await growth("full_windows_total") == 1
    assert await growth("stalled_sends_total") == 1
    assert await growth("catch_up_read_seconds_count") >= 2


async def test_effects_are_counted_by_kind_with_their_age(portal: Portal) -> None:
    for subject, due in (("1", now()), ("2", now() - timedelta(minutes=5)), ("3", now() + timedelta(hours=1))):
        await write(effects.after_commit, prune, subject, due=due)
    samples = await read_samples(portal.as_(None))
    assert samples['pulseboard_effects{kind="sync.prune",state="due"}'] == 2
    assert samples['pulseboard_effects{kind="sync.prune",state="later"}'] == 1
    assert samples['pulseboard_effects{kind="sync.prune",state="leased"}'] == 0
    assert 300 <= samples['pulseboard_effects_age_seconds{kind="sync.prune"}'] < 330
    assert samples['pulseboard_effects_failing{kind="sync.prune"}'] == 0


async def test_the_free_space_of_the_folders_is_shown(
    portal: Portal, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = os.statvfs(settings.DATA_DIR)
    monkeypatch.setattr(os, "statvfs", lambda _: disk)  # because other tests use the disk meanwhile
    samples = await read_samples(portal.as_(None))
    assert samples['pulseboard_disk_size_bytes{folder="data"}'] == disk.f_blocks * disk.f_frsize
    assert samples['pulseboard_disk_free_bytes{folder="data"}'] == disk.f_bavail * disk.f_frsize
    assert samples.get('pulseboard_disk_inodes{folder="data"}', 0) == disk.f_files


async def test_jobs_that_no_process_runs_have_an_infinite_age(portal: Portal) -> None:
    samples = await read_samples(portal.as_(None))
    assert samples['pulseboard_jobs_heartbeat_age_seconds{jobs="scans"}'] == inf
    await write(heartbeats.beat, {"scans"})
    await write(lambda: Heartbeat.objects.update(jobs_at=now() - timedelta(minutes=2)))
    samples = await read_samples(portal.as_(None))
    assert 120 <= samples['pulseboard_jobs_heartbeat_age_seconds{jobs="scans"}'] < 150
    assert samples['pulseboard_jobs_heartbeat_age_seconds{jobs="other"}'] == inf


async def test_metrics_without_a_database_leave_out_only_what_it_stores(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await read_samples(portal.as_(None)))["pulseboard_database_up"] == 1

    def fails() -> None:
        raise OperationalError("the database system is shutting down")

    monkeypatch.setattr(metrics, "read_stored_state", fails)
    samples = await read_samples(portal.as_(None))
    assert samples["pulseboard_database_up"] == 0
    assert samples["pulseboard_sockets"] == 0
    assert samples['pulseboard_disk_free_bytes{folder="data"}'] > 0
    assert not [name for name in samples if name.startswith(("pulseboard_effects", "pulseboard_jobs"))]


async def test_requests_are_counted_by_route_and_never_by_an_unknown_path(portal: Portal, growth: Growth) -> None:
    maya = portal.as_("maya")
    await maya.get("/rest/v1/clients")
    await maya.get("/rest/v1/made-up-1")
    await maya.request("BREW", "/rest/v1/made-up-2")
    sample_name = 'http_request_seconds_count{method="GET",route="/rest/v1/clients",status="200"}'
    assert await growth(sample_name) == 1
    samples = await read_samples(portal.as_(None))
    assert not [name for name in samples if "made-up" in name or "BREW" in name]
    assert await growth('http_request_seconds_count{method="GET",route="none",status="404"}') == 1


async def test_no_metric_names_a_user_a_client_or_a_stream(portal: Portal, sockets: Opener) -> None:
    await sockets(portal.users["maya"].token).hello()
    await portal.post("maya", "to nobody's eyes")
    reply = await portal.as_(None).get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}|maya|nobody", reply.text, re.IGNORECASE)
    assert set(re.findall(r'stream="([^"]*)"', reply.text)) == {"w", "c", "u"}


async def test_each_response_has_a_request_id_and_keeps_a_valid_one_of_a_proxy(
    portal: Portal, caplog: pytest.LogCaptureFixture
) -> None:
    http = portal.as_("maya")
    generated_ids = [(await http.get("/rest/v1/clients")).headers["X-Request-Id"] for _ in range(2)]
    assert len(set(generated_ids)) == 2
    proxy_id = (await http.get("/rest/v1/clients", headers={"X-Request-Id": "proxy-0123456789"})).headers[
        "X-Request-Id"
    ]
    assert proxy_id == "proxy-0123456789"
    for bad_id in ("short", "x" * 65, "with spaces in it", '","level":"critical'):
        assert (await http.get("/rest/v1/clients", headers={"X-Request-Id": bad_id})).headers["X-Request-Id"] != bad_id
    with caplog.at_level(logging.INFO, "http"):
        await http.get("/rest/v1/clients?secret=1")
    [record] = [record for record in caplog.records if record.name == "http"]
    assert {key: record.__dict__["fields"][key] for key in ("method", "route", "status")} == {
        "method": "GET",
        "route": "/rest/v1/clients",
        "status": 200,
    }
