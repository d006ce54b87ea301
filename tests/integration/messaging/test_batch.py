"""`POST /rest/v1/batch`: at most 50 outbox entries in order, each its own transaction with its own result."""

from datetime import timedelta

import pytest

from core.ids import uuid7
from messaging import notify
from messaging.services import sending
from sync import ports
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/rest/v1/batch"
UNKNOWN = {"status": 422, "body": {"code": "unknown_kind", "message": "No such kind of entry"}}
NO_CLIENT = {"status": 404, "body": {"code": "client_not_found", "message": "Client not found"}}
NO_MESSAGE = {"status": 404, "body": {"code": "message_not_found", "message": "Message not found"}}
TAKEN = {"status": 409, "body": {"code": "message_id_taken", "message": "Another message has this id"}}
EMPTY = {"status": 422, "body": {"code": "message_empty", "message": "A message needs text"}}


@pytest.fixture(autouse=True)
def one_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """All writes of a test share one window: one effect notifies of the first, another of all that follow."""
    monkeypatch.setattr(notify, "MERGE_WITHIN", timedelta(days=1))


def send(body: Json) -> Json:
    return {"kind": "messages.send", "body": body}


def mark(client_id: str, message_id: str) -> Json:
    return {"kind": "threads.read", "body": {"id": client_id, "read_to": message_id}}


def invalid(**fields: str) -> Json:
    named = [{"field": name.strip("_"), "message": message} for name, message in fields.items()]
    return {"status": 422, "body": {"code": "invalid", "message": "The request is not valid", "fields": named}}


async def results(portal: Portal, *entries: Json, name: str = "maya") -> list[Json]:
    reply = await portal.as_(name).post(PATH, json={"entries": entries})
    assert (reply.status_code, set(reply.json())) == (200, {"results"}), reply.text
    return list(reply.json()["results"])


async def test_entries_are_done_in_order_with_the_results_of_the_single_endpoints(portal: Portal) -> None:
    theirs = await portal.post("ana", "Hello Maya")
    one, two = portal.message("one"), portal.message("two")
    async with portal.grows({"messages": 2, "effects": 2, "w": 5, "c:maya": 5}):
        first, again, read, second = await results(
            portal, send(one), send(one), mark(theirs["client_id"], theirs["id"]), send(two)
        )
    single = await portal.as_("maya").post("/rest/v1/messages", json=one)
    assert (first["status"], first["body"]) == (201, single.json())
    assert (again["status"], again["body"]) == (single.status_code, single.json())
    assert (read["status"], read["body"]["client_unread"], read["body"]["provider_unread"]) == (200, 0, 1)
    assert (second["status"], second["body"]["content"]) == (201, "two")
    assert first["body"]["created_at"] < second["body"]["created_at"]
    assert set(read["body"]) == set((await portal.frames("c:maya", 1))[0]["row"])


async def test_a_refused_entry_leaves_the_others(portal: Portal) -> None:
    theirs = await portal.post("otto", to="otto")
    taken = await portal.post("maya", "taken")
    good = [portal.message(f"good {number}") for number in range(3)]
    async with portal.grows({"messages": 3, "effects": 1, "w": 6, "c:maya": 6}):
        responses = await results(
            portal,
            send(good[0]),
            send(portal.message(to="otto")),
            send(portal.message("another", id=taken["id"])),
            send(portal.message("  ")),
            send(good[1]),
            send(portal.message("a\0b")),
            mark(taken["client_id"], theirs["id"]),
            mark(theirs["client_id"], theirs["id"]),
            {"kind": "reports.send", "body": {}},
            send(good[2]),
        )
    done = [result for result in responses if result["status"] == 201]
    assert [result["body"]["content"] for result in done] == ["good 0", "good 1", "good 2"]
    nul = invalid(content="Value error, NUL characters are not text")
    errors = [NO_CLIENT, TAKEN, EMPTY, nul, NO_MESSAGE, NO_CLIENT, UNKNOWN]
    assert [result for result in responses if result["status"] != 201] == errors


@pytest.mark.parametrize(
    ("kind", "body", "expected"),
    [
        ("", {}, UNKNOWN),
        ("messages", {}, UNKNOWN),
        ("messages.Send", {}, UNKNOWN),
        ("\ud83d".encode("utf-16", "surrogatepass").decode("utf-16", "replace"), {}, UNKNOWN),
        (
            "messages.send",
            {"content": 5, "body": 1, "x": None},
            invalid(
                client_id="Field required",
                content="Input should be a valid string",
                body="Extra inputs are not permitted",
                x="Extra inputs are not permitted",
            ),
        ),
        ("threads.read", {}, invalid(id="Field required", read_to="Field required")),
    ],
)
async def test_a_bad_entry_is_its_own_error(kind: str, body: Json, expected: Json, portal: Portal) -> None:
    async with portal.unchanged():
        assert await results(portal, {"kind": kind, "body": body}) == [expected]


@pytest.mark.parametrize("count", [1, 50])
async def test_up_to_fifty_entries_are_taken(count: int, portal: Portal) -> None:
    entries = [send(portal.message(f"number {number}")) for number in range(count)]
    grown = {"messages": count, "effects": min(count, 2), "threads": 1, "w": 2 * count, "c:maya": 2 * count}
    async with portal.grows(grown):
        responses = await results(portal, *entries)
    assert [(r["status"], r["body"]["id"]) for r in responses] == [(201, entry["body"]["id"]) for entry in entries]


async def test_a_whole_batch_again_changes_nothing(portal: Portal) -> None:
    entries = [send(portal.message(f"number {number}")) for number in range(5)]
    first = await results(portal, *entries)
    async with portal.unchanged():
        again = await results(portal, *entries)
    assert [(r["status"], r["body"]) for r in again] == [(200, r["body"]) for r in first]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "entries"),
        ([], ""),
        ({"entries": []}, "entries"),
        ({"entries": {}}, "entries"),
        ({"entries": None}, "entries"),
        ({"entries": [{"kind": "messages.send", "body": {}}] * 51}, "entries"),
        ({"entries": [{"kind": "messages.send", "body": {}}, 5]}, "entries.1"),
        ({"entries": [{"kind": "messages.send"}]}, "entries.0.body"),
        ({"entries": [{"kind": "messages.send", "body": []}]}, "entries.0.body"),
        ({"entries": [{"kind": 5, "body": {}}]}, "entries.0.kind"),
        ({"entries": [{"kind": "messages.send", "body": {}, "id": 1}]}, "entries.0.id"),
        ({"entries": [{"kind": "messages.send", "body": {}}], "x": 1}, "x"),
    ],
)
async def test_a_bad_batch_is_refused_whole(body: object, field: str, portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("maya").post(PATH, json=body)
        assert (reply.status_code, reply.json()["code"]) == (422, "invalid")
        assert [problem["field"] for problem in reply.json()["fields"]] == [field]


async def test_good_entries_of_a_batch_of_51_are_not_done(portal: Portal) -> None:
    async with portal.unchanged():
        entries = [send(portal.message(f"number {number}")) for number in range(51)]
        reply = await portal.as_("maya").post(PATH, json={"entries": entries})
        assert reply.status_code == 422


async def test_an_ended_session_is_told_for_the_whole_batch(portal: Portal) -> None:
    await portal.end_sessions("maya")
    async with portal.unchanged():
        reply = await portal.as_("maya").post(PATH, json={"entries": [send(portal.message())]})
        expected = {"code": "not_signed_in", "message": "Not authenticated. Please sign in."}
        assert (reply.status_code, reply.json()) == (401, expected)


async def test_a_fault_of_ours_keeps_what_was_done_and_lets_the_device_try_again(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [send(portal.message(f"number {number}")) for number in range(3)]

    def fail(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("the preview failed")

    with monkeypatch.context() as broken:
        broken.setattr(sending, "_with_last", fail)
        async with portal.unchanged():
            assert (await portal.as_("maya").post(PATH, json={"entries": entries})).status_code == 500
    async with portal.grows({"messages": 3, "effects": 2, "threads": 1, "w": 6, "c:maya": 6}):
        assert [r["status"] for r in await results(portal, *entries)] == [201] * 3
    assert await results(portal, mark(str(uuid7()), str(uuid7()))) == [NO_CLIENT]


async def test_a_session_that_ends_in_the_middle_leaves_what_was_done(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [send(portal.message(f"number {number}")) for number in range(3)]
    is_live = ports.session_is_live.call
    answers = iter([True, False])
    monkeypatch.setattr(ports.session_is_live, "_answer", lambda user: next(answers) and is_live(user))
    async with portal.grows({"messages": 1, "effects": 1, "threads": 1, "w": 2, "c:maya": 2}):
        reply = await portal.as_("maya").post(PATH, json={"entries": entries})
        assert (reply.status_code, reply.json()["code"]) == (401, "not_signed_in")
