"""A restore of a backup that was made during writes: devices drop the lost rows, and work continues."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar
from uuid import UUID

import pytest

from core.ids import uuid7
from tests.support.apps.files import PDF, Sender
from tests.support.servers.backup_scripts import without_question
from tests.support.servers.crash_harness import Place, holes_in
from tests.support.servers.deployment import web
from tests.support.servers.server import ROOT, SHIPPED, Server

pytestmark = pytest.mark.thorough

Result = TypeVar("Result")


def run_script(name: str, place: Place, copy: Path) -> None:
    """Run `deploy/backup` or `deploy/restore` as an operator does."""
    env = os.environ | SHIPPED | {"DATA_DIR": str(place.data_dir)} | place.settings
    command: list[str | Path] = [ROOT / "deploy" / name, *without_question(name), copy]
    subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)


def test_cu4_every_device_reloads_after_a_restore(place: Place, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with ExitStack() as running:
        server = running.enter_context(web(place))
        http = running.enter_context(place.http(server))
        assert http.post("/rest/v1/messages", json=place.message("kept")).status_code == 201
        before = place.cursor(server)
        run_script("backup", place, copy)
        assert http.post("/rest/v1/messages", json=place.message("lost")).status_code == 201
    assert place.contents()[0] == ["before", "kept", "lost"]
    run_script("restore", place, copy)
    assert place.contents() == (["before", "kept"], ["before", "kept"])
    with ExitStack() as running:
        server = running.enter_context(web(place))
        line = running.enter_context(place.socket(server, before))
        [subscription] = [sub for sub in line.frames[-1]["subs"] if sub["s"] == before["s"]]
        assert (subscription["mode"], subscription["why"]) == ("reset", "epoch")
        http = running.enter_context(place.http(server))
        assert http.post("/rest/v1/messages", json=place.message("since")).status_code == 201
    assert place.contents()[0] == ["before", "kept", "since"]
    assert holes_in(place) == []


def with_sender(
    place: Place, server: Server, work: Callable[[Sender], Awaitable[Result]], id: UUID | None = None
) -> Result:
    """Do `work` with a tus upload of maya's device: the earlier upload with this `id`, or a new one."""

    async def work_with_upload() -> Result:
        async with place.async_http(server) as http:
            return await work(Sender(http, id=id or uuid7()))

    return asyncio.run(work_with_upload())


async def begin(sender: Sender) -> UUID:
    await sender.begin("notes.txt", 20)
    assert (await sender.part(0, b"x" * 10)).status_code == 204
    return sender.id


async def finish(sender: Sender) -> str:
    assert (await sender.status()).headers["Upload-Offset"] == "10"
    return (await sender.part(10, b"y" * 10)).headers["Content-Location"]


def test_files_of_users_are_restored_with_the_rows_that_name_them(place: Place, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with web(place) as server:
        stored = with_sender(place, server, lambda sender: sender.upload("menu.pdf", PDF))
        half_sent = with_sender(place, server, begin)
        run_script("backup", place, copy)
        sent_later = with_sender(place, server, lambda sender: sender.upload("since.pdf", PDF))
    shutil.rmtree(place.data_dir / "files")
    run_script("restore", place, copy)
    with web(place) as server, place.http(server) as http:

        def fetch(url: str) -> bytes:
            address = http.post("/storage/v1/object/sign", json={"url": url}).raise_for_status().json()["address"]
            return http.get(address).content

        assert fetch(stored) == PDF
        assert fetch(with_sender(place, server, finish, half_sent)) == b"x" * 10 + b"y" * 10
        assert http.post("/storage/v1/object/sign", json={"url": sent_later}).status_code == 404
    assert not any(sent_later.rpartition("/")[2] in path.name for path in (place.data_dir / "files").rglob("*"))
