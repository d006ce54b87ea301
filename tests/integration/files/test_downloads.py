"""Files are downloaded at signed URLs, by the session they were signed for; a Range request returns that range."""

from urllib.parse import unquote

import pytest

from clients import services as clients
from files import signed_addresses
from files.ranges import RESPONSE_MAX
from sync.writes.db_executor import write
from tests.support.apps.files import MP4, PNG, Sender, signed
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of

pytestmark = [
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
    pytest.mark.usefixtures("storage_folder"),
]


async def test_a_signed_url_sends_restrictive_headers(portal: Portal) -> None:
    url = await Sender(portal.as_("maya")).upload("Öffnungszeiten.png", PNG)
    reply = await portal.as_(None).get(await signed(portal.as_("maya"), url))
    assert (reply.status_code, reply.content) == (200, PNG)
    headers = {name: reply.headers[name] for name in ("Content-Type", "Content-Disposition", "X-Content-Type-Options")}
    assert headers == {
        "Content-Type": "image/png",
        "Content-Disposition": "attachment; filename*=UTF-8''%C3%96ffnungszeiten.png",
        "X-Content-Type-Options": "nosniff",
    }
    assert reply.headers["Content-Security-Policy"].startswith("default-src 'none'; sandbox")
    assert (reply.headers["Cache-Control"], reply.headers["Accept-Ranges"]) == ("no-store", "bytes")


async def test_only_users_who_may_see_a_file_get_its_signed_url(portal: Portal) -> None:
    url = await Sender(portal.as_("maya")).upload("a.png", PNG)
    for name in ("otto", "ana"):  # no row refers to the file yet, so only its sender may read it
        reply = await portal.as_(name).post("/storage/v1/object/sign", json={"url": url})
        assert (reply.status_code, reply.json()["code"]) == (404, "file_not_found")
    assert (await portal.as_(None).post("/storage/v1/object/sign", json={"url": url})).status_code == 401


@pytest.mark.parametrize(
    "url",
    [
        "/storage/v1/object/message-attachments/../keys/django-secret",
        "/storage/v1/object/../../etc/passwd",
        "/storage/v1/object/message-attachments/%2e%2e%2fkeys",
        "/storage/v1/object/message-attachments/",
        "/storage/v1/object/message-attachments/a\x00.png",
        "https://elsewhere.example/storage/v1/object/message-attachments/a.png",
        "/etc/passwd",
        "",
    ],
)
async def test_a_url_outside_the_bucket_is_not_found(url: str, portal: Portal) -> None:
    reply = await portal.as_("ana").post("/storage/v1/object/sign", json={"url": url})
    assert reply.status_code == 404
    token = signed_addresses.sign(Sender(portal.as_("ana")).id, "file", actor_of(portal.users["ana"]))
    if url.startswith("/storage/v1/object/message"):
        path = url.replace("\x00", "%00")
        expected_status = 404 if path.endswith("/") else 403  # without a name it is no address of a file
        assert (await portal.as_("ana").get(path, params={"token": token})).status_code == expected_status
        assert (await portal.as_("ana").get(path)).status_code == 404


async def test_a_signed_url_is_valid_for_five_minutes_of_one_session(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await Sender(portal.as_("maya")).upload("a.png", PNG)
    other_url = await Sender(portal.as_("maya")).upload("b.png", PNG)
    address = await signed(portal.as_("maya"), url)
    token = unquote(address.partition("?token=")[2])
    signed_out = portal.as_(None)
    for wrong_token in (token[:-1], token + "x", token.replace(":", "", 1), "x", token.upper()):
        assert (await signed_out.get(url, params={"token": wrong_token})).json()["code"] == "address_over"
    assert (await signed_out.get(other_url, params={"token": token})).status_code == 404
    assert (await signed_out.get(url)).status_code == 404
    with monkeypatch.context() as patch:
        patch.setattr(signed_addresses, "VALID_S", -1)
        assert (await signed_out.get(address)).status_code == 403
    assert (await signed_out.get(address)).status_code == 200
    await portal.end_sessions("maya")
    assert (await signed_out.get(address)).status_code == 401


async def test_a_signed_url_ends_when_its_user_loses_the_file(portal: Portal) -> None:
    url = await Sender(portal.as_("otto")).upload("contract.png", PNG)
    await portal.post("otto", "Confidential", to="otto", attachment_url=url)
    anas_address = await signed(portal.as_("ana"), url)
    ottos_address = await signed(portal.as_("otto"), url)
    assert (await portal.as_(None).get(anas_address)).status_code == 200
    await write(clients.remove_admin, may_be_last=True, email=portal.users["ana"].email)
    for headers in ({}, {"Range": "bytes=0-9"}):
        reply = await portal.as_(None).get(anas_address, headers=headers)
        assert (reply.status_code, reply.json()["code"]) == (403, "address_over")
    assert (await portal.as_(None).get(ottos_address)).status_code == 200


CONTENT = MP4 + (bytes(range(251)) * (RESPONSE_MAX // 250))[: RESPONSE_MAX + 5000]


@pytest.mark.parametrize(
    ("query", "status", "start", "end"),
    [
        ("bytes=0-", 206, 0, RESPONSE_MAX - 1),
        ("bytes=0-99", 206, 0, 99),
        ("bytes=70000-140000", 206, 70000, 140000),
        (f"bytes={len(CONTENT) - 10}-", 206, len(CONTENT) - 10, len(CONTENT) - 1),
        (f"bytes={len(CONTENT) - 10}-{10**14}", 206, len(CONTENT) - 10, len(CONTENT) - 1),
        ("bytes=-10", 206, len(CONTENT) - 10, len(CONTENT) - 1),
        ("bytes=0-1,5-6", 200, 0, len(CONTENT) - 1),
        ("lines=0-1", 200, 0, len(CONTENT) - 1),
        ("bytes=-", 200, 0, len(CONTENT) - 1),
        (f"bytes={len(CONTENT)}-", 416, 0, -1),
        ("bytes=5-4", 416, 0, -1),
        ("bytes=-0", 416, 0, -1),
    ],
)
async def test_a_range_request_returns_that_part_of_the_file(
    query: str, status: int, start: int, end: int, portal: Portal
) -> None:
    url = await Sender(portal.as_("ana"), "report-videos").upload("a.mp4", CONTENT)
    reply = await portal.as_(None).get(await signed(portal.as_("ana"), url), headers={"Range": query})
    assert (reply.status_code, reply.content) == (status, CONTENT[start : end + 1])
    expected = {206: f"bytes {start}-{end}/{len(CONTENT)}", 416: f"bytes */{len(CONTENT)}"}
    assert reply.headers.get("Content-Range") == expected.get(status)


async def test_a_logo_is_public(portal: Portal) -> None:
    url = await Sender(portal.as_("ana"), "website-assets").upload("logo.png", PNG)
    reply = await portal.as_(None).get(url)
    assert (reply.status_code, reply.content, reply.headers["Content-Type"]) == (200, PNG, "image/png")
    assert reply.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert reply.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert reply.headers["Content-Disposition"].startswith("inline")
