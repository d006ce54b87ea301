"""A restore of a backup that was made during writes: devices drop what was lost, and work continues."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar
from uuid import UUID

import httpx
import pytest

from core.ids import uuid7
from tests.support.apps.files import PDF, Sender
from tests.support.servers.crash_harness import Place, holes_in
from tests.support.servers.deployment import web
from tests.support.servers.server import ROOT, SHIPPED, Server

pytestmark = pytest.mark.thorough

Done = TypeVar("Done")


def script(name: str, place: Place, copy: Path) -> None:
    """Run `deploy/backup` or `deploy/restore` as an operator does."""
    env = os.environ | SHIPPED | {"DATA_DIR": str(place.data_dir)} | place.settings
    subprocess.run([ROOT / "deploy" / name, copy], cwd=ROOT, env=env, check=True, capture_output=True)


def test_cu4_every_device_loads_anew_after_a_restore(place: Place, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with ExitStack() as running:
        server = running.enter_context(web(place))
        doors = running.enter_context(place.doors(server))
        assert doors.post("/rest/v1/messages", json=place.message("kept")).status_code == 201
        before = place.cursor(server)
        script("backup", place, copy)
        assert doors.post("/rest/v1/messages", json=place.message("lost")).status_code == 201
    assert place.contents()[0] == ["before", "kept", "lost"]
    script("restore", place, copy)
    assert place.contents() == (["before", "kept"], ["before", "kept"])
    with ExitStack() as running:
        server = running.enter_context(web(place))
        line = running.enter_context(place.socket(server, before))
        [told] = [sub for sub in line.frames[-1]["subs"] if sub["s"] == before["s"]]
        assert (told["mode"], told["why"]) == ("reset", "epoch")
        doors = running.enter_context(place.doors(server))
        assert doors.post("/rest/v1/messages", json=place.message("since")).status_code == 201
    assert place.contents()[0] == ["before", "kept", "since"]
    assert holes_in(place) == []


def with_sender(
    place: Place, server: Server, work: Callable[[Sender], Awaitable[Done]], id: UUID | None = None
) -> Done:
    """Do `work` with a tus upload of maya's device, with a new id unless `id` continues an earlier upload."""

    async def done() -> Done:
        headers = {"Authorization": f"Bearer {place.people['maya'].token}"}
        async with httpx.AsyncClient(base_url=server.url, headers=headers) as http:
            return await work(Sender(http, id=id or uuid7()))

    return asyncio.run(done())


async def begun(sender: Sender) -> UUID:
    await sender.begin("notes.txt", 20)
    assert (await sender.part(0, b"x" * 10)).status_code == 204
    return sender.id


async def ended(sender: Sender) -> str:
    assert (await sender.stands()).headers["Upload-Offset"] == "10"
    return (await sender.part(10, b"y" * 10)).headers["Content-Location"]


def test_files_of_people_come_back_with_the_rows_that_name_them(place: Place, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with web(place) as server:
        kept = with_sender(place, server, lambda sender: sender.kept("menu.pdf", PDF))
        half = with_sender(place, server, begun)
        script("backup", place, copy)
        since = with_sender(place, server, lambda sender: sender.kept("since.pdf", PDF))
    shutil.rmtree(place.data_dir / "files")
    script("restore", place, copy)
    with web(place) as server, place.doors(server) as doors:

        def fetched(url: str) -> bytes:
            address = doors.post("/storage/v1/object/sign", json={"url": url}).raise_for_status().json()["address"]
            return doors.get(address).content

        assert fetched(kept) == PDF
        assert fetched(with_sender(place, server, ended, half)) == b"x" * 10 + b"y" * 10
        assert doors.post("/storage/v1/object/sign", json={"url": since}).status_code == 404
    assert not any(since.rpartition("/")[2] in path.name for path in (place.data_dir / "files").rglob("*"))
