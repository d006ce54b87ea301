"""Demo data created through the services: exactly the stories' rows, also if the command runs again."""

import asyncio
import re
from collections import Counter
from datetime import UTC, datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.db.backends.utils import CursorWrapper
from pytest_django import Settings
from time_machine import Traveller

from accounts.credentials import passwords
from clients.models import Admin, AuditEntry, Client
from core.clock import now
from core.ids import uuid7
from demo import seed
from demo.stories import STORIES
from files.queries import portrait_of
from messaging import services
from messaging.models import Message, Thread
from notifications.models import Notice
from performance import tasks
from performance.effects.scan_job import weekly_scan
from performance.friday_run import friday_of
from performance.models import ScanRun, Score
from reports.models import Report
from sync.models import Change, Effect, Stream
from sync.writes.db_executor import read
from tests.support.database.effects import effects_of
from tests.support.portal.agency import Json, every_row, http_client, sign_in

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

STATEMENTS_MAX = 1_100  # about 1,000 now; one more for each of the 132 messages exceeds it


def client_id(company: str) -> UUID:
    return Client.objects.get(company_name=company).id


def test_the_demo_data_matches_the_stories(fake_clock: Traveller) -> None:
    seed.make()
    assert (Admin.objects.get().name, Client.objects.count()) == ("Ana Ferreira", 12)
    assert (Message.objects.count(), Thread.objects.count()) == (132, 11)
    assert portrait_of(user_id=Admin.objects.get().user_id) is not None
    rows = {table: len(table_rows) for table, table_rows in every_row().items()}
    assert (rows["users"], rows["identities"], rows["sessions"]) == (12, 12, 0)
    actions = sorted(AuditEntry.objects.values_list("action", flat=True))
    bots = ["chatbot.assigned", "chatbot.created", "chatbot.created", "chatbot.status"]
    linked = ["client.linked"] * 11
    assert actions == ["admin.created", *bots, "client.created", *linked, "client.removed", "embed.saved"]
    for story in STORIES.clients:
        client = Client.objects.get(contact_email=story.contact_email)
        assert (client.company_name, client.contact_name) == (story.company_name, story.contact_name)
        assert (client.subscription_tier, client.subscription_status) == (story.tier, story.status)
        assert (client.user_id is None, client.is_staff) == (story.pending, False)
        messages = [
            (one.content, one.sender_role, one.created_at)
            for one in Message.objects.filter(client=client).order_by("id")
        ]
        lines = [(re.escape(line.text), line.role, line.written_at(now())) for line in story.thread]
        for message, line in zip(sorted(messages, key=lambda one: one[2]), lines, strict=True):
            assert re.fullmatch(line[0].replace(r"\{score\}", r"\d\d"), message[0]), message
            assert message[1:] == line[1:]
        thread = Thread.objects.filter(id=client.id).first() or Thread()
        assert thread.provider_unread == story.unread.provider
        assert thread.client_unread == story.unread.client


def test_read_markers_have_their_reader_and_time(fake_clock: Traveller) -> None:
    seed.make()
    yoga = Thread.objects.get(id=client_id("Blue Door Yoga"))
    last = Message.objects.filter(client_id=yoga.id, sender_role="client").latest("created_at")
    assert (yoga.provider_read_to, yoga.provider_read_by) == (last.id, "Ana Ferreira")
    assert yoga.provider_read_at == last.created_at + seed.READ_AFTER
    pending = Thread.objects.get(id=client_id("Northlight Physiotherapy"))
    assert (pending.client_read_to, pending.provider_read_to) == (None, None)
    assert not Thread.objects.filter(provider_read_at__gt=now()).exists()


def test_demo_users_have_unread_notices_and_get_no_notification() -> None:
    seed.make()
    notices = Notice.objects.filter(kind="message", opened_at=None)
    unread_counts = {
        (story.company_name, side): count
        for story in STORIES.clients
        for side, count in (
            ("provider", story.unread.provider),
            ("client", 0 if story.pending else story.unread.client),
        )
        if count
    }
    assert {
        (one.client.company_name, one.side): one.count for one in notices.select_related("client") if one.client
    } == unread_counts
    reports = Notice.objects.filter(kind="report", client=client_id("Harbor Coffee Roasters")).order_by("told_at")
    assert [(one.body, one.opened_at is None) for one in reports] == [
        ("Fonts and an old widget are gone", False),
        ("A quiet week, and steady", False),
        ("The winter menu is online", True),
    ]
    assert not Effect.objects.filter(kind__startswith="notifications.").exists()


@pytest.mark.parametrize("day", [18, 20, 22, 23])
def test_demo_reports_match_their_scores_and_no_weekly_scan_is_due(day: int, fake_clock: Traveller) -> None:
    fake_clock.move_to(datetime(2026, 11, day, 16, 30, tzinfo=UTC))
    seed.make()
    report = Report.objects.get(title="The winter menu is online")
    assert report.content["text"].startswith("Over ninety for the first time.")
    assert report.figures is not None
    assert [score for _, score in report.figures["scores"]][-2:] == [85, 91]
    for title, score in (("Still among the fastest", 96), ("The planning tool waits its turn", 84)):
        other = Report.objects.get(title=title)
        assert str(score) in other.content["text"]
        assert other.figures is not None
        assert other.figures["score"] == score
    friday = friday_of(now(), ZoneInfo("UTC"))
    if friday is not None:
        tasks.friday_run(friday.isoformat())
    assert not effects_of(weekly_scan).exists()
    assert not ScanRun.objects.exclude(state="done").exists()


@pytest.mark.parametrize("day", range(16, 23))
def test_each_score_in_a_conversation_is_the_newest_one_at_that_time(day: int, fake_clock: Traveller) -> None:
    fake_clock.move_to(datetime(2026, 11, day, 16, 30, tzinfo=UTC))
    seed.make()
    stated = []
    for message in Message.objects.filter(sender_role="admin").select_related("client").order_by("created_at"):
        number = re.search(r"\b(?:scan|score)\b[^.\n]*?\b(\d\d)\b", message.content, re.IGNORECASE)
        if number is None:
            continue
        scan = Score.objects.filter(client=message.client, created_at__lte=message.created_at)
        assert int(number[1]) == scan.latest("created_at").performance_score, message.content
        stated.append((message.client.contact_name, int(number[1])))
    maya, before_friday = [score for name, score in stated if name == "Maya Lindqvist"], day < 20
    assert maya == [61, 74, 83, 91 if before_friday else 97]
    assert len(stated) == 9


def test_the_change_log_contains_all_demo_data(fake_clock: Traveller) -> None:
    fake_clock.move_to(datetime(2026, 11, 18, 16, 30, tzinfo=UTC))
    seed.make()
    heads = dict(Stream.objects.values_list("id", "head"))
    assert {stream: Change.objects.filter(stream=stream).count() for stream in heads} == heads
    # The messages, and one change for each thread and client row, because a client's data is one transaction. Nine
    # reports, three of them with a video for the client's home. The admin and the client row of her account. Two bots
    # with six training examples and three test questions, assignments, the marketplace listing, open questions, and the
    # script of a page. The scans of nine websites: five of the first, two of each other.
    assert heads["w"] == 132 + 11 + 12 + 9 + 3 + 2 + 15 + 5 + 8 * 2


def test_a_second_run_changes_nothing() -> None:
    seed.make()
    before = every_row()
    seed.make()
    assert every_row() == before


async def test_seeding_again_after_use_changes_nothing(settings: Settings) -> None:
    settings.AUTH_AUTOCONFIRM = True
    await asyncio.to_thread(seed.make)
    maya = await sign_in(STORIES.clients[0].contact_email)
    ana = await sign_in(STORIES.admin.email)
    harbor = str(await read(client_id, "Harbor Coffee Roasters"))
    message = {"id": str(uuid7()), "client_id": harbor, "content": "One more thing"}
    marker = {"id": harbor, "read_to": message["id"]}
    ingrid = {"email": "Ingrid@NorthlightPhysio.example", "password": "correct horse"}
    async with http_client(maya.token) as as_maya, http_client(ana.token) as as_ana:
        replies = [
            await as_maya.post("/rest/v1/messages", json=message),
            await as_ana.put("/rest/v1/threads", json=marker),
            await as_ana.post("/auth/v1/signup", json=ingrid),
        ]
    assert [reply.status_code for reply in replies] == [201, 200, 200]
    before = await read(every_row)
    await asyncio.to_thread(seed.make)
    assert await read(every_row) == before


def test_an_interrupted_seeding_is_completed_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    original, calls = services.send_message, iter(range(60))

    def send_or_fail(**kwargs: Any) -> services.SentMessage:
        if next(calls, None) is None:
            raise ConnectionError("the machine went down")
        return original(**kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(services, "send_message", send_or_fail)
        with pytest.raises(ConnectionError):
            seed.make()
    assert (Client.objects.count(), Message.objects.count()) == (2, 54)
    seed.make()
    assert (Client.objects.count(), Message.objects.count(), Admin.objects.count()) == (12, 132, 1)


def test_seeding_runs_few_statements_and_hashes_the_password_once(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.ARGON2 = {}
    hashes: list[str] = []
    original = passwords.hashed_now

    def hashed_now(password: str) -> str:
        hashes.append(password)
        return original(password)

    # Counts the statements of every connection, because the services run in the thread that writes.
    real_execute, statements = CursorWrapper.execute, list[str]()

    def execute(cursor: CursorWrapper, sql: str, params: Any = None) -> Any:
        statements.append(sql)
        return real_execute(cursor, sql, params)

    monkeypatch.setattr(passwords, "hashed_now", hashed_now)
    monkeypatch.setattr(CursorWrapper, "execute", execute)
    seed.make()
    assert len(statements) <= STATEMENTS_MAX
    seed.make()
    assert hashes == [seed.PASSWORD]


async def test_the_printed_users_can_sign_in_and_the_client_has_the_longest_thread() -> None:
    await asyncio.to_thread(seed.make)
    admin, client = [line.split(maxsplit=3) for line in seed.sign_ins()]
    assert admin == ["admin", "ana@pulseboard.example", "pulseboard"]
    assert client == ["client", "maya@harborcoffee.example", "pulseboard", "(Harbor Coffee Roasters)"]
    assert await own_row(admin[1], admin[2]) is None
    harbor = await own_row(client[1], client[2])
    assert harbor is not None
    assert harbor["company_name"] == "Harbor Coffee Roasters"
    lengths = await read(lambda: Counter(Message.objects.values_list("client_id", flat=True)).most_common(2))
    assert [length for _, length in lengths] == [40, 16]
    assert harbor["id"] == str(lengths[0][0])


async def own_row(email: str, password: str) -> Json | None:
    """The client row of the user who signs in."""
    async with http_client(None) as http:
        body = {"email": email, "password": password}
        session = (await http.post("/auth/v1/token?grant_type=password", json=body)).json()
    async with http_client(session["access_token"]) as http:
        row: Json | None = (await http.get("/rest/v1/clients")).json().get("data")
    return row
