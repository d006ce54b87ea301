"""Previews of pictures and of a PDF's first page: drawn in another process, with the access rules of their file."""

import asyncio
import io
import time
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

import pytest
from PIL import Image
from time_machine import TimeMachineFixture

from files import workflows
from files.effects import preview_drawing
from files.models import StoredObject
from files.previews import previews
from sync.effects import effects
from sync.effects.user_budget import UserBudget
from sync.writes.db_executor import write_now
from tests.support.apps.files import Sender, archive, files_in, page_of, picture, signed, slow_page
from tests.support.portal.agency import Json, Portal, row

pytestmark = [
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.usefixtures("storage_folder"),
]
SIGN = "/storage/v1/object/sign"
MB = 1024 * 1024


async def sign_preview(portal: Portal, name: str, url: str) -> Json:
    reply = await portal.as_(name).post(SIGN, json={"url": url, "variant": "preview"})
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def draw_previews() -> int:
    """Run the due drawings; returns the number of completed ones."""
    return await asyncio.to_thread(effects.sweep, preview_drawing.DRAWING)


@pytest.mark.parametrize(
    ("name", "content", "size"),
    [("sign.png", picture(3000, 1500), (1000, 500)), ("menu.pdf", page_of(595, 842), (707, 1000))],
)
async def test_a_preview_is_created_soon_after_its_file(
    name: str, content: bytes, size: tuple[int, int], portal: Portal, storage_folder: Path
) -> None:
    url = await Sender(portal.as_("maya")).upload(name, content)
    assert await sign_preview(portal, "maya", url) == {"address": None, "valid_s": 0, "is_coming": True}
    assert await draw_previews() == 1
    reply = await portal.as_(None).get(await signed(portal.as_("maya"), url, "preview"))
    assert (reply.status_code, reply.headers["Content-Type"]) == (200, "image/webp")
    with Image.open(io.BytesIO(reply.content)) as preview:
        assert (preview.format, preview.size) == ("WEBP", size)
    reply_with_the_file = await portal.as_(None).get(await signed(portal.as_("maya"), url))
    assert reply_with_the_file.content == content
    for other in ("otto", "ana"):
        response = await portal.as_(other).post(SIGN, json={"url": url, "variant": "preview"})
        assert (response.status_code, response.json()["code"]) == (404, "file_not_found")
    assert len(files_in(storage_folder)) == 2
    assert await asyncio.to_thread(workflows.sweep, min_age=timedelta(0)) == 1
    assert files_in(storage_folder) == []


async def test_a_file_without_a_preview_reports_that_none_is_coming(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = await Sender(portal.as_("maya")).upload("a.txt", b"Words")
    logo = await Sender(portal.as_("ana"), "website-assets").upload("logo.png", picture(2, 3))
    broken = await Sender(portal.as_("maya")).upload("broken.png", picture(3000, 1500)[:300])
    assert await draw_previews() == 1
    for name, url in (("maya", text), ("ana", logo), ("maya", broken)):
        assert await sign_preview(portal, name, url) == {"address": None, "valid_s": 0, "is_coming": False}
    # A second run of the same effect draws nothing again.
    monkeypatch.setattr(previews, "draw", None)
    file_name = broken.rpartition("/")[2]
    await asyncio.to_thread(preview_drawing.draw_preview, str((await row(StoredObject, name=file_name))["id"]))


async def test_a_users_slow_files_delay_no_other_users_previews(
    portal: Portal, monkeypatch: pytest.MonkeyPatch, time_machine: TimeMachineFixture
) -> None:
    draw, limit_s = previews.draw, 0.5

    def draw_within_the_limit(kind: str, chunks: Iterable[bytes]) -> bytes | None:
        with pytest.MonkeyPatch.context() as patch:
            if kind == "application/pdf":  # the picture may take longer
                patch.setattr(previews, "TIMEOUT_S", limit_s)
            return draw(kind, chunks)

    monkeypatch.setattr(previews, "draw", draw_within_the_limit)
    monkeypatch.setattr(preview_drawing, "BUDGET", UserBudget(time.time, budget_s=limit_s / 2))
    hostile = [await Sender(portal.as_("maya")).upload(f"{number}.pdf", slow_page()) for number in range(3)]
    harmless = await Sender(portal.as_("otto")).upload("sign.png", picture(3000, 1500))
    assert await draw_previews() == 2  # one file has no preview, because drawing it takes too long
    assert (await sign_preview(portal, "otto", harmless))["address"] is not None
    coming_flags = [(await sign_preview(portal, "maya", url))["is_coming"] for url in hostile]
    assert coming_flags == [False, True, True]
    assert await draw_previews() == 0
    time_machine.move_to(timedelta(minutes=11))
    assert await draw_previews() == 1


async def test_files_that_are_drawn_in_a_few_seconds_use_up_the_budget(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]

    def draw_in_seconds(*_: object) -> bytes:
        clock[0] += 2.9
        return b"RIFF"

    monkeypatch.setattr(previews, "draw", draw_in_seconds)
    monkeypatch.setattr(preview_drawing, "BUDGET", UserBudget(lambda: clock[0], budget_s=5))
    for number in range(4):
        await Sender(portal.as_("maya")).upload(f"{number}.png", picture(2, 3))
    assert await draw_previews() == 2


async def test_a_file_deleted_during_drawing_leaves_no_preview(
    portal: Portal, monkeypatch: pytest.MonkeyPatch, storage_folder: Path
) -> None:
    sender = Sender(portal.as_("maya"))
    await sender.upload("sign.png", picture(2, 3))

    def delete_while_drawing(*_: object) -> bytes:
        write_now(StoredObject.objects.filter(id=sender.id).update, is_deleting=True)
        return b"RIFF"

    monkeypatch.setattr(previews, "draw", delete_while_drawing)
    assert await draw_previews() == 1
    assert len(files_in(storage_folder)) == 1
    assert await asyncio.to_thread(workflows.sweep) == 1
    assert files_in(storage_folder) == []


async def test_an_archive_is_stored_unchanged_and_never_opened(portal: Portal) -> None:
    """The server neither unpacks 20 MB of zeros in 20 kB nor draws a preview of them."""
    bomb = archive("zeros", 20 * MB)
    url = await Sender(portal.as_("maya")).upload("a.zip", bomb)
    assert await draw_previews() == 0
    assert (await portal.as_(None).get(await signed(portal.as_("maya"), url))).content == bomb
