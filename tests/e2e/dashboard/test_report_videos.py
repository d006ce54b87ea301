"""Videos of reports: playing after the URL expires, offline and from a saved file; an upload to a host in parts."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.e2e.users import Agency, BrowserUser
from tests.support.browsers.browser import Device
from tests.support.fakes.sandbox import Sandbox

pytestmark = pytest.mark.thorough

REPORTS = "/dashboard/reports"
FILM = Path(__file__).parents[3] / "platform" / "demo" / "film.mp4"
# `with_gaps` inserts so many unused bytes before every 14th chunk.
GAP_BYTES, CHUNKS_PER_GAP = 600_000, 14
EXPIRED = json.dumps({"code": "address_over", "message": "The address is no longer valid"})
EXPIRES_FROM_BYTE = 4_000_000
PART = 20 * 1024 * 1024  # bytes of a part of an upload to the video host


def with_gaps(film: bytes) -> bytes:
    """This MP4 file with unused bytes before some of its chunks, so that a player needs many requests.

    An `stco` table has the number of its entries, and then the offset of one chunk in each entry of 4 bytes.
    """
    data = film.index(b"mdat") - 4
    tables = [match.start() for match in re.finditer(b"stco", film[:data])]
    entries = [
        entry
        for table in tables
        for entry in range(table + 12, table + 12 + 4 * int.from_bytes(film[table + 8 : table + 12]), 4)
    ]
    chunks = sorted({int.from_bytes(film[entry : entry + 4]) for entry in entries})
    new_film, new_offsets = bytearray(film[: data + 8]), {}
    for number, (start, end) in enumerate(pairwise([*chunks, len(film)])):
        new_film += bytes(0 if number % CHUNKS_PER_GAP else GAP_BYTES)
        new_offsets[start] = len(new_film)
        new_film += film[start:end]
    for entry in entries:
        new_film[entry : entry + 4] = new_offsets[int.from_bytes(film[entry : entry + 4])].to_bytes(4)
    new_film[data : data + 4] = (len(new_film) - data).to_bytes(4)
    return bytes(new_film)


def upload_and_publish(ana: BrowserUser, film: Path) -> None:
    """Upload `film` through the form, and publish it as the report "Week 47" of the client whose reports are open."""
    page = ana.page
    page.get_by_role("button", name="New Report").click()
    dialog = page.get_by_role("dialog", name="Create New Report")
    dialog.get_by_role("textbox", name="Title").fill("Week 47")
    dialog.get_by_text("Upload file").click()
    page.locator('input[data-picks="video"]').set_input_files(film)
    expect(dialog.get_by_text("MB, uploaded")).to_be_visible()
    dialog.get_by_text("Publish now").click()
    dialog.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Report published")).to_be_visible()


def plays_until(device: Device, video: Locator, seconds: float) -> None:
    device.until(lambda: video.evaluate("(video) => video.currentTime") >= seconds, f"{seconds} s have played", 60)


class ExpiringUrl:
    """Lets the video's first signed URL expire as soon as the browser requests a later part with it."""

    def __init__(self, page: Page) -> None:
        self.first_token = ""
        self.waiting: list[Route] = []
        self.served: list[str] = []
        page.route("**/object/report-videos/**", self._pass)

    def _pass(self, route: Route) -> None:
        token = route.request.url.partition("token=")[2]
        self.first_token = self.first_token or token
        start = int((re.findall(r"\d+", route.request.headers.get("range", "")) or ["0"])[0])
        if token == self.first_token and start > EXPIRES_FROM_BYTE:
            self.waiting.append(route)
        else:
            self.served.append("first" if token == self.first_token else "next")
            route.continue_()

    def expire(self) -> None:
        for route in self.waiting:
            route.fulfill(status=403, content_type="application/json", body=EXPIRED)


def test_a_video_plays_on_after_its_url_expires_and_can_be_downloaded(
    client: Callable[[str], BrowserUser], ana: BrowserUser, browser: Browser, tmp_path: Path
) -> None:
    film = tmp_path / "Week 47.mp4"
    film.write_bytes(with_gaps(FILM.read_bytes()))
    maya = client("Maya Lindqvist")
    maya.device.go(REPORTS)
    ana.device.go(f"{REPORTS}?client={maya.account.client_id}")
    upload_and_publish(ana, film)

    maya.device.expects("status of 403")
    url = ExpiringUrl(maya.page)
    maya.page.get_by_role("link", name="Week 47").click()
    report = maya.page.get_by_role("article", name="Week 47")
    report.get_by_role("button", name="Play video: Week 47").click()
    video = report.get_by_title("Week 47").locator("visible=true")
    plays_until(maya.device, video, 1.2)
    maya.device.until(lambda: url.waiting, "the player requests a part with the expired URL")
    before = video.evaluate("(video) => video.currentTime")
    url.expire()
    plays_until(maya.device, video, before + 1.5)
    assert video.evaluate("(video) => video.played.start(0)") > before - 0.5
    assert url.served[0] == "first"
    assert url.served[-1] == "next"

    maya.page.unroute("**/object/report-videos/**")
    report.get_by_role("button", name="Download video").click()
    expect(report.get_by_role("button", name="Remove download")).to_be_visible()
    maya.device.keeps_the_app()
    maya.device.go_offline()
    maya.page.reload()
    report.get_by_role("button", name="Play video: Week 47").click()
    plays_until(maya.device, report.get_by_title("Week 47").locator("visible=true"), 1)
    with maya.page.expect_download() as downloading:
        report.get_by_role("button", name="Download report").click()
    file = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(file)

    external_urls: list[str] = []
    context = browser.new_context(offline=True)
    context.on("request", lambda request: external_urls.append(request.url))
    saved = context.new_page()
    saved.goto(file.as_uri())
    expect(saved.get_by_role("heading", name="Week 47")).to_be_visible()
    player = saved.locator("video")
    player.evaluate("(video) => video.play()")
    expect(player).to_have_js_property("paused", False)
    assert player.evaluate("(video) => [video.videoWidth, Math.round(video.duration)]") == [960, 9]
    assert [url for url in external_urls if not url.startswith(("file:", "data:"))] == []
    context.close()


def test_a_video_is_uploaded_to_its_host_in_parts_and_its_report_has_the_url(
    agency: Agency, ana: BrowserUser, model: Sandbox, tmp_path: Path
) -> None:
    """The host fails once during the upload."""
    film = tmp_path / "Week 48.mp4"
    film.write_bytes(FILM.read_bytes() + PART.to_bytes(4) + b"free" + bytes(PART - 8))  # a box that players skip
    maya = agency.sign_up("Maya Lindqvist")
    assert httpx.post(f"{model.url}/sandbox/videos", data={"times": "1"}).status_code == 200
    ana.device.expects("status of 503")
    ana.device.go(f"{REPORTS}?client={maya.client_id}")
    page = ana.page
    page.get_by_role("button", name="Upload to Report").click()
    dialog = page.get_by_role("dialog", name="Upload to Report")
    dialog.get_by_text("Create a new one").click()
    dialog.get_by_label("Report title").fill("Week 48")
    page.locator('input[data-picks="video"]').set_input_files(film)
    dialog.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_text("Draft saved")).to_be_visible()

    path = f"/rest/v1/reports?client_id={maya.client_id}"
    [report] = agency.request(agency.admin, "GET", path).json()["rows"]
    video_url = urlsplit(report["content"]["video_url"])
    assert (report["video_kind"], video_url.scheme, video_url.netloc) == ("file", "https", "res.cloudinary.com")
    assert httpx.get(f"{model.url}{video_url.path}").content == film.read_bytes()
    size = film.stat().st_size
    first, last = f"bytes 0-{PART - 1}/{size}", f"bytes {PART}-{size - 1}/{size}"
    assert httpx.get(f"{model.url}/sandbox/videos").json()["requests"] == [first, first, last]
