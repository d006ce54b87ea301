"""The server's clock jumps an hour forward or back: no accepted request is lost, and nothing is done twice."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from pytest_django import Settings
from time_machine import Traveller

from accounts.models import Session
from accounts.tokens import access_tokens
from clients.queries import audit_verification
from clients.services import audit_log
from mail import services as mail
from mail.providers import transport
from sync.effects import effects, reactions
from sync.models import Effect
from sync.tasks import prune, request_pruning
from sync.writes.db_executor import read, write
from tests.support.accounts.api import bearer, error_of, refresh, sign_up
from tests.support.mail import mailbox
from tests.support.portal.agency import Portal, cursors_of
from tests.support.sync.socket import Opener, Socket, modes

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

HOUR = timedelta(hours=1)
both_ways = pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=["forward", "back"])
TOO_MANY = (429, "over_request_rate_limit", "Request rate limit reached")


@both_ways
async def test_a_session_continues(jump: timedelta, http: httpx.AsyncClient, fake_clock: Traveller) -> None:
    """After a jump forward the access token has expired, and the device fetches another one, as it does each hour."""
    session = await sign_up(http)
    for shift, expired in ((jump, jump > timedelta()), (-jump, jump < timedelta())):
        fake_clock.shift(shift)
        status = (await http.get("/user", headers=bearer(session))).status_code
        assert status == (403 if expired else 200)
        reply = await refresh(http, session["refresh_token"])
        assert reply.status_code == 200
        session = reply.json()
        assert (await http.get("/user", headers=bearer(session))).status_code == 200


@both_ways
async def test_a_rate_limit_holds_and_refills(
    jump: timedelta, http: httpx.AsyncClient, settings: Settings, fake_clock: Traveller
) -> None:
    settings.AUTH_RATE_LIMITS = True

    async def guess() -> tuple[int, str, str]:
        return error_of(await http.post("/token?grant_type=pkce", json={"auth_code": "x", "code_verifier": "x"}))

    for _ in range(30):
        assert await guess() != TOO_MANY
    assert await guess() == TOO_MANY
    fake_clock.shift(jump)
    accepted_count = 0
    while await guess() != TOO_MANY:
        accepted_count += 1
    assert accepted_count == (30 if jump > timedelta() else 0)
    fake_clock.shift(timedelta(seconds=3))  # the bucket gains a token in two seconds
    assert await guess() != TOO_MANY
    assert await guess() == TOO_MANY


async def renew_tokens(portal: Portal, *names: str) -> None:
    """Replace each user's access token with a new one of the same session."""
    for name in names:
        user = portal.users[name]
        session = await read(Session.objects.select_related("user").get, id=user.session_id)
        portal.replace_session(name, replace(user, token=access_tokens.issue(session.user, session).text))


def contents(socket: Socket) -> list[str]:
    """The texts of the messages that a socket has received."""
    changes = [change for frame in socket.frames if frame["t"] == "ch" for change in frame["d"]]
    return [change["row"]["content"] for change in changes if change["tbl"] == "messages"]


@both_ways
@pytest.mark.usefixtures("quick")
async def test_a_message_is_stored_once_and_devices_continue_at_their_cursor(
    jump: timedelta, portal: Portal, sockets: Opener, fake_clock: Traveller
) -> None:
    before, during = portal.message("before"), portal.message("during")
    assert (await portal.as_("maya").post("/rest/v1/messages", json=before)).status_code == 201
    cursors = await cursors_of(portal, "maya")
    first_socket = sockets(portal.users["maya"].token)
    await first_socket.hello(*cursors)
    fake_clock.shift(jump)
    await renew_tokens(portal, "ana", "maya")
    # The response of `before` was lost, so the device sends it again from its outbox.
    assert (await portal.as_("maya").post("/rest/v1/messages", json=before)).status_code == 200
    assert (await portal.as_("ana").post("/rest/v1/messages", json=during)).status_code == 201
    if jump > timedelta():
        await first_socket.frame("auth_expiring")  # the app fetches another token
        first_socket.send("auth", token=portal.users["maya"].token)
    await first_socket.until(lambda: contents(first_socket) == ["during"])
    second_socket = sockets(portal.users["maya"].token)
    assert set(modes(await second_socket.hello(*cursors)).values()) == {"resume"}
    await second_socket.until(lambda: contents(second_socket) == ["during"])
    query = {"client_id": str(portal.clients["maya"])}
    rows = (await portal.as_("maya").get("/rest/v1/messages", params=query)).json()["rows"]
    assert [row["content"] for row in rows] == ["before", "during"]
    assert rows[0]["created_at"] < rows[1]["created_at"]


@both_ways
async def test_a_mail_is_sent_once_though_its_lease_seems_to_have_expired(
    jump: timedelta, fake_clock: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock jumps while one process sends the mail, and another one looks for due work."""
    sent: list[str] = []

    def deliver(message: object, *, to: str, name: str) -> None:
        sent.append(to)
        fake_clock.shift(jump)
        mailbox.sweep()

    monkeypatch.setattr(transport, "deliver", deliver)
    await write(mail.send, kind="new_device", to="ada@example.com")
    await asyncio.to_thread(mailbox.sweep)
    fake_clock.shift(2 * HOUR)
    await asyncio.to_thread(mailbox.sweep)
    assert sent == ["ada@example.com"]


@both_ways
async def test_a_daily_job_runs_once_a_day(jump: timedelta, fake_clock: Traveller) -> None:
    fake_clock.move_to(datetime(2026, 11, 27, 0, 30, tzinfo=UTC) - max(jump, timedelta()))

    def run() -> list[str]:
        request_pruning()
        effects.sweep()
        done_effects = Effect.objects.filter(kind=reactions.reaction_of(prune).stored_name, done_at__isnull=False)
        return sorted(done_effects.values_list("subject", flat=True))

    days = ["2026-11-26", "2026-11-27"]
    first_days = days[:1] if jump > timedelta() else days[1:]
    assert await asyncio.to_thread(run) == first_days
    fake_clock.shift(jump)
    assert await asyncio.to_thread(run) == days
    tries = await read(lambda: list(Effect.objects.values_list("tries", flat=True)))
    for _ in range(3):
        fake_clock.shift(-jump)
        jump = -jump
        assert await asyncio.to_thread(run) == days
    assert await read(lambda: list(Effect.objects.values_list("tries", flat=True))) == tries


@both_ways
async def test_the_audit_log_stays_one_chain(jump: timedelta, fake_clock: Traveller) -> None:
    for subject in ("before", "during", "after"):
        await write(audit_log.audit, actor_id=None, action="client.added", subject=subject)
        fake_clock.shift(jump)
        jump = -jump
    result = await read(audit_verification.verify)
    assert (result.n, result.faults) == (3, [])
