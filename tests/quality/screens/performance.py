"""The screens of website performance: the PageSpeed tab with and without a score, and onboarding in each step."""

import json

from playwright.sync_api import Page, Route, expect

from tests.e2e.users import DASHBOARD
from tests.quality.screens.all_screens import MAYA, OpenPage, States, go_offline, signed_in
from tests.support.browsers.browser import Kind

NEW_CLIENT = "sam@pinecresthardware.example"
VIEW = f"{DASHBOARD}?view=pagespeed"
NO_RUN = json.dumps({"client": {}, "run": {"id": "00000000-0000-7000-8000-000000000000"}})


def page_speed(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), MAYA)
    page.goto(VIEW)
    history = page.get_by_role("region", name="History")
    expect(history).to_be_visible()
    yield "page speed", page
    history.get_by_role("button", name="Table").click()
    page.get_by_role("region", name="Recommendations").get_by_role("button", name="done").click()
    expect(page.get_by_role("table")).to_be_visible()
    yield "page speed, table and done tasks", page
    go_offline(page)
    expect(page.get_by_role("button", name="Last updated")).to_be_visible()
    yield "page speed, offline", page
    page.get_by_role("button", name="Change website").click()
    expect(page.get_by_text("Saving your website needs a connection.")).to_be_visible()
    yield "onboarding, offline", page


def onboarding(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), NEW_CLIENT)
    page.goto(VIEW)
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    yield "onboarding", page
    dialog.get_by_label("Website URL").fill("ftp://pinecrest")
    dialog.get_by_role("button", name="Save and scan").click()
    expect(dialog.get_by_text("Please enter a valid website URL.")).to_be_visible()
    yield "onboarding, invalid URL", page
    dialog.get_by_label("Website URL").fill("pinecresthardware.example")
    page.route("**/rest/v1/onboarding", lambda route: route.fulfill(status=500))
    dialog.get_by_role("button", name="Save and scan").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    yield "onboarding, not saved", page
    page.unroute("**/rest/v1/onboarding")
    page.route("**/rest/v1/onboarding", _respond_saved)
    dialog.get_by_role("button", name="Save and scan").click()
    expect(dialog.get_by_text("Waiting for its turn")).to_be_visible()
    yield "onboarding, scanning", page
    dialog.get_by_role("button", name="Continue in the background").click()
    expect(dialog).to_have_count(0)
    yield "page speed, onboarding to complete", page


def loading(open_page: OpenPage, kind: Kind) -> States:
    """The screens during a first load, which never ends here."""
    page: Page = open_page(kind)
    page.route("**/realtime/v1/bootstrap", lambda route: route.fulfill(status=503))
    page.goto("/auth")
    page.get_by_label("Email Address").fill(MAYA)
    page.get_by_label("Password", exact=True).fill("pulseboard")
    page.get_by_role("button", name="Sign In").click()
    expect(page.locator("header")).to_be_visible()
    page.goto(VIEW)
    expect(page.get_by_text("Loading performance data")).to_be_attached()
    yield "page speed, loading", page


PERFORMANCE_SCREENS = (page_speed, onboarding, loading)


def _respond_saved(route: Route) -> None:
    route.fulfill(body=NO_RUN, content_type="application/json")
