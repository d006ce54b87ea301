"""The screens of Google connections: the connections with their dialogs, the connect screen, and the callback."""

from playwright.sync_api import Page, expect

from tests.quality.screens.all_screens import MAYA, OpenPage, States, go_offline, signed_in
from tests.support.browsers.browser import Kind

CONNECTIONS = "/dashboard/connections"
DIALOGS = (
    ("Change Property", "change property"),
    ("Reconnect", "reconnect"),
    ("Connect manually", "manual connect"),
    ("Disconnect", "disconnect"),
    ("Setup guide", "setup guide"),
)


def connections(open_page: OpenPage, kind: Kind) -> States:
    """The connections of the demo's first client, who has connected Google."""
    page = signed_in(open_page(kind), MAYA)
    page.goto(CONNECTIONS)
    card = page.get_by_role("region", name="Google Analytics 4")
    expect(card.get_by_text("Connected", exact=True)).to_be_visible()
    yield "connections", page
    card.get_by_role("button", name="Refresh", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "connections, refresh", page
    page.keyboard.press("Escape")
    for item, name in DIALOGS:
        card.get_by_role("button", name="More for").click()
        page.get_by_role("menuitem", name=item, exact=True).click()
        expect(page.get_by_role("dialog").or_(page.get_by_role("alertdialog"))).to_be_visible()
        yield f"connections, {name}", page
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog").or_(page.get_by_role("alertdialog"))).to_have_count(0)
    page.goto("/connect-ga")
    expect(page.get_by_role("button", name="Change Property")).to_be_visible()
    yield "connect, connected", page
    page.get_by_role("button", name="Change Property").click()
    expect(page.get_by_role("radio").first).to_be_visible()
    yield "connect, properties", page
    page.goto("/oauth2callback?error=access_denied")
    expect(page.get_by_role("alert")).to_be_visible()
    yield "return from Google, declined", page


def offline(open_page: OpenPage, kind: Kind) -> States:
    page: Page = signed_in(open_page(kind), MAYA)
    page.goto(CONNECTIONS)
    expect(page.get_by_role("region", name="Google Analytics 4")).to_be_visible()
    go_offline(page)
    expect(page.get_by_text("needs a connection.", exact=False).first).to_be_visible()
    yield "connections, offline", page


GOOGLE_SCREENS = (connections, offline)
