"""The screens of reports: a client reads them; an admin writes, publishes and changes them."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.quality.screens.all_screens import ANA, MAYA, OpenPage, States, go_offline, signed_in
from tests.support.browsers.browser import Kind

REPORTS = "/dashboard/reports"
NO_REPORTS = "jonas@otterbeincycles.example"
FILM = Path(__file__).parents[3] / "platform" / "demo" / "film.mp4"


def client_reports(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), MAYA)
    page.goto(REPORTS)
    reports = page.get_by_role("list", name="Reports").get_by_role("link")
    expect(reports.first).to_be_visible()
    yield "reports", page
    reports.filter(has_text="winter menu").click()
    expect(page.get_by_role("article")).to_be_visible()
    yield "report", page
    page.get_by_role("region", name="Figures").scroll_into_view_if_needed()
    yield "report, its figures", page
    go_offline(page)
    expect(page.get_by_text("The video needs a connection")).to_be_visible()
    yield "report, offline", page


def no_reports(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), NO_REPORTS)
    page.goto(REPORTS)
    expect(page.get_by_text("No reports yet")).to_be_visible()
    yield "reports, none yet", page


def open_clients(page: Page) -> None:
    page.get_by_text("All clients").click()
    expect(page.get_by_role("list", name="Clients and their reports")).to_be_visible()


def open_client(page: Page, name: str) -> None:
    page.get_by_role("searchbox").fill(name)
    page.get_by_role("list", name="Clients and their reports").get_by_role("link", name=name).click()


def admin_reports(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), ANA)
    page.goto(REPORTS)
    expect(page.get_by_role("list", name="Reports of this week").get_by_role("listitem").first).to_be_visible()
    yield "reports of this week (admin)", page
    open_clients(page)
    yield "reports, clients (admin)", page
    open_client(page, "Juniper")
    expect(page.get_by_role("list", name="Reports").get_by_role("link").first).to_be_visible()
    yield "reports of a client (admin)", page
    page.get_by_role("button", name="New Report").click()
    dialog = page.get_by_role("dialog", name="Create New Report")
    expect(dialog.get_by_role("textbox", name="Title")).to_be_visible()
    yield "new report", page
    dialog.get_by_role("textbox", name="Title").fill("Week 48")
    dialog.get_by_label("Text").fill("Two lines\nof text.")
    dialog.get_by_role("textbox", name="Video URL").fill("youtu.be/aqz-KE-bpKQ")
    dialog.get_by_text("Publish now").click()
    expect(dialog.get_by_text("Enter an address that begins with")).to_be_visible()
    yield "new report, invalid video URL", page
    dialog.get_by_text("Upload file").click()
    expect(dialog.get_by_role("button", name="Choose video")).to_be_visible()
    yield "new report, with an upload", page
    page.locator('input[data-picks="video"]').set_input_files(FILM)
    expect(dialog.get_by_text("kB, uploaded")).to_be_visible()
    yield "new report, uploaded", page
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Upload to Report").click()
    dialog = page.get_by_role("dialog", name="Upload to Report")
    dialog.get_by_role("button", name="Upload", exact=True).click()
    expect(dialog.get_by_text("Please select a video file")).to_be_visible()
    yield "upload to report", page
    dialog.get_by_text("Create a new one").click()
    dialog.get_by_role("button", name="Change").click()
    expect(dialog.get_by_role("list", name="Clients found")).to_be_visible()
    yield "upload to report, new report", page
    page.keyboard.press("Escape")
    page.goto(REPORTS)
    open_clients(page)
    open_client(page, "Harbor Coffee")  # its draft opens at once
    expect(page.get_by_role("button", name="Publish now")).to_be_visible()
    yield "draft of a report (admin)", page


REPORT_SCREENS = (client_reports, no_reports, admin_reports)
