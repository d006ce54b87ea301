"""A report reaches its client, is readable offline, and is saved as a file that makes no request."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from core.ids import uuid7
from tests.e2e.users import Agency, BrowserUser

Client = Callable[[str], BrowserUser]
REPORTS = "/dashboard/reports"
PIXEL = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
FIGURES = {
    "score": 83,
    "score_before": 74,
    "scores": [["2026-11-13T14:05:00.000000Z", 74], ["2026-11-20T14:05:00.000000Z", 83]],
    "users": 1204,
    "new_users": None,
    "sessions": None,
    "bounce_rate": None,
    "as_of": "2026-11-20T14:05:00.000000Z",
}
# Stores figures and a poster on the device, because this test has neither scans nor the host of the poster.
STORE_FIGURES = """([id, client, figures, picture]) => new Promise((resolve, reject) => {
  indexedDB.databases().then((all) => {
    const opening = indexedDB.open(all.find((one) => one.name.startsWith('portal-u')).name)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const work = database.transaction(['reports', 'report_posters'], 'readwrite')
      const reports = work.objectStore('reports')
      reports.get(id).onsuccess = (event) => reports.put({ ...event.target.result, figures })
      work.objectStore('report_posters').put({ id: 'p', v: 1, _s: [`c:${client}`], owner_id: id, client_id: client, picture })
      work.oncomplete = () => { database.close(); resolve(null) }
      work.onabort = () => reject(work.error)
    }
  })
})"""


def publish_report(agency: Agency, user: BrowserUser) -> str:
    """Publish a report with a video for this client; returns its id."""
    id, content = str(uuid7()), {"text": "A good week.\nAnd <b>more</b>.", "video_url": "https://youtu.be/aqz-KE-bpKQ"}
    body: dict[str, Any] = {"id": id, "client_id": user.account.client_id, "title": "Week 47", "content": content}
    agency.request(agency.admin, "POST", "/rest/v1/reports", json=body).raise_for_status()
    fields = {"id": id, "when": "now"}
    agency.request(agency.admin, "PUT", "/rest/v1/report_publications", json=fields).raise_for_status()
    return id


def first_reader(agency: Agency, user: BrowserUser) -> str | None:
    """Who opened the newest report of this client, or None."""
    rows = agency.request(agency.admin, "GET", f"/rest/v1/reports?client_id={user.account.client_id}").json()["rows"]
    name: str | None = rows[0]["seen_by"]
    return name


def test_a_report_can_be_read_and_downloaded_offline(
    client: Client, agency: Agency, browser: Browser, tmp_path: Path
) -> None:
    maya = client("Maya Lindqvist")
    page = maya.page
    maya.device.go(REPORTS)
    expect(page.get_by_text("No reports yet")).to_be_visible()
    id = publish_report(agency, maya)
    page.get_by_role("link", name="Week 47").click()
    expect(page.get_by_role("article", name="Week 47")).to_contain_text("A good week.")
    maya.device.until(
        lambda: first_reader(agency, maya) is not None, "the server has stored that the report was opened"
    )
    page.evaluate(STORE_FIGURES, [id, maya.account.client_id, FIGURES, PIXEL])

    maya.device.go_offline()
    page.reload()
    report = page.get_by_role("article", name="Week 47")
    expect(report).to_contain_text("A good week.")
    expect(report.get_by_text("The video needs a connection")).to_be_visible()
    expect(report.get_by_role("region", name="Figures")).to_contain_text("83")
    expect(page.locator("iframe")).to_have_count(0)
    with page.expect_download() as downloading:
        report.get_by_role("button", name="Download report").click()
    file = tmp_path / downloading.value.suggested_filename
    downloading.value.save_as(file)

    external_urls: list[str] = []
    context = browser.new_context(offline=True)
    context.on("request", lambda request: external_urls.append(request.url))
    saved = context.new_page()
    console_messages: list[str] = []
    saved.on("console", lambda message: console_messages.append(message.text))
    saved.goto(file.as_uri())
    expect(saved.get_by_role("heading", name="Week 47")).to_be_visible()
    expect(saved.get_by_text("And <b>more</b>.")).to_be_visible()
    expect(saved.get_by_text("↑ +9 points")).to_be_visible()
    expect(saved.get_by_role("img", name="Performance score by week. Nov 13: 74, Nov 20: 83")).to_be_visible()
    poster = saved.get_by_role("img", name="The video of this report")
    assert poster.evaluate("(picture) => picture.complete && picture.naturalWidth === 1")
    assert [url for url in external_urls if not url.startswith(("file:", "data:"))] == []
    assert console_messages == []
    context.close()
