"""Posters of videos: the server requests them through the forward proxy only, and accepts only pictures.

127.0.0.2 is the public network here; a canary listens on the private one.
"""

from collections.abc import Iterator
from ipaddress import ip_network

import pytest
from pytest_django import Settings
from pytest_httpserver import HTTPServer

from reports.providers import posters
from reports.video_addresses import read_video
from tests.support.fakes.canary import Canary, canary

JPEG, PNG, GIF = b"\xff\xd8\xff\xe0 a jpeg", b"\x89PNG\r\n\x1a\n a png", b"GIF89a a gif"
WEBP = b"RIFF\x00\x00\x00\x00WEBP a picture"
YOUTUBE, VIMEO = "https://youtu.be/aqz-KE-bpKQ", "https://vimeo.com/76979871"
LOOM = "https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184"


@pytest.fixture
def video_services(httpserver: HTTPServer, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> HTTPServer:
    """A web server at a public address, which takes the place of the video services."""
    settings.SCAN_PRIVATE = (ip_network(httpserver.host),)
    monkeypatch.setattr(posters, "YOUTUBE", httpserver.url_for("/vi/{}.jpg"))
    monkeypatch.setattr(posters, "VIMEO", httpserver.url_for("/oembed"))
    monkeypatch.setattr(posters, "LOOM", httpserver.url_for("/oembed"))
    return httpserver


def respond(video_services: HTTPServer, path: str, content: bytes = b"", status: int = 200, **headers: str) -> None:
    video_services.expect_request(path).respond_with_data(content, status, headers)


def name_picture(video_services: HTTPServer, thumbnail: object) -> None:
    """Make the oEmbed services return this address of a picture."""
    video_services.expect_request("/oembed").respond_with_json({"thumbnail_url": thumbnail})


@pytest.fixture
def private_server() -> Iterator[Canary]:
    with canary("127.0.0.1") as server:
        yield server


def test_the_poster_of_a_youtube_video_follows_from_its_id(video_services: HTTPServer) -> None:
    video_services.expect_request("/vi/aqz-KE-bpKQ.jpg").respond_with_data(JPEG, content_type="text/html")
    assert posters.picture_of(read_video(YOUTUBE)) == "data:image/jpeg;base64,/9j/4CBhIGpwZWc="
    assert [request.path for request, _ in video_services.log] == ["/vi/aqz-KE-bpKQ.jpg"]


@pytest.mark.parametrize(
    ("address", "picture", "kind"), [(VIMEO, PNG, "png"), (LOOM, WEBP, "webp"), (f"{VIMEO}/8272103f6e", GIF, "gif")]
)
def test_vimeo_and_loom_return_the_posters_address(
    address: str, picture: bytes, kind: str, video_services: HTTPServer
) -> None:
    name_picture(video_services, video_services.url_for("/thumb"))
    respond(video_services, "/thumb", status=302, Location="/really")
    respond(video_services, "/really", picture)
    assert posters.picture_of(read_video(address)).startswith(f"data:image/{kind};base64,")
    expected = "https%3A%2F%2Fvimeo.com" if address != LOOM else "https%3A%2F%2Fwww.loom.com%2Fshare"
    oembed, *others = [request for request, _ in video_services.log]
    assert oembed.full_path.startswith(f"/oembed?url={expected}%2F")
    assert [request.path for request in others] == ["/thumb", "/really"]


@pytest.mark.parametrize(
    ("_case", "content", "status", "headers"),
    [
        ("a page with the type of a picture", b"<html><script>alert(1)</script>", 200, {"Content-Type": "image/jpeg"}),
        ("a drawing with a script", b"<svg onload='alert(1)'/>", 200, {"Content-Type": "image/svg+xml"}),
        ("a picture that is too large", JPEG + bytes(posters.PICTURE_MAX), 200, {}),
        ("an empty body", b"", 200, {}),
        ("not found", JPEG, 404, {}),
        ("a redirect to itself", b"", 302, {"Location": "/vi/aqz-KE-bpKQ.jpg"}),
        ("a redirect to another scheme", b"", 302, {"Location": "file:///etc/passwd"}),
    ],
)
def test_a_response_that_is_no_picture_gives_no_poster(
    _case: str, content: bytes, status: int, headers: dict[str, str], video_services: HTTPServer
) -> None:
    respond(video_services, "/vi/aqz-KE-bpKQ.jpg", content, status, **headers)
    assert posters.picture_of(read_video(YOUTUBE)) == ""


@pytest.mark.parametrize(
    "private_url", ["http://127.0.0.1:{}/x.jpg", "http://localhost:{}/x.jpg", "http://[::ffff:127.0.0.1]:{}/x.jpg"]
)
@pytest.mark.parametrize("source", ["named", "led"])
def test_no_private_address_is_reached(
    source: str, private_url: str, video_services: HTTPServer, private_server: Canary
) -> None:
    address = private_url.format(private_server.port)
    if source == "named":
        name_picture(video_services, address)
    else:
        name_picture(video_services, video_services.url_for("/thumb"))
        respond(video_services, "/thumb", status=302, Location=address)
    assert posters.picture_of(read_video(VIMEO)) == ""
    assert private_server.visitors == []


@pytest.mark.parametrize("thumbnail", [None, 7, "", "javascript:alert(1)", "/thumb", "file:///etc/passwd"])
def test_a_response_without_an_address_gives_no_poster(thumbnail: object, video_services: HTTPServer) -> None:
    name_picture(video_services, thumbnail)
    assert posters.picture_of(read_video(LOOM)) == ""
    video_services.clear()
    respond(video_services, "/oembed", b"[not json")
    assert posters.picture_of(read_video(LOOM)) == ""


@pytest.mark.parametrize(
    "address", ["https://video.pictory.ai/v2/preview/123", "https://cdn.example/week.mp4", "https://meetings.example/9"]
)
def test_no_poster_is_requested_for_other_videos(address: str, video_services: HTTPServer) -> None:
    assert posters.picture_of(read_video(address)) == ""
    assert video_services.log == []
