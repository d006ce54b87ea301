"""A first load through the endpoints: its position, its pages, and concurrent changes."""

from uuid import uuid4

import pytest

from clients.models import Client
from core.clock import now
from core.ids import uuid7
from messaging import services as messaging
from sync.log import changes, streams
from sync.writes.db_executor import write
from tests.support.database.maintenance import many_clients
from tests.support.portal.agency import Portal
from tests.support.sync.convergence import Devices
from tests.support.sync.device import Device, actor_of, pages
from tests.support.sync.replica import Cursor, Replica
from tests.support.sync.socket import Json, Opener

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

BOOTSTRAP, ROWS = "/realtime/v1/bootstrap", "/realtime/v1/rows"


async def bootstrap(portal: Portal, name: str, stream: str) -> Json:
    reply = await portal.as_(name).post(BOOTSTRAP, json={"s": stream})
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def remove(client_id: str) -> None:
    """Delete the row of a client without messages."""

    def delete() -> None:
        changes.delete(Client.objects.select_for_update().get(id=client_id))

    await write(delete)


@pytest.mark.usefixtures("sockets")
@pytest.mark.parametrize("limit", [3, 500])
async def test_bo1_changes_during_paging_are_sent_again(limit: int, portal: Portal) -> None:
    """BO1, BO3: rows are created, changed and deleted before, on and after the current page."""
    await many_clients(20)
    device, replica = Device(portal.users["ana"]), Replica()
    position = await bootstrap(portal, "ana", "w")
    for tbl in position["tables"]:
        n = 0
        async for row in pages(device.http, "w", tbl, limit):
            replica.put("w", tbl, row)
            n += 1
            if tbl == "clients" and n in {3, 8, 15}:
                loaded = sorted(row_id for table, row_id in replica.rows if table == "clients")
                await remove(loaded[-2])
                await portal.post("ana", f"meanwhile {n}")
                await many_clients(1)
    replica.cursors["w"] = Cursor(position["e"], position["c"], position["at"])
    device.replica = replica
    await device.connect()
    await device.caught_up()
    expected = {key: row for key, row in (await device.fresh()).rows.items() if key[0] != "messages"}
    assert {key: row for key, row in device.replica.rows.items() if key[0] != "messages"} == expected
    assert device.replica.loads == 1  # the load of its own stream; `w` resumed from the position above
    await device.stop()


async def test_bo1_the_position_is_the_head_and_its_change_id(portal: Portal, sockets: Opener) -> None:
    stream = streams.client(portal.clients["maya"])
    await portal.post("maya")
    heads = await portal.heads()
    position = await bootstrap(portal, "maya", stream)
    assert position == {
        "s": stream,
        "e": position["e"],
        "c": heads["c:maya"],
        "at": position["at"],
        "tables": position["tables"],
    }
    assert set(position["tables"]) == {
        "clients",
        "threads",
        "messages",
        "stripe_subscriptions",
        "performance_scores",
        "scan_runs",
        "scan_tasks",
        "connections",
        "ga_snapshots",
        "chat_histories",
        "chatbot_embeds",
        "client_videos",
        "report_posters",
        "reports",
    }
    device = sockets(portal.users["maya"].token)
    await device.hello({key: position[key] for key in ("s", "e", "c", "at")})
    assert (await device.frame("live", s=stream))["c"] == position["c"]


async def test_bo2_pages_and_frames_contain_the_same_rows(portal: Portal, sockets: Opener, devices: Devices) -> None:
    for name, stream in (("maya", streams.client(portal.clients["maya"])), ("ana", "w")):
        device = sockets(portal.users[name].token)
        position = await bootstrap(portal, name, stream)
        await device.hello({"s": stream, "e": position["e"], "c": 0, "at": ""})
        await portal.post(name, "the same shape ☕")
        frames = await device.changes(stream, position["c"] + 2)
        rows_of_frames = {(item["tbl"], item["id"]): item.get("row") for frame in frames for item in frame["d"]}
        loaded = {
            (tbl, row["id"]): row for tbl in position["tables"] async for row in pages(devices[name].http, stream, tbl)
        }
        assert {"clients", "threads"} <= {tbl for tbl, _ in loaded}
        assert loaded.items() <= rows_of_frames.items()


async def test_bo2_each_audience_has_its_own_projection(portal: Portal, devices: Devices) -> None:
    maya = str(portal.clients["maya"])
    rows = {name: devices[name].replica.rows[("clients", maya)] for name in ("ana", "maya")}
    assert set(rows["ana"]) - set(rows["maya"]) == {"is_staff", "model_preference", "plan_level", "status_source"}
    assert rows["maya"].items() <= rows["ana"].items()


async def test_bo3_pages_are_in_order_of_ids_and_bounded(portal: Portal) -> None:
    await many_clients(520)
    ana = portal.as_("ana")
    first = (await ana.get(ROWS, params={"s": "w", "tbl": "clients"})).json()
    ids = [row["id"] for row in first["rows"]]
    assert (len(ids), ids) == (500, sorted(ids))
    assert first["next"] == ids[-1]
    rest = (await ana.get(ROWS, params={"s": "w", "tbl": "clients", "after": first["next"]})).json()
    assert (len(rest["rows"]), rest["next"]) == (23, None)
    assert rest["rows"][0]["id"] > ids[-1]
    exact = (await ana.get(ROWS, params={"s": "w", "tbl": "clients", "after": ids[-1], "limit": 23})).json()
    assert exact == rest


async def test_bo3_a_page_of_long_rows_has_fewer_rows(portal: Portal) -> None:
    """BO3: a page holds half a million characters, whatever the rows contain; all rows arrive."""
    ids = [(await portal.post("maya", "é" * 20_000))["id"] for _ in range(40)]
    params: Json = {"s": streams.client(portal.clients["maya"]), "tbl": "messages"}
    pages: list[list[str]] = []
    while not pages or params["after"]:
        reply = await portal.as_("maya").get(ROWS, params=params)
        assert len(reply.text) < 512 * 1024 + 21_000
        pages.append([row["id"] for row in reply.json()["rows"]])
        params["after"] = reply.json()["next"]
    assert [len(each) for each in pages] == [26, 14]
    assert [id for each in pages for id in each] == sorted(ids)


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"limit": 501}, 422, "invalid"),
        ({"limit": 0}, 422, "invalid"),
        ({"limit": "many"}, 422, "invalid"),
        ({"after": "somewhere"}, 422, "bad_cursor"),
        ({"tbl": "users"}, 404, "stream_not_found"),
        ({"tbl": ""}, 404, "stream_not_found"),
        ({"s": "w "}, 404, "stream_not_found"),
    ],
)
async def test_bo3_an_invalid_page_request_is_rejected(query: Json, status: int, code: str, portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("ana").get(ROWS, params={"s": "w", "tbl": "clients"} | query)
    assert (reply.status_code, reply.json()["code"]) == (status, code)


async def test_bo4_a_first_load_is_partial_and_older_messages_come_by_page(portal: Portal) -> None:
    stream, maya = streams.client(portal.clients["maya"]), actor_of(portal.users["maya"])

    def fill() -> None:
        for n in range(230):
            client_id = portal.clients["maya"]
            messaging.send_message(actor=maya, message_id=uuid7(), client_id=client_id, content=f"{n}", at=now())

    await write(fill)
    device = Device(portal.users["maya"])
    loaded = [row async for row in pages(device.http, stream, "messages")]
    assert sorted(int(row["content"]) for row in loaded) == list(range(30, 230))
    assert [row async for row in pages(Device(portal.users["ana"]).http, "w", "messages")] == []
    oldest = min(loaded, key=lambda row: str(row["created_at"]))
    older = await device.http.get(
        "/rest/v1/messages",
        params={"client_id": str(portal.clients["maya"]), "before": f"{oldest['created_at']}|{oldest['id']}"},
    )
    assert [int(row["content"]) for row in older.json()["rows"]] == list(reversed(range(30)))
    assert older.json()["next"] is None
    await device.stop()


@pytest.mark.parametrize("name", ["maya", "ana"])
async def test_bo5_a_foreign_stream_gets_the_response_of_a_missing_one(name: str, portal: Portal) -> None:
    await portal.post("otto", to="otto")
    foreign = [f"c:{portal.clients['otto']}", f"u:{portal.users['otto'].id}", "w", f"c:{portal.clients['maya']}"]
    foreign = [s for s in foreign if s != ("w" if name == "ana" else f"c:{portal.clients['maya']}")]
    responses = set()
    async with portal.unchanged():
        for stream in [*foreign, f"c:{uuid4()}", "c:", "c:x", "x:1", "", "\x00", "☕"]:
            load = await portal.as_(name).post(BOOTSTRAP, json={"s": stream})
            page = await portal.as_(name).get(ROWS, params={"s": stream, "tbl": "threads"})
            responses |= {(load.status_code, load.text), (page.status_code, page.text)}
    assert responses == {(404, '{"code": "stream_not_found", "message": "Not found"}')}


async def test_bo5_a_request_without_a_session_gets_nothing(portal: Portal) -> None:
    ended = portal.as_("maya")
    await portal.end_sessions("maya")
    for http in (portal.as_(None), ended):
        load = await http.post(BOOTSTRAP, json={"s": "w"})
        page = await http.get(ROWS, params={"s": "w", "tbl": "clients"})
        assert [(reply.status_code, reply.json()["code"]) for reply in (load, page)] == [(401, "not_signed_in")] * 2


@pytest.mark.parametrize("body", [{}, {"s": 1}, {"s": None}, {"s": "w", "extra": 1}, [], "w", None], ids=str)
async def test_an_invalid_bootstrap_request_is_rejected(body: object, portal: Portal) -> None:
    reply = await portal.as_("ana").post(BOOTSTRAP, json=body)
    assert (reply.status_code, reply.json()["code"]) == (422, "invalid")
