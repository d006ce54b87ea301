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
GAP, EACH = 600_000, 14
OVER = json.dumps({"code": "address_over", "message": "The address is no longer valid"})
BEYOND = 4_000_000
PART = 20 * 1024 * 1024


def stretched(film: bytes) -> bytes:
    """This film with unused bytes before some of its chunks, so that a player needs many requests."""
    data = film.index(b"mdat") - 4
    tables = [match.start() for match in re.finditer(b"stco", film[:data])]
    places = [
        place for at in tables for place in range(at + 12, at + 12 + 4 * int.from_bytes(film[at + 8 : at + 12]), 4)
    ]
    chunks = sorted({int.from_bytes(film[place : place + 4]) for place in places})
    moved_film, moved = bytearray(film[: data + 8]), {}
    for number, (start, end) in enumerate(pairwise([*chunks, len(film)])):
        moved_film += bytes(0 if number % EACH else GAP)
        moved[start] = len(moved_film)
        moved_film += film[start:end]
    for place in places:
        moved_film[place : place + 4] = moved[int.from_bytes(film[place : place + 4])].to_bytes(4)
    moved_film[data : data + 4] = (len(moved_film) - data).to_bytes(4)
    return bytes(moved_film)


def uploads(ana: BrowserUser, film: Path) -> None:
    """Upload through the form, for the client whose reports are open."""
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


class Clock:
    """Lets the video's first signed URL expire as soon as the browser requests a later part with it."""

    def __init__(self, page: Page) -> None:
        self.first = ""
        self.held: list[Route] = []
        self.answered: list[str] = []
        page.route("**/object/report-videos/**", self._pass)

    def _pass(self, route: Route) -> None:
        token = route.request.url.partition("token=")[2]
        self.first = self.first or token
        start = int((re.findall(r"\d+", route.request.headers.get("range", "")) or ["0"])[0])
        if token == self.first and start > BEYOND:
            self.held.append(route)
        else:
            self.answered.append("first" if token == self.first else "next")
            route.continue_()

    def strikes(self) -> None:
        for route in self.held:
            route.fulfill(status=403, content_type="application/json", body=OVER)


def test_a_video_plays_on_after_its_url_expires_and_can_be_downloaded(
    client: Callable[[str], BrowserUser], ana: BrowserUser, browser: Browser, tmp_path: Path
) -> None:
    film = tmp_path / "Week 47.mp4"
    film.write_bytes(stretched(FILM.read_bytes()))
    maya = client("Maya Lindqvist")
    maya.device.go(REPORTS)
    ana.device.go(f"{REPORTS}?client={maya.account.client_id}")
    uploads(ana, film)

    maya.device.expects("status of 403")
    clock = Clock(maya.page)
    maya.page.get_by_role("link", name="Week 47").click()
    report = maya.page.get_by_role("article", name="Week 47")
    report.get_by_role("button", name="Play video: Week 47").click()
    video = report.get_by_title("Week 47").locator("visible=true")
    plays_until(maya.device, video, 1.2)
    maya.device.until(lambda: clock.held, "it asks for more")
    before = video.evaluate("(video) => video.currentTime")
    clock.strikes()
    plays_until(maya.device, video, before + 1.5)
    assert video.evaluate("(video) => video.played.start(0)") > before - 0.5
    assert clock.answered[0] == "first"
    assert clock.answered[-1] == "next"

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


def test_a_video_goes_to_its_host_in_parts_and_its_report_names_it(
    agency: Agency, ana: BrowserUser, model: Sandbox, tmp_path: Path
) -> None:
    """The host fails once during the upload."""
    film = tmp_path / "Week 48.mp4"
    film.write_bytes(FILM.read_bytes() + (PART).to_bytes(4) + b"free" + bytes(PART - 8))
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
    place = urlsplit(report["content"]["video_url"])
    assert (report["video_kind"], place.scheme, place.netloc) == ("file", "https", "res.cloudinary.com")
    assert httpx.get(f"{model.url}{place.path}").content == film.read_bytes()
    size = film.stat().st_size
    first, last = f"bytes 0-{PART - 1}/{size}", f"bytes {PART}-{size - 1}/{size}"
    assert httpx.get(f"{model.url}/sandbox/videos").json()["requests"] == [first, first, last]
