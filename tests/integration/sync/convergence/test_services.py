"""For every service: each audience's replica plus the frames equals a first load afterwards."""

import inspect
from importlib import import_module
from importlib.util import find_spec

import pytest
from django.apps import apps

from accounts import services as accounts
from accounts.errors import AlreadyRegistered
from clients import services as clients
from core.clock import now
from core.ids import uuid7
from messaging import services as messaging
from messaging.errors import MessageIdTaken
from messaging.message_parts import Card
from sync.ports import Delivery
from sync.writes.db_executor import write
from tests.support.actions import (
    Action,
    Actions,
    admin,
    analytics,
    billing,
    chatbots,
    notifications,
    performance,
    reports,
    search_index,
)
from tests.support.portal.agency import Portal
from tests.support.sync.convergence import Devices, replicas_converge
from tests.support.sync.device import actor_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def send(portal: Portal, name: str, to: str) -> messaging.SentMessage:
    client_id, actor = portal.clients[to], actor_of(portal.users[name])
    return await write(
        messaging.send_message, actor=actor, message_id=uuid7(), client_id=client_id, content=f"{name} to {to}"
    )


async def client_writes(portal: Portal) -> None:
    await send(portal, "maya", "maya")


async def admin_writes_twice(portal: Portal) -> None:
    await send(portal, "ana", "otto")
    await send(portal, "ana", "otto")


async def admin_writes_to_unregistered_client(portal: Portal) -> None:
    await send(portal, "ana", "pending")


async def client_requests_a_figure(portal: Portal) -> None:
    await write(
        messaging.send_message,
        actor=actor_of(portal.users["maya"]),
        message_id=uuid7(),
        client_id=portal.clients["maya"],
        content="Why?",
        card=Card("Users this month", "1,204", "last 30 complete days", now(), "Google Analytics"),
    )


async def message_is_taken_back(portal: Portal) -> None:
    for name, to in (("maya", "maya"), ("ana", "maya"), ("maya", "maya")):
        sent = await send(portal, name, to)
        await write(messaging.take_back, actor=actor_of(portal.users[name]), message_id=sent.message.id)


async def id_is_taken_back_and_forgotten(portal: Portal) -> None:
    actor, client_id = actor_of(portal.users["maya"]), portal.clients["maya"]
    assert await write(messaging.take_back, actor=actor, message_id=uuid7(), client_id=client_id) is None
    assert await write(messaging.forget_taken_back, before=now()) == 1


async def both_sides_read(portal: Portal) -> None:
    for name, to in (("maya", "maya"), ("ana", "maya")):
        sent = await send(portal, name, to)
        reader = actor_of(portal.users["ana" if name == "maya" else "maya"])
        client_id = portal.clients[to]
        await write(messaging.mark_read, actor=reader, client_id=client_id, message_id=sent.message.id)


async def both_sides_have_it(portal: Portal) -> None:
    sent = await send(portal, "ana", "maya")
    upto = sent.message.created_at
    row = portal.clients["maya"]
    await write(messaging.mark_delivered, deliveries=[Delivery(row, "client", upto), Delivery(row, "provider", upto)])


async def conversation_needs_no_answer(portal: Portal) -> None:
    """An admin marks the thread, removes the mark, and marks it at a later message; clients receive none of this."""
    ana, maya = actor_of(portal.users["ana"]), portal.clients["maya"]
    for marks in ((True, False), (True,)):
        last = (await send(portal, "maya", "maya")).message.id
        for mark in marks:
            await write(messaging.resolve_thread, actor=ana, client_id=maya, message_id=last, is_resolved=mark)


async def client_is_created(portal: Portal) -> None:
    await write(clients.create_client, company_name="New", contact_name="Nell", contact_email="nell@portal.example")


async def user_is_linked(portal: Portal) -> None:
    await write(accounts.create_confirmed_user, email="pending@portal.example", password_hash="", full_name="Quinn")


async def stranger_gets_a_row(portal: Portal) -> None:
    await write(accounts.create_confirmed_user, email="sue@portal.example", password_hash="", full_name="Sue")


async def link_once_more(portal: Portal) -> None:
    otto = portal.users["otto"]
    await write(
        clients.link_or_create_client,
        user_id=otto.id,
        email=otto.email,
        full_name="Otto",
        company_name="",
        confirmed_at=now(),
        may_create=True,
    )


async def new_admin(portal: Portal) -> None:
    await write(clients.create_admin, email="ben@portal.example", name="Ben", password_hash="")


async def client_becomes_admin(portal: Portal) -> None:
    await send(portal, "maya", "maya")
    await write(clients.create_admin, email="maya@portal.example", name="Maya", password_hash="")
    await send(portal, "ana", "maya")


async def admin_is_a_client_again(portal: Portal) -> None:
    await client_becomes_admin(portal)
    await write(clients.remove_admin, email="maya@portal.example")


async def anonymous_user_signs_up(portal: Portal) -> None:
    user_id = (await write(accounts.sign_up_anonymously, metadata={}, device=accounts.Device())).account.user.id
    for _ in range(2):
        await write(
            clients.create_named_client,
            user_id=user_id,
            email="sue@portal.example",
            full_name="Sue",
            company_name="Sue & Co",
        )


async def audit(portal: Portal) -> None:
    await write(clients.audit, actor_id=None, action="test", subject="nothing that devices hold")


ACTIONS: Actions = {
    "messaging.send_message": [
        client_writes,
        admin_writes_twice,
        admin_writes_to_unregistered_client,
        client_requests_a_figure,
    ],
    "messaging.take_back": [message_is_taken_back],
    "messaging.forget_taken_back": [id_is_taken_back_and_forgotten],
    "messaging.mark_read": [both_sides_read],
    "messaging.mark_delivered": [both_sides_have_it],
    "messaging.resolve_thread": [conversation_needs_no_answer],
    "clients.create_client": [client_is_created],
    "clients.link_or_create_client": [user_is_linked, stranger_gets_a_row, link_once_more],
    "clients.create_named_client": [anonymous_user_signs_up],
    "clients.create_admin": [new_admin, client_becomes_admin],
    "clients.remove_admin": [admin_is_a_client_again],
    "clients.audit": [audit],
    **billing.ACTIONS,
    **analytics.ACTIONS,
    **chatbots.ACTIONS,
    **notifications.ACTIONS,
    **admin.ACTIONS,
    **performance.ACTIONS,
    **reports.ACTIONS,
    **search_index.ACTIONS,
}


WRITES_NO_CHANGE: set[Action] = {audit, link_once_more, *admin.NO_CHANGE, *analytics.NO_CHANGE, *billing.NO_CHANGE}


def services() -> set[str]:
    """The public functions of the services of every app that publishes rows."""
    names = set()
    for config in apps.get_app_configs():
        if find_spec(f"{config.name}.synced"):
            module = import_module(f"{config.name}.services")
            own = [f for _, f in inspect.getmembers(module, inspect.isfunction) if is_of(f.__module__, config.name)]
            names |= {f"{config.name}.{f.__name__}" for f in own if not f.__name__.startswith("_")}
    return names


def is_of(module: str, app: str) -> bool:
    """Whether the module belongs to the services or effects of the app, each of which is a file or a folder."""
    return f"{module}.".startswith((f"{app}.services.", f"{app}.effects."))


def test_every_service_has_an_action() -> None:
    assert services() == set(ACTIONS)


@pytest.mark.parametrize(
    "run_action", dict.fromkeys(run_action for actions in ACTIONS.values() for run_action in actions)
)
async def test_replicas_converge(run_action: Action, portal: Portal, devices: Devices) -> None:
    """Also checks BO2: pages and frames have the same shape and version. An action that does nothing fails."""
    await send(portal, "otto", "otto")
    before = await portal.heads()
    may_load = ("maya",) if run_action in {client_becomes_admin, admin_is_a_client_again} else ()
    async with replicas_converge(devices, may_load=may_load):
        await run_action(portal)
    assert (await portal.heads() == before) == (run_action in WRITES_NO_CHANGE)


async def test_mu2_a_rejected_write_changes_no_replica(portal: Portal, devices: Devices) -> None:
    sent = await send(portal, "maya", "maya")
    async with replicas_converge(devices), portal.unchanged():
        with pytest.raises(MessageIdTaken):
            await write(
                messaging.send_message,
                actor=actor_of(portal.users["maya"]),
                message_id=sent.message.id,
                client_id=portal.clients["maya"],
                content="other words",
            )


async def test_a_service_that_raises_halfway_changes_nothing(portal: Portal, devices: Devices) -> None:
    """LG2: the rows and changes that the service wrote before are rolled back."""

    def write_and_raise() -> None:
        clients.create_client(company_name="Half", contact_name="", contact_email="half@portal.example")
        accounts.create_confirmed_user(email="maya@portal.example", password_hash="", full_name="")

    async with replicas_converge(devices), portal.unchanged():
        with pytest.raises(AlreadyRegistered):
            await write(write_and_raise)
