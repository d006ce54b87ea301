"""The weekly mail: one for each client and Monday, with a part from each app, and a one-click unsubscribe."""

import asyncio
import re
from datetime import date, datetime, timedelta
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from django.db import connection
from django.utils.timezone import get_default_timezone
from pytest_django import Settings
from time_machine import TimeMachineFixture

from clients.models import Client
from core.clock import now
from core.dates import short_day
from core.ids import uuid7
from notifications import tasks
from performance.models import Score
from sync.log import changes
from sync.writes.db_executor import write
from tests.support.actions import chatbots
from tests.support.apps.reports import YOUTUBE, published
from tests.support.apps.weekly_mails import PREVIEW, preview
from tests.support.mail.mailbox import Mail, Mailbox
from tests.support.portal.agency import Portal, http_client, row, sign_in

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
SOME_ID = "01890000-0000-7000-8000-000000000000"
UNSUBSCRIBE = "/functions/v1/unsubscribe"


def monday(hour: int = 9) -> datetime:
    """The coming Monday at `hour` in the provider's time zone."""
    today = now().astimezone(get_default_timezone())
    return today.replace(hour=hour, minute=0) + timedelta(days=7 - today.weekday())


async def send_weekly_mails(mailbox: Mailbox) -> list[Mail]:
    """Run the scheduler's tick of two processes, and the due effects. Returns the weekly mails that arrived."""

    def tick() -> None:
        try:
            tasks.schedule_week()
        finally:
            connection.close()

    for _ in range(2):
        await asyncio.to_thread(tick)
    return [mail for mail in await mailbox.mails() if "List-Unsubscribe" in mail.message]


def store_score(client_id: UUID, score: int, before: int | None, days: int) -> datetime:
    """Store a score from `days` days ago; `before` is the score of the week before it. Returns its time."""
    fields = {"website_url": "https://h.example/", "source": "test", "verdict": "moved", "json_response": b""}
    reasons, at = ["A picture is smaller."], now() - timedelta(days=days)
    scan = Score(client_id=client_id, performance_score=score, last_week_score=before, reasons=reasons, created_at=at)
    for name, value in fields.items():
        setattr(scan, name, value)
    changes.insert(scan)
    return at


def link_of(mail: Mail) -> str:
    """The path and query of the mail's unsubscribe link."""
    parts = urlsplit(str(mail.message["List-Unsubscribe"]).strip("<>"))
    return f"{parts.path}?{parts.query}"


async def test_each_app_has_a_section(portal: Portal, mailbox: Mailbox, time_machine: TimeMachineFixture) -> None:
    for score, before, days in ((52, None, 7), (61, 52, 1)):
        await write(store_score, portal.clients["maya"], score, before, days)
    await portal.post("ana", "Your report is ready.")
    await portal.post("maya", "Thank you!")
    await published(portal, video_url=YOUTUBE)
    await chatbots.conversation(portal)
    time_machine.move_to(monday())
    [mail] = await send_weekly_mails(mailbox)
    assert mail.to == "maya@portal.example"
    assert mail.subject.startswith("Your week at Harbor Coffee: ")
    lines = [line.strip() for line in mail.text.splitlines()]
    for line in (
        "Website performance on phones",
        "of 100: Needs Improvement: 61 (▲ improved by 9 points since the week before)",
        "A picture is smaller.",
        "Week 47",
        "A good week.",
        "message for you: 1",
        "from you: 1",
        "questions: 3",
    ):
        assert line in lines, mail.text
    titles = [lines.index(title) for title in ("Website performance on phones", "Messages", "Chatbots")]
    assert titles == sorted(titles)
    assert "Watch the video: http" in mail.text
    for part in (mail.text, mail.html):
        assert link_of(mail) in part.replace("&amp;", "&")


async def test_the_cover_and_the_performance_section_have_the_same_score(portal: Portal) -> None:
    """The scan ran after the publication, so the report itself has the score of the scan before."""
    await write(store_score, portal.clients["maya"], 91, None, 2)
    report = await published(portal, video_url=YOUTUBE)
    assert report["figures"]["score"] == 91
    scanned_at = await write(store_score, portal.clients["maya"], 97, 91, 0)
    content = await preview(portal)
    assert content is not None
    day = short_day(scanned_at.astimezone(get_default_timezone()))
    assert re.findall(r">(\d+)<div[^>]*>Score ([^<]*)</div>", content["html"]) == [("97", day)]
    assert re.findall(r'class="ink value"[^>]*>(\d+)</div>', content["html"])[0] == "97"


async def test_the_mail_shows_no_score_of_20_days_ago(portal: Portal) -> None:
    await write(store_score, portal.clients["maya"], 91, None, 20)
    await published(portal, video_url=YOUTUBE)
    content = await preview(portal)
    assert content is not None
    assert 'alt="Watch the video: Week 47"' in content["html"]
    assert re.findall(r">Score ", content["html"]) == []
    assert "Website performance on phones" not in content["text"]


async def test_the_mail_names_the_time_zone_only_if_the_clients_is_another(portal: Portal, settings: Settings) -> None:
    settings.TIME_ZONE = "Europe/Berlin"
    await portal.post("ana", "Hello")
    for own, ending in (
        ("Europe/Berlin", "every Monday. "),
        ("Europe/Vienna", "every Monday. "),
        ("Pacific/Auckland", "every Monday (Berlin time). "),
    ):
        reply = await portal.as_("maya").put("/rest/v1/notice_wishes", json={"zone": own})
        assert reply.status_code == 200, reply.text
        content = await preview(portal)
        assert content is not None
        assert f"You get this email {ending}Unsubscribe: http" in content["text"]


async def test_a_report_shows_its_authors_name_and_initials(portal: Portal) -> None:
    await published(portal, video_url=YOUTUBE)
    content = await preview(portal)
    assert content is not None
    assert re.search(r'aria-hidden="true">AF</td><td[^>]*>Ana Ferreira</td>', content["html"])
    assert "Ana Ferreira" not in content["text"]


async def test_the_weekly_mail_shows_a_video_posted_after_the_report(portal: Portal) -> None:
    await published(portal, video_url=YOUTUBE)
    content = await preview(portal)
    assert content is not None
    assert "Watch the video: http" in content["text"]
    today = datetime.now(get_default_timezone()).date() + timedelta(days=1)
    body = {"id": str(uuid7()), "client_id": str(portal.clients["maya"]), "video_url": YOUTUBE, "posted_at": f"{today}"}
    assert (await portal.as_("ana").post("/rest/v1/client_videos", json=body)).status_code == 201
    content = await preview(portal)
    assert content is not None
    for line in ("Your newest video", f"Weekly video of {today:%B} {today.day}", "Watch it: http"):
        assert line in content["text"], content["text"]


async def test_the_weekly_mail_is_sent_once_a_week_to_subscribers(
    portal: Portal, mailbox: Mailbox, time_machine: TimeMachineFixture
) -> None:
    for to in ("maya", "otto", "pending"):
        await portal.post("ana", "Hello", to=to)
    await portal.as_("otto").patch("/rest/v1/clients", json={"notify_reports": False})
    time_machine.move_to(monday(hour=7))
    assert await send_weekly_mails(mailbox) == []
    time_machine.shift(timedelta(hours=2))
    assert [mail.to for mail in await send_weekly_mails(mailbox)] == ["maya@portal.example"]
    time_machine.shift(timedelta(hours=13))
    assert await send_weekly_mails(mailbox) == []
    time_machine.shift(timedelta(days=6, hours=11))
    assert [mail.to for mail in await send_weekly_mails(mailbox)] == [
        "maya@portal.example"
    ]  # the message is still unread


async def test_a_client_without_news_or_access_gets_no_weekly_mail(
    portal: Portal, mailbox: Mailbox, time_machine: TimeMachineFixture
) -> None:
    await portal.post("ana", "Hello")
    body = {"client_ids": [str(portal.clients["maya"])], "status": "inactive"}
    assert (await portal.as_("ana").post("/rest/v1/client_access", json=body)).status_code == 200
    time_machine.move_to(monday())
    assert await send_weekly_mails(mailbox) == []


async def test_one_post_from_a_mail_program_unsubscribes_the_client(
    portal: Portal, mailbox: Mailbox, time_machine: TimeMachineFixture
) -> None:
    await portal.post("ana", "Hello")
    time_machine.move_to(monday())
    [mail] = await send_weekly_mails(mailbox)
    assert mail.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    async with portal.unchanged():  # mail scanners follow links
        page = await portal.as_(None).get(link_of(mail))
    assert (page.status_code, "Stop the weekly email?" in page.text) == (200, True)
    async with portal.grows({"c:maya": 1, "w": 1}):
        for _ in range(2):
            reply = await portal.as_(None).post(link_of(mail), data={"List-Unsubscribe": "One-Click"})
            assert (reply.status_code, "You will get no more weekly emails" in reply.text) == (200, True)
    client_row = await row(Client, id=portal.clients["maya"])
    assert (client_row["notify_reports"], client_row["notify_messages"]) == (False, True)
    time_machine.shift(timedelta(weeks=1))
    assert await send_weekly_mails(mailbox) == []


@pytest.mark.parametrize("token", ["", "x", "x:y", "01890000-0000-7000-8000-000000000000:forged"])
async def test_a_forged_unsubscribe_link_is_rejected(token: str, portal: Portal) -> None:
    async with portal.unchanged():
        for method in ("GET", "POST"):
            reply = await portal.as_(None).request(method, UNSUBSCRIBE, params={"t": token})
            assert (reply.status_code, "This link does not work" in reply.text) == (404, True)


async def test_an_admin_sees_a_preview_of_the_weekly_mail(portal: Portal, time_machine: TimeMachineFixture) -> None:
    await portal.post("ana", "Hello")
    params = {"client_id": str(portal.clients["maya"])}
    time_machine.move_to(timedelta(days=1))
    async with http_client((await sign_in("ana@portal.example")).token) as ana:
        reply = await ana.get(PREVIEW, params=params)
        response = await ana.get(PREVIEW, params={"client_id": str(portal.clients["pending"])})
    content = reply.json()["data"]
    assert (reply.status_code, content["to"]) == (200, "maya@portal.example")
    assert "1 message waits for you to read." in content["text"]
    first, last = (date.fromisoformat(content[day]) for day in ("first_day", "last_day"))
    assert last - first == timedelta(days=6)
    assert content["html"].startswith("<!doctype html>")
    assert response.json() == {"data": None, "code": "PGRST116"}


async def test_only_admins_see_the_preview_of_the_weekly_mail(portal: Portal) -> None:
    async with portal.unchanged():
        for name, client in (("maya", "maya"), ("maya", "otto")):
            reply = await portal.as_(name).get(PREVIEW, params={"client_id": str(portal.clients[client])})
            assert (reply.status_code, reply.json()["code"]) == (403, "admins_only")
        reply = await portal.as_("ana").get(PREVIEW, params={"client_id": SOME_ID})
        assert (reply.status_code, reply.json()["code"]) == (404, "client_not_found")
