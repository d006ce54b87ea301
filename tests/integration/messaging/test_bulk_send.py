"""Queued messages are sent in a constant number of statements, each with the same result as if sent alone."""

from uuid import UUID

import pytest

from clients import services as clients
from core.clock import now
from core.ids import uuid7
from files.errors import FileNotFound
from messaging import services
from messaging.errors import EmptyMessage, MessageIdTaken
from messaging.message_parts import Card
from messaging.models import Message, Thread
from sync import ports
from sync.writes.db_executor import read, write
from tests.support.apps.files import PNG, Sender
from tests.support.database.group_commit import Group, one_group
from tests.support.database.statement_count import record_statements
from tests.support.portal.agency import Portal
from tests.support.sync.convergence import Devices, devices, replicas_converge
from tests.support.sync.device import actor_of

pytestmark = [
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.usefixtures("storage_folder"),
]
assert devices
CARD = Card("Users this month", "1,204", "last 30 complete days", now(), "Google Analytics")


def send(group: Group, portal: Portal, name: str, content: str, *, to: str, **fields: object) -> None:
    params = {"message_id": uuid7(), "content": content} | fields
    group.submit(services.send_message, actor=actor_of(portal.users[name]), client_id=portal.clients[to], **params)


def firsts(group: Group) -> list[object]:
    return [one.first if isinstance(one, services.SentMessage) else type(one) for one in group.outcomes]


async def stored(portal: Portal) -> set[tuple[str, str, str]]:
    """The thread, sender's side and text of each message."""
    names = {id: name for name, id in portal.clients.items()}
    rows = await read(lambda: list(Message.objects.values_list("client_id", "sender_role", "content")))
    return {(names[client_id], role, content) for client_id, role, content in rows}


async def unread(portal: Portal) -> dict[str, tuple[int, int]]:
    """The unread counts of the client and of the provider for each thread."""
    names = {id: name for name, id in portal.clients.items()}
    rows = Thread.objects.values_list("id", "client_unread", "provider_unread")
    return {names[id]: (client, provider) for id, client, provider in await read(lambda: list(rows))}


async def cost_of(portal: Portal, *messages: tuple[str, str]) -> int:
    """The number of statements for one message from each of these users in these threads."""
    with record_statements() as statements:
        async with one_group() as group:
            for name, to in messages:
                # This sends no notifications; another test counts their statements.
                send(group, portal, name, "And another thing", to=to, at=now())
    assert firsts(group) == [True] * len(messages)
    return len(statements)


async def test_sending_three_messages_takes_as_many_statements_as_two(portal: Portal) -> None:
    senders = ("maya", "maya"), ("otto", "otto"), ("ana", "pending")
    await cost_of(portal, *senders)  # creates the threads
    two = await cost_of(portal, ("maya", "maya"), ("ana", "pending"))
    three = await cost_of(portal, *senders)
    assert (two, three) == (9, 9)


async def test_bulk_sending_has_the_results_of_single_sends(portal: Portal, devices: Devices) -> None:
    async with replicas_converge(devices):
        async with one_group() as group:
            send(group, portal, "maya", "How is my page?", to="maya")
            send(group, portal, "otto", "How many came?", to="otto", card=CARD)
            send(group, portal, "ana", "Welcome", to="pending")
        async with one_group() as again:
            send(again, portal, "ana", "Better than ever", to="maya")
            send(again, portal, "otto", "And this month?", to="otto")
            send(again, portal, "otto", "Hello?", to="otto")
    assert firsts(group) == firsts(again) == [True] * 3
    assert await stored(portal) == {
        ("maya", "client", "How is my page?"),
        ("maya", "admin", "Better than ever"),
        ("otto", "client", "How many came?"),
        ("otto", "client", "And this month?"),
        ("otto", "client", "Hello?"),
        ("pending", "admin", "Welcome"),
    }
    assert await unread(portal) == {"maya": (1, 1), "otto": (0, 3), "pending": (1, 0)}
    cards = await read(lambda: list(Message.objects.filter(card__isnull=False).values_list("content", "card__value")))
    assert cards == [("How many came?", "1,204")]


async def test_a_rejected_message_of_a_group_rejects_no_other(portal: Portal, devices: Devices) -> None:
    async with replicas_converge(devices), one_group() as group:
        send(group, portal, "maya", "Mine", to="maya")
        send(group, portal, "maya", "Not mine", to="otto")
        send(group, portal, "ana", "  ", to="pending")
        send(group, portal, "otto", "Mine too", to="otto")
    not_there = group.outcomes[1]
    assert getattr(not_there, "code", None) == "client_not_found"
    assert firsts(group) == [True, type(not_there), EmptyMessage, True]
    assert await stored(portal) == {("maya", "client", "Mine"), ("otto", "client", "Mine too")}


async def test_mu2_one_id_in_two_threads_belongs_to_the_first(portal: Portal, devices: Devices) -> None:
    id = uuid7()
    async with replicas_converge(devices), one_group() as group:
        for to in sorted(("maya", "otto"), key=lambda name: str(portal.clients[name])):
            send(group, portal, "ana", f"To {to}", to=to, message_id=id)
    assert firsts(group) == [True, MessageIdTaken]
    assert len(await stored(portal)) == 1


async def test_mu1_a_repeated_message_in_a_group_returns_the_stored_one(portal: Portal, devices: Devices) -> None:
    message_id = UUID((await portal.post("maya", "Once"))["id"])
    async with replicas_converge(devices), one_group() as group:
        send(group, portal, "otto", "New", to="otto")
        send(group, portal, "maya", "Once", to="maya", message_id=message_id)
    assert firsts(group) == [True, False]
    assert await unread(portal) == {"maya": (0, 1), "otto": (0, 1)}


async def test_mb5_a_session_that_ended_fails_alone(portal: Portal, devices: Devices) -> None:
    await portal.end_sessions("maya")
    assert not await read(ports.session_is_live.call, actor_of(portal.users["maya"]))
    async with one_group() as group:
        send(group, portal, "maya", "From who has gone", to="maya")
        send(group, portal, "otto", "Here", to="otto")
    assert getattr(group.outcomes[0], "code", None) == "not_signed_in"
    assert await stored(portal) == {("otto", "client", "Here")}


async def test_a_file_is_that_of_its_own_message(portal: Portal, devices: Devices) -> None:
    url = await Sender(portal.as_("maya")).upload("sign.png", PNG)
    async with replicas_converge(devices):
        async with one_group() as group:
            send(group, portal, "maya", "With a sign", to="maya", attachment_url=url)
            send(group, portal, "otto", "Without", to="otto")
        async with one_group() as again:
            send(again, portal, "otto", "Not my file", to="otto", attachment_url=url)
            send(again, portal, "ana", "Welcome", to="pending")
    assert (firsts(group), firsts(again)) == ([True, True], [FileNotFound, True])
    rows = await read(lambda: list(Message.objects.values_list("content", "attachment_name").order_by("content")))
    assert rows == [("Welcome", None), ("With a sign", "sign.png"), ("Without", None)]


async def test_a_client_who_is_an_admin_sends_as_an_admin(portal: Portal) -> None:
    await write(clients.create_admin, email="maya@portal.example", name="Maya of the agency", password_hash="")
    async with one_group() as group:
        send(group, portal, "maya", "Welcome", to="pending")
        send(group, portal, "otto", "Mine", to="otto")
    assert firsts(group) == [True, True]
    assert await stored(portal) == {("pending", "admin", "Welcome"), ("otto", "client", "Mine")}
