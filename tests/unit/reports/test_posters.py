"""Posters of videos: they are requested through the forward proxy only, and accepted only if they are pictures.

127.0.0.2 is the public network here; a canary listens on the private one.
"""

import json
from collections.abc import Iterator
from ipaddress import ip_network

import pytest
from pytest_django import Settings

from reports import posters
from reports.video_addresses import read_video
from tests.support.fakes.canary import Canary, canary
from tests.support.fakes.http_server import Answering, listening

JPEG, PNG, GIF = b"\xff\xd8\xff\xe0 a jpeg", b"\x89PNG\r\n\x1a\n a png", b"GIF89a a gif"
WEBP = b"RIFF\x00\x00\x00\x00WEBP a picture"
YOUTUBE, VIMEO = "https://youtu.be/aqz-KE-bpKQ", "https://vimeo.com/76979871"
LOOM = "https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184"
Answer = tuple[int, dict[str, str], bytes]


class World:
    """A web server at a public address: its response at each path, and the requests that it received."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.answers: dict[str, Answer] = {}
        self.paths: list[str] = []

    def names(self, thumbnail: object) -> None:
        """Make the oEmbed services return this address of a picture."""
        self.answers["/oembed"] = (200, {}, json.dumps({"thumbnail_url": thumbnail}).encode())


@pytest.fixture
def world(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    class Handler(Answering):
        def do_GET(self) -> None:
            website.paths.append(self.path)
            status, headers, body = website.answers.get(self.path.partition("?")[0], (404, {}, b""))
            self.reply(status, body, headers)

    settings.SCAN_PRIVATE = (ip_network("127.0.0.2/32"),)
    with listening(Handler, "127.0.0.2") as url:
        website = World(url)
        monkeypatch.setattr(posters, "YOUTUBE", f"{url}/vi/{{}}.jpg")
        monkeypatch.setattr(posters, "VIMEO", f"{url}/oembed")
        monkeypatch.setattr(posters, "LOOM", f"{url}/oembed")
        yield website


@pytest.fixture
def bird() -> Iterator[Canary]:
    with canary("127.0.0.1") as server:
        yield server


def test_youtubes_picture_follows_from_the_videos_id(world: World) -> None:
    world.answers["/vi/aqz-KE-bpKQ.jpg"] = (200, {"Content-Type": "text/html"}, JPEG)
    assert posters.picture_of(read_video(YOUTUBE)) == "data:image/jpeg;base64,/9j/4CBhIGpwZWc="
    assert world.paths == ["/vi/aqz-KE-bpKQ.jpg"]


@pytest.mark.parametrize(
    ("address", "picture", "kind"), [(VIMEO, PNG, "png"), (LOOM, WEBP, "webp"), (f"{VIMEO}/8272103f6e", GIF, "gif")]
)
def test_other_services_name_theirs(address: str, picture: bytes, kind: str, world: World) -> None:
    world.names(f"{world.url}/thumb")
    world.answers["/thumb"] = (302, {"Location": "/really"}, b"")
    world.answers["/really"] = (200, {}, picture)
    assert posters.picture_of(read_video(address)).startswith(f"data:image/{kind};base64,")
    expected = "https%3A%2F%2Fvimeo.com" if address != LOOM else "https%3A%2F%2Fwww.loom.com%2Fshare"
    assert world.paths[0].startswith(f"/oembed?url={expected}%2F")
    assert world.paths[1:] == ["/thumb", "/really"]


@pytest.mark.parametrize(
    ("_case", "answer"),
    [
        ("a page that says it is a picture", (200, {"Content-Type": "image/jpeg"}, b"<html><script>alert(1)</script>")),
        ("a drawing with a script", (200, {"Content-Type": "image/svg+xml"}, b"<svg onload='alert(1)'/>")),
        ("more than a frame takes", (200, {}, JPEG + bytes(posters.PICTURE_MAX))),
        ("nothing", (200, {}, b"")),
        ("none there", (404, {}, JPEG)),
        ("round in circles", (302, {"Location": "/vi/aqz-KE-bpKQ.jpg"}, b"")),
        ("elsewhere by another scheme", (302, {"Location": "file:///etc/passwd"}, b"")),
    ],
)
def test_what_is_no_picture_is_none(_case: str, answer: Answer, world: World) -> None:
    world.answers["/vi/aqz-KE-bpKQ.jpg"] = answer
    assert posters.picture_of(read_video(YOUTUBE)) == ""


@pytest.mark.parametrize(
    "named", ["http://127.0.0.1:{}/x.jpg", "http://localhost:{}/x.jpg", "http://[::ffff:127.0.0.1]:{}/x.jpg"]
)
@pytest.mark.parametrize("way", ["named", "led"])
def test_no_machine_of_ours_is_reached(way: str, named: str, world: World, bird: Canary) -> None:
    address = named.format(bird.port)
    if way == "named":
        world.names(address)
    else:
        world.names(f"{world.url}/thumb")
        world.answers["/thumb"] = (302, {"Location": address}, b"")
    assert posters.picture_of(read_video(VIMEO)) == ""
    assert bird.visitors == []


@pytest.mark.parametrize("thumbnail", [None, 7, "", "javascript:alert(1)", "/thumb", "file:///etc/passwd"])
def test_an_answer_without_an_address_is_none(thumbnail: object, world: World) -> None:
    world.names(thumbnail)
    assert posters.picture_of(read_video(LOOM)) == ""
    world.answers["/oembed"] = (200, {}, b"[not json")
    assert posters.picture_of(read_video(LOOM)) == ""


@pytest.mark.parametrize(
    "address", ["https://video.pictory.ai/v2/preview/123", "https://cdn.example/week.mp4", "https://meetings.example/9"]
)
def test_nobody_is_asked_for_other_videos(address: str, world: World) -> None:
    assert posters.picture_of(read_video(address)) == ""
    assert world.paths == []
