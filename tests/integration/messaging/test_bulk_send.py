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
from tests.support.sync.convergence import Devices, replicas_converge
from tests.support.sync.device import actor_of

pytestmark = [
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.usefixtures("storage_folder"),
]
CARD = Card("Users this month", "1,204", "last 30 complete days", now(), "Google Analytics")


def send(group: Group, portal: Portal, name: str, content: str, *, to: str, **fields: object) -> None:
    params = {"message_id": uuid7(), "content": content} | fields
    group.submit(services.send_message, actor=actor_of(portal.users[name]), client_id=portal.clients[to], **params)


def outcomes_of(group: Group) -> list[object]:
    """For each message of the group, whether it was stored now, or the type of its error."""
    return [one.first if isinstance(one, services.SentMessage) else type(one) for one in group.outcomes]


async def stored_messages(portal: Portal) -> set[tuple[str, str, str]]:
    """The thread, sender's side and text of each message."""
    names = {id: name for name, id in portal.clients.items()}
    rows = await read(lambda: list(Message.objects.values_list("client_id", "sender_role", "content")))
    return {(names[client_id], role, content) for client_id, role, content in rows}


async def unread_counts(portal: Portal) -> dict[str, tuple[int, int]]:
    """The unread counts of the client and of the provider for each thread."""
    names = {id: name for name, id in portal.clients.items()}
    rows = Thread.objects.values_list("id", "client_unread", "provider_unread")
    return {names[id]: (client, provider) for id, client, provider in await read(lambda: list(rows))}


async def count_statements(portal: Portal, *messages: tuple[str, str]) -> int:
    """The number of statements that send one message for each pair of a user and a thread."""
    with record_statements() as statements:
        async with one_group() as group:
            for name, to in messages:
                # A message with `at` notifies nobody. Another test counts the statements of notifications.
                send(group, portal, name, "And another thing", to=to, at=now())
    assert outcomes_of(group) == [True] * len(messages)
    return len(statements)


async def test_sending_three_messages_takes_as_many_statements_as_two(portal: Portal) -> None:
    senders = ("maya", "maya"), ("otto", "otto"), ("ana", "pending")
    await count_statements(portal, *senders)  # creates the threads
    statements_for_two = await count_statements(portal, ("maya", "maya"), ("ana", "pending"))
    statements_for_three = await count_statements(portal, *senders)
    assert (statements_for_two, statements_for_three) == (9, 9)


async def test_bulk_sending_has_the_results_of_single_sends(portal: Portal, devices: Devices) -> None:
    async with replicas_converge(devices):
        async with one_group() as group:
            send(group, portal, "maya", "How is my page?", to="maya")
            send(group, portal, "otto", "How many came?", to="otto", card=CARD)
            send(group, portal, "ana", "Welcome", to="pending")
        async with one_group() as second_group:
            send(second_group, portal, "ana", "Better than ever", to="maya")
            send(second_group, portal, "otto", "And this month?", to="otto")
            send(second_group, portal, "otto", "Hello?", to="otto")
    assert outcomes_of(group) == outcomes_of(second_group) == [True] * 3
    assert await stored_messages(portal) == {
        ("maya", "client", "How is my page?"),
        ("maya", "admin", "Better than ever"),
        ("otto", "client", "How many came?"),
        ("otto", "client", "And this month?"),
        ("otto", "client", "Hello?"),
        ("pending", "admin", "Welcome"),
    }
    assert await unread_counts(portal) == {"maya": (1, 1), "otto": (0, 3), "pending": (1, 0)}
    cards = await read(lambda: list(Message.objects.filter(card__isnull=False).values_list("content", "card__value")))
    assert cards == [("How many came?", "1,204")]


async def test_a_rejected_message_leaves_the_others_of_its_group_accepted(portal: Portal, devices: Devices) -> None:
    async with replicas_converge(devices), one_group() as group:
        send(group, portal, "maya", "Mine", to="maya")
        send(group, portal, "maya", "Not mine", to="otto")
        send(group, portal, "ana", "  ", to="pending")
        send(group, portal, "otto", "Mine too", to="otto")
    rejection = group.outcomes[1]
    assert getattr(rejection, "code", None) == "client_not_found"
    assert outcomes_of(group) == [True, type(rejection), EmptyMessage, True]
    assert await stored_messages(portal) == {("maya", "client", "Mine"), ("otto", "client", "Mine too")}


async def test_mu2_one_id_in_two_threads_belongs_to_the_first(portal: Portal, devices: Devices) -> None:
    id = uuid7()
    async with replicas_converge(devices), one_group() as group:
        for to in sorted(("maya", "otto"), key=lambda name: str(portal.clients[name])):
            send(group, portal, "ana", f"To {to}", to=to, message_id=id)
    assert outcomes_of(group) == [True, MessageIdTaken]
    assert len(await stored_messages(portal)) == 1


async def test_mu1_a_repeated_message_in_a_group_returns_the_stored_one(portal: Portal, devices: Devices) -> None:
    message_id = UUID((await portal.post("maya", "Once"))["id"])
    async with replicas_converge(devices), one_group() as group:
        send(group, portal, "otto", "New", to="otto")
        send(group, portal, "maya", "Once", to="maya", message_id=message_id)
    assert outcomes_of(group) == [True, False]
    assert await unread_counts(portal) == {"maya": (0, 1), "otto": (0, 1)}


async def test_mb5_only_the_message_of_an_ended_session_is_rejected(portal: Portal, devices: Devices) -> None:
    await portal.end_sessions("maya")
    assert not await read(ports.session_is_live.call, actor_of(portal.users["maya"]))
    async with one_group() as group:
        send(group, portal, "maya", "After my sign-out", to="maya")
        send(group, portal, "otto", "Here", to="otto")
    assert getattr(group.outcomes[0], "code", None) == "not_signed_in"
    assert await stored_messages(portal) == {("otto", "client", "Here")}


async def test_a_file_stays_with_its_own_message(portal: Portal, devices: Devices) -> None:
    url = await Sender(portal.as_("maya")).upload("sign.png", PNG)
    async with replicas_converge(devices):
        async with one_group() as group:
            send(group, portal, "maya", "With a sign", to="maya", attachment_url=url)
            send(group, portal, "otto", "Without", to="otto")
        async with one_group() as second_group:
            send(second_group, portal, "otto", "Not my file", to="otto", attachment_url=url)
            send(second_group, portal, "ana", "Welcome", to="pending")
    assert (outcomes_of(group), outcomes_of(second_group)) == ([True, True], [FileNotFound, True])
    rows = await read(lambda: list(Message.objects.values_list("content", "attachment_name").order_by("content")))
    assert rows == [("Welcome", None), ("With a sign", "sign.png"), ("Without", None)]


async def test_a_client_who_is_an_admin_sends_as_an_admin(portal: Portal) -> None:
    await write(clients.create_admin, email="maya@portal.example", name="Maya of the agency", password_hash="")
    async with one_group() as group:
        send(group, portal, "maya", "Welcome", to="pending")
        send(group, portal, "otto", "Mine", to="otto")
    assert outcomes_of(group) == [True, True]
    assert await stored_messages(portal) == {("pending", "admin", "Welcome"), ("otto", "client", "Mine")}
