"""Positions of a first load's pages, and the effect of restoring the store during a load."""

from pathlib import Path

import pytest

from sync.log import streams
from sync.models import Stream
from sync.writes.db_executor import write
from tests.support.database.maintenance import back_up, restore
from tests.support.portal.agency import Portal
from tests.support.sync.socket import Json, Opener, modes

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

BOOTSTRAP, ROWS = "/realtime/v1/bootstrap", "/realtime/v1/rows"
STALE = {
    "code": "stale_position",
    "message": "The rows that were loaded so far are out of date. The load starts again.",
}


class Load:
    """Maya's first load of her client's stream, one request at a time."""

    def __init__(self, portal: Portal) -> None:
        self.portal, self.stream = portal, streams.client(portal.clients["maya"])
        self.cursor: Json = {}

    async def begin(self) -> Json:
        """Request the position of a new load; returns its cursor."""
        position = (await self.portal.as_("maya").post(BOOTSTRAP, json={"s": self.stream})).json()
        self.cursor = {key: position[key] for key in ("s", "e", "c", "at")}
        return self.cursor

    async def page(self, position: Json | None = None, tbl: str = "messages") -> tuple[int, Json]:
        """Request a page; `position` is that of the page before. Returns the status and body of the response."""
        params = {key: value for key, value in (position or {}).items() if key != "s"}
        reply = await self.portal.as_("maya").get(ROWS, params={"s": self.stream, "tbl": tbl} | params)
        return reply.status_code, reply.json()

    async def good_page(self, position: Json | None = None, tbl: str = "messages") -> Json:
        status, page = await self.page(position, tbl)
        assert status == 200, page
        return page

    async def mode(self, sockets: Opener, seen: Json | None) -> str:
        """The server's mode for the cursor of the load in a `hello`, with the `seen` position of a page."""
        seen_field = {} if seen is None else {"seen": {"c": seen["c"], "at": seen["at"]}}
        device = sockets(self.portal.users["maya"].token)
        return modes(await device.hello(self.cursor | seen_field))[self.stream]


@pytest.fixture
async def load(portal: Portal) -> Load:
    await portal.post("maya", "kept")
    load = Load(portal)
    await load.begin()
    return load


async def test_bo7_a_page_has_the_position_at_which_it_was_read(load: Load, portal: Portal) -> None:
    first = await load.good_page(load.cursor)
    assert {key: first[key] for key in ("s", "e", "c", "at")} == load.cursor
    await portal.post("ana", "later")
    second = await load.good_page(first)
    assert [row["content"] for row in second["rows"]] == ["kept", "later"]
    assert {key: second[key] for key in ("s", "e", "c", "at")} == await load.begin()
    assert second["c"] == first["c"] + 2


@pytest.mark.parametrize("changed", [{"e": "other"}, {"at": "other"}, {"at": ""}, {"c": 2**40}])
async def test_bo7_a_position_that_does_not_match_ends_the_load(changed: Json, load: Load, portal: Portal) -> None:
    async with portal.unchanged():
        assert await load.page(load.cursor | changed) == (409, STALE)


@pytest.mark.parametrize("changed", [{"c": -1}, {"c": "x"}, {"c": 2**53}])
async def test_bo7_an_invalid_position_is_rejected(changed: Json, load: Load) -> None:
    status, error = await load.page(load.cursor | changed)
    assert (status, error["code"]) == (422, "invalid")


@pytest.mark.usefixtures("sockets")
@pytest.mark.parametrize("written_since", [0, 1, 2])
async def test_bo7_pages_of_two_times_are_not_mixed(
    written_since: int, load: Load, portal: Portal, tmp_path: Path
) -> None:
    """The store is restored between two pages. After one write its head is the first page's position again."""
    await back_up(tmp_path / "copy")
    await portal.post("ana", "lost")
    first = await load.good_page(load.cursor, "threads")
    await restore(tmp_path / "copy")
    for n in range(written_since):
        await portal.post("ana", f"written since {n}")
    assert await load.page(first) == (409, STALE)
    page = await load.good_page(await load.begin())
    assert [row["content"] for row in page["rows"]] == ["kept", *(f"written since {n}" for n in range(written_since))]


@pytest.mark.parametrize("written_since", [0, 1, 2])
async def test_bo8_the_position_of_a_page_is_checked_like_a_cursor(
    written_since: int, load: Load, portal: Portal, sockets: Opener, tmp_path: Path
) -> None:
    """CU3 while the store is behind the page, CU5 once it is past it. The cursor alone is valid in both cases."""
    await back_up(tmp_path / "copy")
    await portal.post("ana", "lost")
    page = await load.good_page(load.cursor)
    assert [row["content"] for row in page["rows"]] == ["kept", "lost"]
    assert await load.mode(sockets, page) == "resume"
    await restore(tmp_path / "copy")
    for n in range(written_since):
        await portal.post("ana", f"written since {n}")
    assert await load.mode(sockets, page) == ("reset future" if written_since == 0 else "reset fork")
    assert await load.mode(sockets, None) == "resume"


async def test_bo8_the_seen_position_in_sub_is_checked_too(load: Load, portal: Portal, sockets: Opener) -> None:
    await portal.post("ana", "later")
    page = await load.good_page(load.cursor)
    device = sockets(portal.users["maya"].token)
    await device.hello()
    device.send("sub", subs=[load.cursor | {"seen": {"c": page["c"], "at": "other"}}])
    assert modes(await device.frame("subs")) == {load.stream: "reset fork"}
    device.send("sub", subs=[load.cursor | {"seen": {"c": page["c"], "at": page["at"]}}])
    await device.frame("live", s=load.stream)
    assert [frame["to"] for frame in device.all("ch", s=load.stream)][-1] == page["c"]


async def test_bo8_another_epoch_resets_with_its_reason(load: Load, sockets: Opener) -> None:
    page = await load.good_page(load.cursor)
    await write(lambda: Stream.objects.update(epoch="other"))
    assert await load.mode(sockets, page) == "reset epoch"
