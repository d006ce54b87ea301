"""Website settings: admins change them, invalid values are rejected, and visitors see a change on their next page."""

from pathlib import Path

import pytest
from PIL import Image

from clients.models import AuditText
from files.models import Claim
from sync.writes.db_executor import read
from tests.support.apps.files import SVG, Sender, picture
from tests.support.portal.agency import Portal, row
from website.models import WebsiteSettings

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/rest/v1/website_settings"


async def test_a_change_is_stored_audited_and_seen_at_the_next_page(portal: Portal) -> None:
    body = {"primary_color": "#0f766e", "hero_title": " Sell more coffee ", "features_title": ""}
    async with portal.grows({"audit_log": 1}):
        reply = await portal.as_("ana").patch(PATH, json=body)
    values = reply.json()
    assert (values["primary_color"], values["hero_title"]) == ("#0F766E", "Sell more coffee")
    assert values["features_title"] == "Powerful Features for Your Business"
    assert (await portal.as_(None).get(PATH)).json()["data"] == values
    assert "--primary:#0F766E" in (await portal.as_(None).get("/theme.css")).text
    entry = await row(AuditText, entry__action="website.saved")
    assert entry["detail"]["primary_color"] == "#2563EB → #0F766E"
    async with portal.unchanged():
        await portal.as_("ana").patch(PATH, json=body)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"primary_color": "teal"}, 422, "bad_primary_color"),
        ({"primary_color": "#0f766e;}"}, 422, "bad_primary_color"),
        ({"hero_title": "x" * 201}, 422, "bad_hero_title"),
        ({"hero_subtitle": "two\nlines"}, 422, "bad_hero_subtitle"),
        ({"logo_url": "https://evil.example/x.png"}, 404, "file_not_found"),
        ({"logo_url": "/storage/v1/object/website-assets/logos/none.png"}, 404, "file_not_found"),
        ({"id": 2}, 422, "invalid"),
    ],
)
async def test_invalid_settings_are_rejected(body: dict[str, object], status: int, code: str, portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("ana").patch(PATH, json=body)
    assert (reply.status_code, reply.json()["code"]) == (status, code)


async def test_a_client_cannot_change_the_settings(portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("maya").patch(PATH, json={"hero_title": "Mine"})
        logo = await Sender(portal.as_("maya"), bucket="website-assets").begin("a.png", 10)
    assert (reply.status_code, reply.json()["code"]) == (403, "admins_only")
    assert logo.status_code == 404


async def test_a_logo_is_kept_until_another_one_replaces_it(storage_folder: Path, portal: Portal) -> None:
    urls = []
    for size in ((800, 200), (10, 10)):
        sender = Sender(portal.as_("ana"), bucket="website-assets")
        urls.append(await sender.upload("logo.png", picture(*size)))
        reply = await portal.as_("ana").patch(PATH, json={"logo_url": urls[-1]})
        assert reply.json()["logo_url"] == urls[-1]
        css = (await portal.as_(None).get("/theme.css")).text
        assert f'--site-logo:url("{urls[-1]}");--site-logo-image:block;--site-logo-mark:none' in css
    assert await read(lambda: Claim.objects.count()) == 1
    image = await portal.as_(None).get(urls[-1])
    assert (image.status_code, image.headers["Content-Type"]) == (200, "image/png")
    assert (await portal.as_("ana").patch(PATH, json={"logo_url": ""})).json()["logo_url"] is None
    assert await read(lambda: Claim.objects.count()) == 0
    assert (await row(WebsiteSettings))["logo_url"] is None
    assert "--site-logo" not in (await portal.as_(None).get("/theme.css")).text


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("logo.png", picture(801, 200), "Image dimensions must not exceed 800x200 pixels"),
        ("logo.svg", SVG, "File must be JPEG, PNG, or GIF"),
        ("logo.png", SVG, "File must be JPEG, PNG, or GIF"),
        ("logo.png", picture(20, 20)[:40], "Failed to load image"),
    ],
)
async def test_a_logos_content_decides_whether_it_is_accepted(
    name: str, content: bytes, message: str, storage_folder: Path, portal: Portal
) -> None:
    reply = await Sender(portal.as_("ana"), bucket="website-assets").send(name, content)
    assert (reply.status_code, reply.json()["message"]) == (422, message)


async def test_a_rotated_logo_is_measured_as_browsers_show_it(storage_folder: Path, portal: Portal) -> None:
    """A camera's picture may be rotated by its EXIF data, and the browser's own check measures it rotated."""
    rotated_exif = Image.Exif()
    rotated_exif[0x0112] = 6
    ana = portal.as_("ana")
    wide_reply = await Sender(ana, bucket="website-assets").send(
        "logo.jpg", picture(200, 800, "JPEG", exif=rotated_exif)
    )
    assert wide_reply.status_code == 204, wide_reply.text
    high_reply = await Sender(ana, bucket="website-assets").send(
        "logo.jpg", picture(800, 200, "JPEG", exif=rotated_exif)
    )
    assert high_reply.json()["message"] == "Image dimensions must not exceed 800x200 pixels"
