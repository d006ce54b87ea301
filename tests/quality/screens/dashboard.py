"""The screens of a client's dashboard: its views, its attention items, questions about a figure, and sample data."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.users import DASHBOARD
from tests.quality.screens.all_screens import MAYA, PASSWORD, OpenPage, States, fill, go_offline, signed_in
from tests.support.browsers.browser import Kind, menu_button

TABS = (("Analytics", "Google Analytics"), ("PageSpeed", "Performance score"), ("Overview", "Performance score"))
NEW_CLIENT = "sam@pinecresthardware.example"


def home(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), MAYA)
    expect(page.get_by_role("region", name="Performance score")).to_contain_text(re.compile("9[17]"))
    yield "dashboard", page
    for tab, region in TABS:
        page.get_by_role("navigation", name="Dashboard views").get_by_role("link", name=tab).click()
        expect(page.get_by_role("region", name=region).first).to_be_visible()
        yield f"dashboard, {tab.lower()}", page
        if tab == "Analytics":
            for button, figure_kind in (("Table", "table"), ("Hide table", "bars")):
                page.get_by_role("button", name=f"{button} of").last.click()
                yield f"dashboard, sources as {figure_kind}", page
    if kind == "phone":
        menu_button(page).click()
        expect(page.get_by_role("dialog", name="Menu").get_by_text("Dashboard Views")).to_be_visible()
        yield "menu with the views of the dashboard", page
        page.keyboard.press("Escape")
    go_offline(page)
    expect(page.get_by_role("button", name=re.compile("^Last updated"))).to_be_visible()
    yield "dashboard, offline", page
    page.get_by_role("button", name="Ask Ana about Users this month").click()
    expect(page.get_by_role("dialog", name="Users this month")).to_be_visible()
    yield "details of a figure", page
    page.get_by_role("button", name="Ask Ana about this").click()
    expect(page.get_by_role("group", name="About: Users this month")).to_be_visible()
    yield "question about a figure", page
    page.get_by_role("textbox", name="Message", exact=True).fill("Why so many?")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("log").get_by_role("group", name="About: Users this month")).to_be_visible()
    yield "conversation with a figure", page


def newcomer(open_page: OpenPage, kind: Kind) -> States:
    """The screens of a new client, without a website, a Google connection or a scan."""
    page = signed_in(open_page(kind), NEW_CLIENT)
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "dashboard, question about the website", page
    page.get_by_role("button", name="Later").click()
    expect(page.get_by_text("Google Analytics Not Connected")).to_be_visible()
    yield "dashboard, empty", page
    page.get_by_role("link", name="Analytics", exact=True).locator("visible=true").click()
    expect(page.get_by_role("heading", name="No Analytics Connected")).to_be_visible()
    yield "dashboard, no analytics connected", page
    page.goto(f"{DASHBOARD}/old")
    expect(page.get_by_text("These figures are samples")).to_be_visible()
    yield "sample data", page


def loading(open_page: OpenPage, kind: Kind) -> States:
    """The screens during a first load, which never ends here."""
    page: Page = open_page(kind)
    page.route("**/realtime/v1/bootstrap", lambda route: route.fulfill(status=503))
    page.goto("/auth")
    fill(page, **{"Email Address": MAYA, "Password": PASSWORD})
    page.get_by_role("button", name="Sign In").click()
    expect(page.get_by_role("heading", name="My Dashboard")).to_be_visible()
    yield "dashboard, loading", page


DASHBOARD_SCREENS = (home, newcomer, loading)
