"""Admins see the last use of each other's sessions, and whether each other has a second factor."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from accounts.models import Factor, Session, User
from clients import services as clients
from core.clock import iso
from sync.writes.db_executor import read, write
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

LAST_USE = datetime(2026, 11, 20, 9, 30, tzinfo=UTC)
EARLIER_USE = datetime(2026, 11, 1, tzinfo=UTC)


@pytest.fixture
async def rui(portal: Portal) -> UUID:
    """The user id of a second admin."""
    await write(clients.create_admin, email="rui@portal.example", name="Rui Costa", password_hash="")
    return await read(lambda: User.objects.get(email="rui@portal.example").id)


async def rows_of(portal: Portal) -> dict[str, Json]:
    reply = await portal.as_("ana").get("/rest/v1/admin_sign_ins")
    assert reply.status_code == 200
    return {row.pop("user_id"): row for row in reply.json()["rows"]}


async def test_admins_see_when_each_was_active_and_who_has_a_second_factor(portal: Portal, rui: UUID) -> None:
    ana = portal.users["ana"].id
    before = await rows_of(portal)
    assert set(before) == {str(ana), str(rui)}
    assert before[str(rui)] == {"last_active_at": None, "has_second_factor": False}

    def create_sessions() -> None:
        for at in (LAST_USE, EARLIER_USE):
            Session.objects.create(user_id=rui, refreshed_at=at)
        Factor.objects.create(user_id=rui, factor_type="totp", friendly_name="App")

    await write(create_sessions)
    assert (await rows_of(portal))[str(rui)] == {"last_active_at": iso(LAST_USE), "has_second_factor": False}
    await write(lambda: Factor.objects.update(is_verified=True))
    after = await rows_of(portal)
    assert after[str(rui)] == {"last_active_at": iso(LAST_USE), "has_second_factor": True}
    assert after[str(ana)] == before[str(ana)]
