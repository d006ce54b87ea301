"""Notifying users of a message takes as many statements for ten admins as for one."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection
from time_machine import TimeMachineFixture

from clients import services as clients
from notifications.effects import delivery, pushes
from notifications.models import Notice
from sync.effects import effects
from sync.writes.db_executor import read, write
from tests.support.database.effects import effects_of
from tests.support.database.statement_count import record_statements
from tests.support.portal.agency import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def create_nine_admins() -> None:
    for n in range(9):
        await write(clients.create_admin, email=f"more-{n}@portal.example", name=f"More {n}", password_hash="")


async def count_statements(work: Callable[[], int], *, done: int) -> int:
    """The number of statements that `work` runs. Asserts that it runs `done` effects."""

    def run_work() -> int:
        try:
            with record_statements() as statements:
                assert work() == done
            return len(statements)
        finally:
            connection.close()

    return await asyncio.to_thread(run_work)


async def notices(thread: UUID) -> list[tuple[str, int]]:
    """Each admin's notice of a client's thread: its title, and how often it was updated (`n`)."""
    rows = Notice.objects.filter(client_id=thread, side="provider")
    return await read(lambda: list(rows.order_by("id").values_list("title", "n")))


async def test_notifying_ten_admins_takes_as_many_statements_as_one(
    portal: Portal, time_machine: TimeMachineFixture
) -> None:
    await count_statements(
        effects.sweep, done=0
    )  # opens the jobs' connection first, because its settings are statements too
    costs: list[list[int]] = []
    for round_, (name, admins) in enumerate((("maya", 1), ("otto", 10))):
        if admins > 1:
            await create_nine_admins()
        time_machine.move_to(timedelta(minutes=round_))
        await portal.post(name, "Is my page slower?", to=name)
        first_cost = await count_statements(effects.sweep, done=1)
        assert [n for _, n in await notices(portal.clients[name])] == [1] * admins
        await portal.post(name, "And why?", to=name)
        time_machine.move_to(timedelta(seconds=11))
        second_cost = await count_statements(effects.sweep, done=1)
        rows = await notices(portal.clients[name])
        assert {n for _, n in rows} == {2}
        assert {title.split(" from ")[0] for title, _ in rows} == {"2 new messages"}
        push_cost = await count_statements(lambda: effects.sweep(pushes.PUSHES), done=admins)
        assert await read(effects_of(delivery.email_notices).count) == admins + round_
        costs.append([first_cost, second_cost, push_cost])
        time_machine.move_to(timedelta(seconds=11))
        await count_statements(lambda: effects.sweep(pushes.PUSHES), done=admins)
    assert costs == [[18, 18, 10], [18, 18, 10]]
