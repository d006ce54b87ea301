"""The screens of the admin dashboard: its views, its dialogs with their errors, and Website Settings."""

from playwright.sync_api import Page, expect

from tests.e2e.users import DASHBOARD
from tests.quality.screens.all_screens import ANA, OpenPage, States, signed_in
from tests.support.browsers.browser import Kind


def dashboard(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), ANA)
    dialog = page.get_by_role("dialog")
    for tab, button, error in (
        ("Admins", "Add Admin", "Email is required"),
        ("Clients", "Add Client", "Company name is required"),
    ):
        page.get_by_role("navigation", name="Parts of the dashboard").get_by_role("link", name=tab).click()
        page.get_by_role("button", name=button).click()
        dialog.get_by_role("button", name=button).click()
        expect(dialog.get_by_text(error)).to_be_visible()
        yield f"{button}, with an error", page
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    start_action(page, "Video", kind)
    expect(dialog).to_be_visible()
    yield "weekly video", page
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Actions", exact=True).first.click()
    yield "menu of a client", page
    page.keyboard.press("Escape")
    for item, button, error in (
        ("Chatbot", "Save Script", "Invalid script tag"),
        ("History", "Save History", "Invalid Google Sheets URL"),
    ):
        start_action(page, item, kind)
        page.get_by_role("dialog").locator("textarea, input").fill("x")
        page.get_by_role("button", name=button).click()
        expect(dialog.get_by_text(error)).to_be_visible()
        yield f"{item}, with an error", page
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    page.get_by_role("checkbox").first.press("Space")
    expect(page.get_by_role("group", name="Chosen clients")).to_be_visible()
    yield "clients, one selected", page
    for view, list_name in (("admins", "Admins"), ("audit", "Audit log")):
        page.goto(f"{DASHBOARD}?view={view}")
        expect(page.get_by_role("list", name=list_name).get_by_role("listitem").first).to_be_visible()
        yield f"admin dashboard, {view}", page
    page.goto(f"{DASHBOARD}?view=health")
    expect(page.get_by_text("At a glance")).to_be_visible()
    yield "admin dashboard, health", page


def start_action(page: Page, action: str, kind: Kind) -> None:
    """Start an action of the first client: a button of its row, or on a phone an item of its menu."""
    if kind == "phone":
        page.get_by_role("button", name="Actions", exact=True).first.click()
        page.get_by_role("menuitem", name=action).click()
    else:
        page.get_by_role("button", name=action, exact=True).first.click()


def view_as_client(open_page: OpenPage, kind: Kind) -> States:
    """An admin's view of the client's screens."""
    page = signed_in(open_page(kind), ANA)
    page.get_by_role("searchbox").fill("Harbor")
    actions = page.get_by_role("list", name="Clients").get_by_role("button", name="Actions", exact=True)
    expect(actions).to_have_count(1)
    actions.click()
    page.get_by_role("menuitem", name="View as client").click()
    bar = page.get_by_role("region", name="View as client")
    expect(page.get_by_role("region", name="Performance score")).to_be_visible()
    yield "view as client", page
    for name, content in (
        ("Messaging", page.get_by_role("log")),
        ("Reports", page.get_by_role("list", name="Reports")),
    ):
        bar.get_by_role("link", name=name).click()
        expect(content.first).to_be_visible()
        yield f"view as client, {name}", page
    bar.get_by_role("link", name="Chatbot").click()
    expect(page.get_by_role("heading", name="Chatbot", exact=True)).to_be_visible()
    yield "view as client, Chatbot", page


def website_settings(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), ANA)
    page.goto(f"{DASHBOARD}/website-settings")
    expect(page.get_by_label("Primary color", exact=True)).to_be_visible()
    yield "website settings", page
    page.get_by_label("Primary color", exact=True).fill("teal")
    page.get_by_role("button", name="Save Changes").click()
    expect(page.get_by_text("Please enter a color like #2563EB")).to_be_visible()
    yield "website settings, invalid colour", page


ADMIN_SCREENS = (dashboard, view_as_client, website_settings)
