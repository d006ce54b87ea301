"""The screens of notifications, of a user's own data, and of the weekly mail."""

from playwright.sync_api import expect

from tests.e2e.users import DASHBOARD
from tests.quality.screens.all_screens import ANA, MAYA, OpenPage, States, go_offline, signed_in
from tests.support.browsers.browser import Kind

SETTINGS = f"{DASHBOARD}/settings"


def own_settings(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), MAYA)
    page.goto(f"{SETTINGS}/profile")
    page.locator("header").get_by_role("button", name="Notifications").click()
    expect(page.get_by_role("dialog", name="Notifications").get_by_text("The winter menu is online")).to_be_visible()
    yield "notifications", page
    page.keyboard.press("Escape")
    expect(page.get_by_label("Company name")).to_be_visible()
    yield "settings, profile", page
    page.goto(f"{SETTINGS}/notifications")
    page.get_by_role("switch", name="Keep quiet hours").click()
    expect(page.get_by_label("From", exact=True)).to_be_visible()
    page.get_by_role("button", name="Dismiss").click()
    yield "settings, notifications", page
    # Restores the former setting, because the same steps follow on a desktop.
    page.get_by_role("switch", name="Keep quiet hours").click()
    expect(page.get_by_label("From", exact=True)).to_have_count(0)
    page.goto(f"{SETTINGS}/data")
    expect(page.get_by_role("button", name="Download")).to_be_visible()
    yield "settings, your data", page
    page.get_by_role("button", name="Erase everything").click()
    dialog = page.get_by_role("alertdialog", name="Erase everything?")
    expect(dialog).to_be_visible()
    yield "erasing, question", page
    dialog.get_by_role("button", name="Send me the code").click()
    dialog.get_by_label("Code").fill("000000")
    dialog.get_by_role("button", name="Erase everything").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    yield "erasing, a wrong code", page
    page.keyboard.press("Escape")
    go_offline(page)
    expect(page.get_by_text("Your data can be fetched when you are online.")).to_be_visible()
    yield "settings, your data, offline", page


def weekly_mail(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), ANA)
    page.goto(f"{SETTINGS}/profile")
    expect(page.get_by_role("button", name="Upload picture")).to_be_visible()
    yield "settings, profile (admin)", page
    page.goto(f"{SETTINGS}/notifications")
    page.get_by_role("link", name="Preview email").click()
    page.get_by_label("Client", exact=True).select_option("Harbor Coffee Roasters")
    mail = page.frame_locator("iframe")
    expect(mail.get_by_role("heading", name="Harbor Coffee Roasters")).to_be_visible()
    if kind == "phone":  # a phone has no space for the other width
        yield "weekly mail, as on a phone (admin)", page
        return
    expect(page.locator("iframe")).to_have_css("width", "640px")
    yield "weekly mail, as on a desktop (admin)", page
    page.get_by_text("Phone", exact=True).click()
    expect(page.locator("iframe")).to_have_css("width", "375px")
    yield "weekly mail, as on a phone (admin)", page


def unsubscribe_page(open_page: OpenPage, kind: Kind) -> States:
    """The page that a truncated unsubscribe link opens."""
    page = open_page(kind)
    page.goto("/functions/v1/unsubscribe?t=half")
    expect(page.get_by_role("heading", name="This link does not work")).to_be_visible()
    yield "weekly mail, invalid unsubscribe link", page


SETTINGS_SCREENS = (own_settings, weekly_mail, unsubscribe_page)
