"""The pictures of the weekly mail are parts of the mail: the mark, the report's cover, and its author's picture."""

import re
from base64 import b64encode
from email.message import EmailMessage

import pytest

from core.ids import uuid7
from reports.models import Poster
from sync.log import changes
from sync.writes.db_executor import write
from tests.support.apps.files import PNG, Sender, picture
from tests.support.apps.reports import YOUTUBE, published
from tests.support.mail.mailbox import Mail, Mailbox
from tests.support.portal.agency import Json, Portal

pytestmark = [
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.usefixtures("storage_folder"),
]
PORTRAITS, PREVIEW, TEST_MAILS = "/rest/v1/portraits", "/rest/v1/weekly_mails", "/rest/v1/weekly_mail_tests"
VIDEO_ALT_TEXT = 'alt="Watch the video: Week 47"'


async def send_test_mail(portal: Portal, mailbox: Mailbox) -> Mail:
    """The test of Maya's weekly mail that arrives at the admin."""
    reply = await portal.as_("ana").post(TEST_MAILS, json={"client_id": str(portal.clients["maya"])})
    assert reply.status_code == 200, reply.text
    return await mailbox.mail()


async def preview(portal: Portal) -> str:
    """The HTML of Maya's mail in the admins' preview."""
    reply = await portal.as_("ana").get(PREVIEW, params={"client_id": str(portal.clients["maya"])})
    return str(reply.json()["data"]["html"])


async def set_portrait(portal: Portal, url: str) -> None:
    assert (await portal.as_("ana").put(PORTRAITS, json={"url": url})).status_code == 200


async def store_poster(portal: Portal, report: Json, poster: bytes, kind: str) -> None:
    """Store a poster of the report's video, as if its host had returned it."""
    data_url = f"data:image/{kind};base64,{b64encode(poster).decode()}"
    row = Poster(id=uuid7(), owner_id=report["id"], client_id=portal.clients["maya"], picture=data_url)
    await write(lambda: changes.insert(row))


def parts_of(mail: Mail) -> dict[str, bytes]:
    """The mail's pictures by content id. Asserts that the HTML shows each of them, and no other picture."""
    parts = {
        str(part["Content-ID"]).strip("<>"): bytes(part.get_content())
        for part in mail.message.walk()
        if isinstance(part, EmailMessage) and part.get_content_maintype() == "image"
    }
    assert sorted(re.findall(r'<img src="cid:([^"]*)"', mail.html)) == sorted(parts)
    assert mail.html.count("<img") == len(parts)
    return parts


async def test_a_report_without_a_poster_has_a_drawn_cover_and_the_only_filled_button(
    portal: Portal, mailbox: Mailbox
) -> None:
    await published(portal, video_url=YOUTUBE)
    mail = await send_test_mail(portal, mailbox)
    parts = parts_of(mail)
    assert parts.keys() == {"mark.@mail", "play.@mail"}
    assert all(part.startswith(b"\x89PNG") for part in parts.values())
    assert VIDEO_ALT_TEXT in mail.html
    assert re.findall(r'background-color:#2563EB;"><a [^>]*>([^<]*)</a>', mail.html) == ["Watch the video"]
    assert mail.html.index("Watch the video") < mail.html.index("Open my dashboard")


async def test_without_a_report_the_dashboard_is_the_filled_button(portal: Portal, mailbox: Mailbox) -> None:
    await portal.post("ana", "Hello")
    mail = await send_test_mail(portal, mailbox)
    assert parts_of(mail).keys() == {"mark.@mail"}
    assert re.findall(r'background-color:#2563EB;"><a [^>]*>([^<]*)</a>', mail.html) == ["Open my dashboard"]


async def test_the_poster_of_the_video_and_the_authors_picture_are_in_the_mail(
    portal: Portal, mailbox: Mailbox
) -> None:
    report = await published(portal, video_url=YOUTUBE)
    poster = picture(48, 36)
    await store_poster(portal, report, poster, "png")
    await set_portrait(portal, await Sender(portal.as_("ana"), bucket="portraits").upload("ana.png", PNG))
    mail = await send_test_mail(portal, mailbox)
    portrait = f"portrait.{portal.users['ana'].id}@mail"
    parts = parts_of(mail)
    assert parts.keys() == {"mark.@mail", f"poster.{report['id']}@mail", portrait}
    assert (parts[f"poster.{report['id']}@mail"], parts[portrait]) == (poster, PNG)
    html = await preview(portal)
    for part in parts.values():
        assert f'src="data:image/png;base64,{b64encode(part).decode()}"' in html
    assert "cid:" not in html


async def test_a_missing_picture_is_replaced_by_text(portal: Portal, mailbox: Mailbox) -> None:
    """The poster is a WebP, which Outlook cannot show. The author removes their picture before the delivery."""
    report = await published(portal, video_url=YOUTUBE)
    await store_poster(portal, report, b"RIFF\x00\x00\x00\x00WEBP", "webp")
    await set_portrait(portal, await Sender(portal.as_("ana"), bucket="portraits").upload("ana.png", PNG))
    reply = await portal.as_("ana").post(TEST_MAILS, json={"client_id": str(portal.clients["maya"])})
    assert reply.status_code == 200
    await set_portrait(portal, "")
    mail = await mailbox.mail()
    assert parts_of(mail).keys() == {"mark.@mail"}
    assert 'aria-hidden="true">AF</td>' in mail.html
    assert ">Watch the video: Week 47</a>" in mail.html
