"""Forced colors, as in Windows' high contrast: what colours mean is visible without the product's own colours."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.users import DASHBOARD, BrowserUser
from tests.support.browsers.browser import menu_button

BACKGROUND = "(element) => getComputedStyle(element).backgroundColor"


@pytest.mark.thorough
def test_states_are_visible_in_forced_colors(client: Callable[[str], BrowserUser]) -> None:
    page = client("Maya Lindqvist").page
    page.emulate_media(forced_colors="active")
    page.goto(f"{page.url.split(DASHBOARD)[0]}{DASHBOARD}/settings/notifications")
    switch_on = page.get_by_role("switch", name="New messages")
    switch_off = page.get_by_role("switch", name="Keep quiet hours")
    expect(switch_on).to_have_attribute("aria-checked", "true")
    expect(switch_off).to_have_attribute("aria-checked", "false")
    for switch in (switch_on, switch_off):
        assert _colour(switch.locator("> span")) != _colour(switch.locator("> span > span")), "the knob is invisible"
    assert _colour(switch_on.locator("> span")) != _colour(switch_off.locator("> span")), "on looks like off"
    menu_button(page).click()
    selected, other = (
        page.locator("label").filter(has=page.get_by_role("radio", name=name)) for name in ("System", "Dark")
    )
    expect(selected).to_have_css("outline-style", "solid")
    expect(other).to_have_css("outline-style", "none")


def _colour(element: Locator) -> str:
    return str(element.evaluate(BACKGROUND))
