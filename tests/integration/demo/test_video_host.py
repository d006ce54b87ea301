"""The sandbox of the video host accepts only uploads that the server has signed, by the host's rules."""

import re
from datetime import UTC, datetime, timedelta
from uuid import UUID

import httpx
import pytest
from pytest_django import Settings

from core.ids import uuid7
from environment.environment import read_environment
from reports.video_host_upload import signed_upload
from tests.support.apps.files import HTML, MP4
from tests.support.fakes.sandbox import VIDEO_ACCOUNT, Sandbox
from tests.support.servers.server import ROOT

MB = 1024 * 1024
NOW = datetime.now(UTC)


@pytest.fixture
def host(running_fake_providers: Sandbox, settings: Settings) -> str:
    """The sandbox's URL, with the product configured to use it as its video host."""
    env = {"CLOUDINARY_URL": VIDEO_ACCOUNT, "CLOUDINARY_API": running_fake_providers.url}
    settings.VIDEO_HOST = read_environment(env, ROOT).video_host
    return running_fake_providers.url


def send(
    film: bytes,
    *,
    video: UUID | None = None,
    time: datetime = NOW,
    params: dict[str, str] | None = None,
    part: str = "",
) -> httpx.Response:
    """The host's response to a film, or to a part of one, that the server signed at `time`."""
    signed = signed_upload(video or uuid7(), time)
    assert signed is not None
    headers = {"Content-Range": part, "X-Unique-Upload-Id": str(video)} if part else {}
    fields = signed.fields | (params or {})
    return httpx.post(signed.address, data=fields, files={"file": ("a.mp4", film, "video/mp4")}, headers=headers)


def test_a_video_is_stored_once_under_its_id(host: str) -> None:
    video = uuid7()
    upload = send(MP4, video=video).json()
    assert re.fullmatch(
        rf"https://res\.cloudinary\.com/played/video/upload/v\d+/reports/{video}\.mp4", upload["secure_url"]
    )
    assert httpx.get(upload["url"]).content == MP4
    # A signature that was used once does not allow replacing the film.
    assert send(MP4 + bytes(9), video=video).json()["secure_url"] == upload["secure_url"]
    assert httpx.get(upload["url"]).content == MP4


def test_parts_are_assembled_into_the_video(host: str) -> None:
    video, film = uuid7(), MP4 + bytes(7 * MB)
    first, last = film[: 5 * MB], film[5 * MB :]
    ranges = [f"bytes 0-{len(first) - 1}/{len(film)}", f"bytes {len(first)}-{len(film) - 1}/{len(film)}"]
    first_reply = send(first, video=video, part=ranges[0])
    assert (first_reply.status_code, first_reply.json()["done"]) == (200, False)
    assert httpx.get(send(last, video=video, part=ranges[1]).json()["url"]).content == film


@pytest.mark.parametrize(
    ("_case", "message", "age", "film", "part", "status", "error"),
    [
        ("another film's name", {"public_id": "reports/x"}, 0, MP4, "", 401, "Invalid Signature"),
        ("an upload that replaces a video", {"overwrite": "true"}, 0, MP4, "", 401, "Invalid Signature"),
        ("an additional field", {"eager": "w_1"}, 0, MP4, "", 401, "String to sign - 'allowed_formats=mp4&eager=w_1&"),
        ("another account", {"api_key": "1"}, 0, MP4, "", 401, "Unknown API key 1"),
        ("an hour later", {}, 61, MP4, "", 400, "more than 1 hour ago"),
        ("no film", {}, 0, HTML, "", 400, "Unsupported video format"),
        ("too small a part", {}, 0, MP4, f"bytes 0-{len(MP4) - 1}/9999", 400, "larger than 5mb"),
        ("the second part first", {}, 0, MP4, f"bytes 10-{len(MP4) + 9}/{len(MP4) + 10}", 400, "must come first"),
        ("a range of another length", {}, 0, MP4, "bytes 0-9/10", 400, "Invalid Content-Range"),
    ],
)
def test_the_video_host_rejects_invalid_uploads(
    _case: str, message: dict[str, str], age: int, film: bytes, part: str, status: int, error: str, host: str
) -> None:
    reply = send(film, video=uuid7(), time=NOW - timedelta(minutes=age), params=message, part=part)
    assert (reply.status_code, error in reply.json()["error"]["message"]) == (status, True), reply.text
    assert reply.headers["Access-Control-Allow-Origin"] == "*"
