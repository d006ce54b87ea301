"""A question about a figure of a client's dashboard, written offline: both sides see the figure as it was then."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Devices
from tests.e2e.users import Agency, BrowserUser
from tests.support.browsers.accessibility import faults
from tests.support.browsers.browser import PHONE, menu_button

pytestmark = pytest.mark.thorough


def test_a_question_about_a_figure_sent_offline_reaches_both_sides(
    agency: Agency, devices: Devices, ana: BrowserUser
) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new()).with_session()
    page = maya.page
    maya.device.go_offline()
    maya.device.go("/dashboard")
    page.get_by_role("button", name="Later").click()
    expect(page.get_by_role("button", name=re.compile("^Last updated"))).to_be_visible()
    menu_button(page).click()
    views = (
        page.get_by_role("dialog", name="Menu").get_by_role("navigation", name="Dashboard Views").get_by_role("link")
    )
    expect(views).to_have_text(["Overview", "Analytics", "PageSpeed"])
    views.nth(2).click()
    expect(page).to_have_url(re.compile(r"/dashboard\?view=pagespeed$"))
    expect(page.get_by_role("heading", name="Complete onboarding")).to_be_visible()
    page.get_by_role("navigation", name="Dashboard views").get_by_role("link", name="Overview").click()
    card = page.get_by_role("region", name="Subscription")
    expect(card).to_contain_text(re.compile(r"Inactive.*Starter Plan"))
    card.get_by_role("button", name="Ask about Subscription").click()
    details = page.get_by_role("dialog", name="Subscription")
    expect(details).to_contain_text(re.compile(r"Inactive.*Billing, now.*As of"))
    details.get_by_role("button", name="Ask about this").click()
    about = page.get_by_role("group", name="About: Subscription")
    expect(about).to_contain_text("Inactive")
    page.reload()  # the figure is stored with the draft
    expect(about).to_contain_text("Inactive")
    maya.writes("Why is it not active?")
    expect(page.get_by_role("log").get_by_role("group", name="About: Subscription")).to_be_visible()
    assert faults(page, (PHONE,)) == []
    maya.device.go_online()
    maya.sees_all_sent()
    ana.opens_thread(maya.account)
    question = ana.page.get_by_role("log").get_by_role("group", name="About: Subscription")
    expect(question).to_contain_text(re.compile(r"Inactive.*Billing, now.*As of"))
