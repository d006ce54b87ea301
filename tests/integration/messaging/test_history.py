"""`GET /rest/v1/messages`: pages of a thread in either order, without overlaps and holes."""

from datetime import timedelta

import pytest
from time_machine import Traveller

from core.actor import Actor
from core.clock import now
from core.ids import uuid7
from messaging import services
from sync.writes.db_executor import write
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/rest/v1/messages"
NO_CLIENT = {"code": "client_not_found", "message": "Client not found"}
BAD_CURSOR = {"code": "bad_cursor", "message": "The page cursor is not valid"}
ID = "01a1fe01-52be-7415-8bf8-8d9ca2b45684"


async def fill(portal: Portal, count: int, to: str = "maya", content: str = "Hello") -> list[str]:
    """Send `count` messages as ana; returns their ids, oldest first."""
    sender = portal.users["ana"]
    ana = Actor(id=sender.id, session_id=sender.session_id, email=sender.email, expires_at=0)
    ids = [uuid7() for _ in range(count)]

    def send_all() -> None:
        for id in ids:
            services.send_message(actor=ana, message_id=id, client_id=portal.clients[to], content=content)

    await write(send_all)
    return [str(id) for id in ids]


async def page(portal: Portal, name: str = "maya", to: str = "maya", **query: str | int | None) -> Json:
    params = {key: value for key, value in query.items() if value is not None} | {"client_id": str(portal.clients[to])}
    reply = await portal.as_(name).get(PATH, params=params)
    assert reply.status_code == 200, reply.text
    assert set(reply.json()) == {"rows", "next"}
    return dict(reply.json())


async def pages(portal: Portal, limit: int, order: str | None = None) -> list[list[str]]:
    """The ids of each page, from the first page in that order to the end of the thread."""
    ids: list[list[str]] = []
    query: dict[str, str | int | None] = {"limit": limit, "order": order}
    while True:
        body = await page(portal, "maya", "maya", **query)
        ids.append([message["id"] for message in body["rows"]])
        if body["next"] is None:
            return ids
        assert body["next"] == f"{body['rows'][-1]['created_at']}|{body['rows'][-1]['id']}"
        query["after" if order == "asc" else "before"] = body["next"]


@pytest.mark.parametrize(
    ("limit", "sizes"), [(1, [1] * 7), (2, [2, 2, 2, 1]), (6, [6, 1]), (7, [7]), (8, [7]), (200, [7])]
)
async def test_pages_meet_without_overlap_or_hole(
    limit: int, sizes: list[int], portal: Portal, fake_clock: Traveller
) -> None:
    ids = await fill(portal, 7)
    await fill(portal, 3, to="otto")
    pages_of_ids = await pages(portal, limit)
    assert [len(page_ids) for page_ids in pages_of_ids] == sizes
    assert [id for page_ids in pages_of_ids for id in page_ids] == ids[::-1]
    assert await pages(portal, limit, order="desc") == pages_of_ids
    pages_of_ids = await pages(portal, limit, order="asc")
    assert [len(page_ids) for page_ids in pages_of_ids] == sizes
    assert [id for page_ids in pages_of_ids for id in page_ids] == ids


async def test_the_default_order_is_oldest_first(portal: Portal) -> None:
    """With only `before` or `limit` it is newest first, because former clients expect that."""
    ids = await fill(portal, 3)
    thread_page = await page(portal)
    assert ([message["id"] for message in thread_page["rows"]], thread_page["next"]) == (ids, None)
    first = f"{thread_page['rows'][0]['created_at']}|{ids[0]}"
    last = f"{thread_page['rows'][2]['created_at']}|{ids[2]}"
    for query, expected in (
        ({"order": "asc"}, ids),
        ({"order": "desc"}, ids[::-1]),
        ({"limit": 2}, ids[:0:-1]),
        ({"before": last}, ids[1::-1]),
        ({"after": first}, ids[1:]),
        ({"after": first, "limit": 1}, ids[1:2]),
        ({"order": "asc", "limit": 1}, ids[:1]),
    ):
        assert [message["id"] for message in (await page(portal, **query))["rows"]] == expected, query


@pytest.mark.parametrize(
    ("query", "field", "order"),
    [
        ({"order": "asc", "before": "x"}, "before", "asc"),
        ({"order": "desc", "after": "x"}, "after", "desc"),
        ({"before": "x", "after": "x"}, "before", "asc"),
    ],
)
async def test_a_cursor_of_the_other_order_is_rejected(
    query: dict[str, str], field: str, order: str, portal: Portal
) -> None:
    reply = await portal.as_("maya").get(PATH, params={"client_id": str(portal.clients["maya"]), **query})
    problems = [{"field": field, "message": f"Pages in order={order} have no {field}"}]
    assert (reply.status_code, reply.json()["fields"]) == (422, problems)


async def test_a_page_of_long_messages_has_fewer_rows(portal: Portal) -> None:
    """200 of the longest messages would be 24 MB. The pages still have no overlaps and holes."""
    ids = await fill(portal, 30, content="é" * 20_000)
    pages_of_ids = await pages(portal, 200)
    assert [len(page_ids) for page_ids in pages_of_ids] == [14, 14, 2]
    assert [id for page_ids in pages_of_ids for id in page_ids] == ids[::-1]


async def test_a_page_has_at_most_200_rows(portal: Portal) -> None:
    ids = await fill(portal, 201)
    oldest = await page(portal)
    assert [message["id"] for message in oldest["rows"]] == ids[:200]
    assert [message["id"] for message in (await page(portal, after=oldest["next"]))["rows"]] == ids[200:]
    first = await page(portal, limit=200)
    assert [message["id"] for message in first["rows"]] == ids[:0:-1]
    second = await page(portal, before=first["next"])
    assert ([message["id"] for message in second["rows"]], second["next"]) == (ids[:1], None)


async def test_messages_that_arrive_meanwhile_shift_no_page(portal: Portal) -> None:
    ids = await fill(portal, 6)
    first = await page(portal, limit=3)
    await portal.post("maya", "newer")
    second = await page(portal, limit=3, before=first["next"])
    assert [message["id"] for message in first["rows"] + second["rows"]] == ids[::-1]


async def test_every_row_is_a_valid_cursor(portal: Portal) -> None:
    ids = await fill(portal, 4)
    rows = (await page(portal, order="desc"))["rows"]
    assert [message["id"] for message in rows] == ids[::-1]
    for position, message in enumerate(rows):
        earlier = await page(portal, before=f"{message['created_at']}|{message['id']}")
        assert [message["id"] for message in earlier["rows"]] == ids[::-1][position + 1 :]


async def test_both_sides_read_the_same_rows(portal: Portal) -> None:
    message = await portal.post("maya")
    assert await page(portal) == await page(portal, "ana") == {"rows": [message], "next": None}
    assert await page(portal, "ana", "pending") == {"rows": [], "next": None}
    assert await page(portal, "otto", "otto") == {"rows": [], "next": None}


async def test_a_cursor_beyond_the_start_or_the_end_is_valid(portal: Portal) -> None:
    message = await portal.post("maya")
    assert (await page(portal, before=f"0001-01-01T00:00:00.000000Z|{ID}"))["rows"] == []
    assert (await page(portal, before=f"9999-12-31T23:59:59.999999Z|{ID}"))["rows"] == [message]


async def test_a_foreign_thread_gets_the_response_of_a_missing_one(portal: Portal) -> None:
    await fill(portal, 2, to="otto")
    for client_id in (portal.clients["otto"], portal.clients["pending"], uuid7()):
        for before in ({}, {"before": f"2026-01-01T00:00:00.000000Z|{ID}"}, {"before": "x"}):
            reply = await portal.as_("maya").get(PATH, params={"client_id": str(client_id), **before})
            assert (reply.status_code, reply.json()) == (404, NO_CLIENT)
    reply = await portal.as_("ana").get(PATH, params={"client_id": str(uuid7())})
    assert (reply.status_code, reply.json()) == (404, NO_CLIENT)


@pytest.mark.parametrize(
    "before",
    [
        "",
        "|",
        "x",
        ID,
        f"|{ID}",
        "2026-11-21T00:00:00.000000Z",
        "2026-11-21T00:00:00.000000Z|",
        "2026-11-21T00:00:00.000000Z|x",
        f"2026-11-21T00:00:00.000000Z|{ID}|",
        f"2026-11-21|{ID}",
        f"2026-11-21T00:00:00.000000|{ID}",
        f"2026-13-21T00:00:00.000000Z|{ID}",
        f"0000-01-01T00:00:00.000000Z|{ID}",
        f"0001-01-01T00:00:00.000000+23:59|{ID}",
        f"9999-12-31T23:59:59.999999-23:59|{ID}",
        f"1763683200|{ID}",
        "\0|\0",
        "9" * 5000,
        "' OR 1=1 --",
    ],
)
async def test_an_invalid_cursor_is_rejected(before: str, portal: Portal) -> None:
    query = {"client_id": str(portal.clients["maya"]), "before": before}
    reply = await portal.as_("maya").get(PATH, params=query)
    assert (reply.status_code, reply.json()) == (422, BAD_CURSOR)


@pytest.mark.parametrize(
    ("query", "field", "message"),
    [
        ({"client_id": None}, "client_id", "Input should be a valid UUID, invalid length: found 0"),
        ({"client_id": "x"}, "client_id", "Input should be a valid UUID, invalid character: found `x` at 0"),
        ({"order": "new"}, "order", "Input should be 'asc' or 'desc'"),
        ({"limit": 0}, "limit", "Input should be greater than or equal to 1"),
        ({"limit": -1}, "limit", "Input should be greater than or equal to 1"),
        ({"limit": 201}, "limit", "Input should be less than or equal to 200"),
        ({"limit": "1.5"}, "limit", "Input should be a valid integer, unable to parse string as an integer"),
        ({"limit": "all"}, "limit", "Input should be a valid integer, unable to parse string as an integer"),
        ({"limit": "9" * 5000}, "limit", "Unable to parse input string as an integer, exceeded maximum size"),
    ],
)
async def test_a_bad_query_parameter_is_rejected_by_name(
    query: dict[str, str | int | None], field: str, message: str, portal: Portal
) -> None:
    reply = await portal.as_("maya").get(PATH, params={"client_id": str(portal.clients["maya"]), **query})
    problems = [{"field": field, "message": message}]
    expected = {"code": "invalid", "message": "The request is not valid", "fields": problems}
    assert (reply.status_code, reply.json()) == (422, expected)


async def test_a_request_without_a_client_id_is_rejected(portal: Portal) -> None:
    reply = await portal.as_("maya").get(PATH)
    assert (reply.status_code, reply.json()["fields"]) == (422, [{"field": "client_id", "message": "Field required"}])


async def test_reading_changes_nothing(portal: Portal) -> None:
    await fill(portal, 3)
    async with portal.unchanged():
        await pages(portal, 1)
        await page(portal, "ana", before=f"{now() - timedelta(days=1):%Y-%m-%dT%H:%M:%S.%fZ}|{ID}")
