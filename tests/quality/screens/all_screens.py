"""The screens that all topics share, and the steps that lead a page from one state to the next."""

import json
import re
from collections.abc import Callable, Iterator

from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.e2e.users import AUTH, DASHBOARD, MESSAGING
from tests.support.browsers.browser import Kind, menu_button

PASSWORD = "pulseboard"
MAYA, ANA = "maya@harborcoffee.example", "ana@pulseboard.example"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"
NO_ACCESS, TOO_OLD = 4503, 4510
ERROR = json.dumps({"code": "invalid", "message": "This text cannot be stored."})

# Opens a page of the given kind in a new browser context.
OpenPage = Callable[..., Page]
# Each state's name, with the page while it is in that state. The generator then leads the page to the next state.
States = Iterator[tuple[str, Page]]


def public_site(open_page: OpenPage, kind: Kind) -> States:
    """The public site, and a checkout that fails."""
    page = open_page(kind)
    for path, name in (("/", "landing page"), ("/terms", "terms"), ("/privacy", "privacy"), ("/pricing", "pricing")):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        yield name, page
    page.route("**/rest/v1/products", lambda route: route.fulfill(json=[]))
    page.goto(AUTH)
    fill(page, **{"Email Address": MAYA, "Password": PASSWORD})
    page.get_by_role("button", name="Sign In").click()
    expect(page).to_have_url(re.compile(DASHBOARD))
    page.goto("/pricing")
    page.get_by_role("main").get_by_role("button", name="Start Free Trial").click()
    expect(page.get_by_role("alert")).to_have_text("Product not found")
    yield "pricing, checkout failed", page
    if kind == "phone":
        page.get_by_role("button", name="Open menu").click()
        expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
        yield "menu of the public site", page


def client(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), MAYA)
    page.goto(MESSAGING)
    composer, log = page.get_by_role("textbox", name="Message", exact=True), page.get_by_role("log")
    expect(log.locator("[data-message]").last).to_be_visible()
    yield "conversation", page
    log.evaluate("(log) => { log.scrollTop = 0 }")
    expect(page.get_by_text("This is the start of your conversation")).to_be_visible()
    yield "conversation, at its start", page
    composer.fill("x" * 20_001)
    expect(page.get_by_text("1 character too long")).to_be_visible()
    yield "composer, too long", page
    composer.fill("")
    status(page).click()
    expect(page.get_by_role("dialog", name="Sync status")).to_be_visible()
    yield "sync status", page
    page.keyboard.press("Escape")
    if kind == "phone":
        menu_button(page).click()
        expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
        yield "menu", page
        page.keyboard.press("Escape")
    go_offline(page)
    for text in ("I am on the train.", "Two lines\nthat wait, and https://harborcoffee.example/menu."):
        composer.fill(text)
        page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator("header")).to_contain_text("2 messages waiting")
    yield "conversation, offline", page
    yield from unsent_messages(page)
    page.route("**/rest/v1/messages", reject)
    page.context.set_offline(False)
    expect(page.get_by_text("Failed to send message. Please try again.")).to_have_count(2)
    yield "conversation, messages not accepted", page
    page.get_by_role("button", name="Edit").first.click()
    expect(page.get_by_role("dialog", name="Edit message")).to_be_visible()
    yield "editing a message that was not accepted", page
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Discard").first.click()
    # The server may have got a request that ended without a response, so the app offers to take the message back.
    expect(page.get_by_text("Discard for good?").or_(page.get_by_text("It may have arrived."))).to_be_visible()
    yield "discarding a message that was not accepted", page


def unsent_messages(page: Page) -> States:
    """The actions on unsent messages."""
    panel = page.get_by_role("dialog", name="Sync status")
    status(page).click()
    expect(panel).to_be_visible()
    yield "waiting to send", page
    panel.get_by_role("button", name="Edit").first.click()
    panel.get_by_role("button", name="Discard").last.click()
    expect(panel.get_by_text("Discard for good?")).to_be_visible()
    yield "waiting to send, editing and discarding", page
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    sign_out(page)
    question = page.get_by_role("alertdialog")
    expect(question).to_be_visible()
    yield "signing out with unsent messages", page
    question.get_by_role("button", name="Send and sign out").click()
    expect(question.get_by_role("alert")).to_be_visible()
    yield "signing out with messages that cannot be sent", page
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_have_count(0)


def install_instructions(open_page: OpenPage, kind: Kind) -> States:
    """The instructions for installing the app by hand on an iPhone."""
    page = signed_in(open_page(kind, user_agent=IPHONE), MAYA)
    if kind == "phone":
        menu_button(page).click()
    page.get_by_role("button", name="Install app").locator("visible=true").click()
    expect(page.get_by_role("dialog", name="Install Pulseboard")).to_be_visible()
    yield "installing, on an iPhone", page


def connection_closed(open_page: OpenPage, kind: Kind) -> States:
    """The screens after the server has closed the connection for good."""
    for code, text, name in (
        (NO_ACCESS, "This account has no access any more", "account without access"),
        (TOO_OLD, "This version is too old", "version too old"),
    ):
        page = signed_in(open_page(kind), MAYA)
        page.route_web_socket(re.compile("/realtime/v1"), closes_with(code))
        page.reload()
        expect(page.get_by_text(text)).to_be_visible()
        yield name, page


def loading(open_page: OpenPage, kind: Kind) -> States:
    """The screens during a first load, which never ends here."""
    for email, path, name in (
        (MAYA, MESSAGING, "conversation, loading"),
        (ANA, DASHBOARD, "client list, loading"),
        (ANA, MESSAGING, "conversations, loading"),
    ):
        page = open_page(kind)
        page.route("**/realtime/v1/bootstrap", lambda route: route.fulfill(status=503))
        page.goto(AUTH)
        fill(page, **{"Email Address": email, "Password": PASSWORD})
        page.get_by_role("button", name="Sign In").click()
        expect(page).to_have_url(re.compile(DASHBOARD))
        page.goto(path)
        expect(page.get_by_role("status").filter(has_text="Loading").first).to_be_attached()
        yield name, page


def admin(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), ANA)
    expect(page.get_by_role("list", name="Clients").get_by_role("listitem").first).to_be_visible()
    yield "client list", page
    page.get_by_role("searchbox").fill("nobody at all")
    expect(page.get_by_text("Nothing found for")).to_be_visible()
    yield "client list, nothing found", page
    page.goto(MESSAGING)
    conversations = page.get_by_role("list", name="Conversations").get_by_role("link")
    expect(conversations.first).to_be_visible()
    yield "conversations", page
    page.get_by_role("searchbox").fill("nobody at all")
    expect(page.get_by_text("Nothing found for")).to_be_visible()
    yield "conversations, nothing found", page
    for company, name in (("Juniper", "conversation, unread"), ("Northlight", "conversation, client not signed up")):
        page.get_by_role("searchbox").fill(company)
        conversations.filter(has_text=company).click()
        expect(page.get_by_role("log").locator("[data-message]").last).to_be_visible()
        yield f"{name} (admin)", page
        page.goto(MESSAGING)
    page.goto(f"{MESSAGING}?client=00000000-0000-7000-8000-000000000000")
    expect(page.get_by_text("Client not found")).to_be_visible()
    yield "client not found", page
    page.goto(MESSAGING)
    expect(conversations.first).to_be_visible()
    go_offline(page)
    expect(page.locator("header")).to_contain_text("Offline since")
    page.get_by_role("searchbox").fill("Otterbein")
    conversations.first.click()
    expect(page.get_by_role("heading", name="Not on this device")).to_be_visible()
    yield "conversation, not on this device", page


COMMON_SCREENS = (public_site, client, install_instructions, connection_closed, loading, admin)


def signed_in(page: Page, email: str) -> Page:
    """The page after it has signed this user in and its replica is up to date."""
    page.goto(AUTH)
    fill(page, **{"Email Address": email, "Password": PASSWORD})
    page.get_by_role("button", name="Sign In").click()
    expect(page).to_have_url(re.compile(DASHBOARD))
    expect(page.locator("header [role=status]")).to_have_text("Up to date")
    return page


def fill(page: Page, **fields: str) -> None:
    for label, value in fields.items():
        page.get_by_label(label, exact=True).fill(value)


def go_offline(page: Page) -> None:
    """Take the page offline as soon as the device has stored the app, so that every screen opens."""
    for _ in range(600):
        if page.evaluate("navigator.serviceWorker.controller !== null"):
            break
        page.wait_for_timeout(50)
    else:
        raise AssertionError("the device has not stored the app")
    page.context.set_offline(True)


def status(page: Page) -> Locator:
    """The button of the header that shows the sync status."""
    return page.locator("header button").filter(has=page.get_by_role("status"))


def sign_out(page: Page) -> None:
    menu = menu_button(page)
    if menu.is_visible():
        menu.click()
    page.get_by_role("button", name="Sign Out", exact=True).locator("visible=true").click()


def reject(route: Route) -> None:
    """Answer a POST with 422 and ERROR; other requests continue."""
    if route.request.method == "POST":
        route.fulfill(status=422, body=ERROR, content_type="application/json")
    else:
        route.continue_()


def closes_with(code: int) -> Callable[[WebSocketRoute], None]:
    return lambda socket: socket.close(code=code)
