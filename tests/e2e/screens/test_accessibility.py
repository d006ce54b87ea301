"""Accessibility of the main screens: axe faults, use by keyboard only, return of the focus, and a width of 320 px.

`make looks` checks all screens and states.
"""

import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Devices
from tests.e2e.users import DASHBOARD, MESSAGING, PASSWORD, Agency, BrowserUser
from tests.support.browsers.accessibility import MEDIA, faults, unseen_focus
from tests.support.browsers.browser import DESKTOP, PHONE, menu_button

Client = Callable[[str], BrowserUser]
SIZES = (PHONE, DESKTOP)


@pytest.fixture
def busy_ana(ana: BrowserUser, client: Client) -> BrowserUser:
    """The admin, with one thread with unread messages and one that is fully read."""
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    maya.writes("Two lines\nand https://harborcoffee.example/menu.", "Another one.")
    maya.sees_all_sent()
    maya.device.end()
    ana.opens_thread(maya.account)
    ana.writes("An answer.")
    ana.sees_all_sent()
    return ana


def test_the_checks_find_planted_faults_and_restore_the_page(devices: Devices) -> None:
    page = devices.new("desktop").page
    button = "<button style='outline: none; width: 20px; height: 20px'>A</button>"
    page.set_content(f"<html lang=en><title>A</title><main><h1>A</h1>{button}</main>")
    [unseen] = unseen_focus(page)
    assert unseen.startswith("focus without a visible ring: <button")
    media, size = page.evaluate(MEDIA), page.viewport_size
    [fault] = faults(page, (PHONE,))
    assert fault.startswith("390 px, light: target of 20 x 20 px: <button")
    assert (page.evaluate(MEDIA), page.viewport_size) == (media, size) == (["light", "no-preference"], DESKTOP)
    page.set_content("<html lang=en><title>A</title><main>Only text</main>")
    assert unseen_focus(page) == ["Tab reaches no control"]


@pytest.mark.thorough
def test_axe_finds_no_fault_on_the_sign_in_page(devices: Devices) -> None:
    phone = devices.new()
    phone.go("/auth")
    expect(phone.page.get_by_role("button", name="Sign In")).to_be_visible()
    assert faults(phone.page, SIZES) == []
    phone.go("/auth?mode=signup")
    phone.page.get_by_label("Password", exact=True).fill("short")
    phone.page.get_by_role("button", name="Create account").click()
    expect(phone.page.get_by_role("alert")).to_be_visible()
    assert faults(phone.page, SIZES) == []


@pytest.mark.thorough
def test_axe_finds_no_fault_on_the_admins_screens(busy_ana: BrowserUser) -> None:
    assert faults(busy_ana.page, SIZES) == []
    for path in (MESSAGING, DASHBOARD):
        busy_ana.device.go(path)
        expect(busy_ana.page.get_by_role("main").get_by_role("listitem").first).to_be_visible()
        assert faults(busy_ana.page, SIZES) == []
        assert unseen_focus(busy_ana.page) == []
    busy_ana.page.keyboard.press("Control+k")
    expect(busy_ana.page.get_by_role("combobox")).to_be_focused()
    assert faults(busy_ana.page, SIZES) == []
    busy_ana.page.keyboard.press("Escape")
    busy_ana.page.get_by_role("main").get_by_role("listitem").get_by_role("link").first.click()
    expect(busy_ana.page.get_by_role("heading", name="Details")).to_be_visible()
    assert faults(busy_ana.page, SIZES) == []
    busy_ana.page.go_back()
    busy_ana.page.get_by_role("searchbox").fill("nobody at all")
    expect(busy_ana.page.get_by_text("Nothing found")).to_be_visible()
    assert faults(busy_ana.page, SIZES) == []


@pytest.mark.thorough
def test_axe_finds_no_fault_on_a_clients_screens(client: Client) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    assert faults(maya.page, (PHONE,)) == []
    maya.device.go_offline()
    maya.writes("This waits.")
    assert faults(maya.page, SIZES) == []
    maya.status.click()
    expect(maya.page.get_by_role("dialog", name="Sync status")).to_be_visible()
    assert faults(maya.page, SIZES) == []
    maya.page.keyboard.press("Escape")
    menu_button(maya.page).click()
    expect(maya.page.get_by_role("dialog", name="Menu")).to_be_visible()
    assert faults(maya.page, (PHONE,)) == []
    maya.page.get_by_role("dialog", name="Menu").get_by_role("button", name="Sign Out").click()
    expect(maya.page.get_by_role("alertdialog")).to_be_visible()
    assert faults(maya.page, SIZES) == []


@pytest.mark.thorough
def test_every_screen_can_be_used_by_keyboard(agency: Agency, devices: Devices) -> None:
    maya = agency.sign_up("Maya Lindqvist")
    ana = BrowserUser(agency.admin, devices.new("desktop"))
    ana.device.go("/auth")
    keys = ana.page.keyboard

    def tab_to(name: str, role: Literal["textbox", "button", "link", "searchbox"]) -> None:
        target = ana.page.get_by_role(role, name=name, exact=True)
        expect(target).to_be_visible()
        for _ in range(40):
            if target.evaluate("(element) => element === document.activeElement"):
                return
            keys.press("Tab")
        raise AssertionError(f"Tab does not lead to {name}")

    tab_to("Email Address", "textbox")
    keys.type(ana.account.email)
    keys.press("Tab")
    keys.type(PASSWORD)
    keys.press("Enter")
    expect(ana.page).to_have_url(re.compile(f"{DASHBOARD}$"))
    expect(ana.row_of(maya)).to_be_visible()
    keys.press("/")
    keys.type(maya.company)
    expect(ana.page.get_by_role("list", name="Clients").get_by_role("listitem")).to_have_count(1)
    tab_to(maya.company, "link")
    keys.press("Enter")
    tab_to("Message", "link")
    keys.press("Enter")
    tab_to("Message", "textbox")
    keys.type("Without a mouse.")
    keys.press("Shift+Enter")
    keys.type("On two lines.")
    keys.press("Enter")
    ana.sees("Without a mouse.\nOn two lines.")
    ana.sees_all_sent()
    tab_to("Sign Out", "button")
    keys.press("Enter")
    expect(ana.page.get_by_role("button", name="Sign In")).to_be_visible()


@pytest.mark.thorough
def test_escape_closes_a_dialog_and_returns_the_focus(client: Client) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    menu, drawer = menu_button(maya.page), maya.page.get_by_role("dialog", name="Menu")
    menu.click()
    expect(drawer).to_be_visible()
    maya.page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(menu).to_be_focused()

    maya.device.go_offline()
    maya.writes("This waits.")
    maya.sign_out()
    expect(maya.page.get_by_role("alertdialog")).to_be_visible()
    maya.page.keyboard.press("Escape")
    expect(maya.page.get_by_role("alertdialog")).to_have_count(0)
    expect(menu).to_be_focused()
    maya.status.click()
    expect(maya.page.get_by_role("dialog", name="Sync status")).to_be_visible()
    maya.page.keyboard.press("Escape")
    expect(maya.page.get_by_role("dialog", name="Sync status")).to_have_count(0)
    expect(maya.page.locator("header button").filter(has=maya.page.get_by_role("status"))).to_be_focused()


@pytest.mark.thorough
def test_every_screen_fits_into_320_px(ana: BrowserUser, client: Client, devices: Devices) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    maya.writes("A-word-that-does-not-want-to-end" * 8, "https://harborcoffee.example/" + "menu" * 40)
    sign_in_page = devices.new()
    screens = [
        (sign_in_page, "/auth"),
        (sign_in_page, "/auth?mode=signup"),
        (maya.device, MESSAGING),
        (ana.device, DASHBOARD),
    ]
    screens += [(ana.device, MESSAGING), (ana.device, f"{MESSAGING}?client={maya.account.client_id}")]
    for device, path in screens:
        device.page.set_viewport_size({"width": 320, "height": 640})
        device.go(path)
        expect(device.page.get_by_role("main")).to_be_visible()
        expect(device.page.get_by_role("status").filter(has_text="Loading")).to_have_count(0)
        too_wide = device.page.evaluate(
            "[document.scrollingElement, ...document.querySelectorAll('main, [role=log], ul')]"
            ".filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.outerHTML.slice(0, 200))"
        )
        assert too_wide == [], path


@pytest.mark.thorough
@pytest.mark.without_worker
def test_the_sample_page_scrolls_by_keyboard(agency: Agency, devices: Devices) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new("phone")).with_session()
    maya.device.go("/dashboard/old")
    maya.page.set_viewport_size({"width": 390, "height": 500})  # the page fits a whole phone
    page = maya.page.get_by_role("region", name="Overview")
    page.focus()
    maya.page.keyboard.press("End")
    maya.device.until(lambda: page.evaluate("(one) => one.scrollTop > 0"), "the page has scrolled")
