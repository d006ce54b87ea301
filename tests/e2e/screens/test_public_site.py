"""The public site in a real browser: it is readable without scripts, loads nothing of the app, and does not shift."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.e2e.conftest import Devices
from tests.e2e.users import Agency
from tests.support.browsers.accessibility import faults, unseen_focus
from tests.support.browsers.browser import DESKTOP, NO_NETWORK, PHONE
from tests.support.servers.server import ROOT
from website import public_pages

# The other two pages, terms and privacy, have the same components; `make looks` covers all four.
PAGES = ("/", "/pricing")
FIRST_LOAD_BYTES = 30_000
# The specification keeps the texts of both pages about the card, although they contradict each other.
CLAIMS = ("No credit card required", "14-day free trial", "Set up in under 10 minutes")
STEPS = ("Connect", "Track", "Get Weekly Updates", "Grow")
LANDING_TEXTS = ("14 days free. No credit card required.", "$99/month", "Unlimited data sources", *STEPS)
CARD = "Yes, a credit card is required to start. It is charged for the first time when the 14 days are over."
PLAN = (
    *("Real-time dashboard with key metrics", "Weekly automated reports", "Google Analytics integration"),
    *("Performance monitoring", "Email support", "Mobile-friendly access"),
    *("Unlimited data sources", "Custom branding options"),
)
# Invisible text, except alternative texts of pictures and live regions.
INVISIBLE_TEXTS = """() => {
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  while (words.nextNode()) {
    const one = words.currentNode.parentElement
    if (words.currentNode.data.trim() === '' || one.closest('dialog, header, [role=img], [aria-hidden=true]')) continue
    const box = one.getBoundingClientRect()
    const seen = one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && box.width * box.height > 0
    if (!seen) found.push(words.currentNode.data)
  }
  return found
}"""
DOCUMENT = "document.documentElement.outerHTML"
# Records every layout shift of the page from its start.
RECORD_SHIFTS = """
  window.shifts = []
  const record = (entries) => shifts.push(...entries.map((one) => one.value))
  const observer = new PerformanceObserver((list) => record(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.recordedShifts = () => { record(observer.takeRecords()); return shifts }
"""
NEXT_FRAME = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"
IS_AT_END = "() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1"


@pytest.fixture
def scriptless(browser: Browser, agency: Agency) -> Iterator[Page]:
    """A phone whose browser runs no script."""
    context = browser.new_context(java_script_enabled=False, viewport=PHONE, base_url=agency.server.url)
    yield context.new_page()
    context.close()


def with_payments(context: BrowserContext) -> None:
    """Show the public pages as if payments were set up, which they are not in the installation under test."""
    values = public_pages.PageValues("Pulseboard", "https://portal.example", "support@pulseboard.example", "", "", True)

    def fill(route: Route) -> None:
        name = "pricing" if "/pricing" in route.request.url else "landing"
        route.fulfill(
            body=public_pages.rendered_page(ROOT / "pwa/dist/site", name, values).content,
            content_type="text/html; charset=utf-8",
        )

    context.route(re.compile(r"^http://localhost:\d+/(pricing)?$"), fill)


@pytest.mark.thorough
@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_the_same_content_with_and_without_scripts(path: str, scriptless: Page, devices: Devices) -> None:
    phone = devices.new()
    phone.go(path)  # waits for the event `load`, before which the page's script has run
    scriptless.goto(path)
    for size in (PHONE, DESKTOP):
        scriptless.set_viewport_size(size)
        assert scriptless.evaluate(INVISIBLE_TEXTS) == []
    assert phone.page.evaluate(DOCUMENT) == scriptless.evaluate(DOCUMENT)


def test_the_landing_page_has_the_required_texts(scriptless: Page) -> None:
    with_payments(scriptless.context)
    scriptless.goto("/")
    main = scriptless.get_by_role("main")
    expect(main.get_by_role("region").first.get_by_role("listitem")).to_have_text(CLAIMS)
    for text in LANDING_TEXTS:
        expect(main.get_by_text(text).first).to_be_visible()
    expect(main.locator("#how li")).to_have_count(4)
    expect(main.locator("#features li")).to_have_count(6)
    expect(main.locator("#clients li")).to_have_count(3)
    expect(main.get_by_role("img", name="5 out of 5 stars")).to_have_count(3)
    expect(scriptless.locator("h1")).to_have_count(1)


@pytest.mark.thorough
def test_the_pricing_page_has_the_required_texts(scriptless: Page) -> None:
    with_payments(scriptless.context)
    scriptless.goto("/pricing")
    plan = scriptless.get_by_role("region", name="Pulseboard", exact=True)
    expect(plan).to_contain_text("$99per month")
    expect(plan.get_by_role("listitem")).to_have_text(PLAN)
    expect(scriptless.get_by_role("heading", name=re.compile("^A credit card is required to start"))).to_be_visible()
    expect(scriptless.get_by_role("heading", name="Frequently asked questions")).to_be_visible()
    expect(scriptless.get_by_text(CARD, exact=True)).to_have_count(1)
    support = scriptless.get_by_role("link", name="Contact Support")
    expect(support).to_have_attribute("href", "mailto:support@pulseboard.example")
    scriptless.get_by_role("link", name="Back to Home").click()
    expect(scriptless).to_have_url(re.compile(r":\d+/$"))
    scriptless.goto("/pricing")
    plan.get_by_role("button", name="Start Free Trial").click()
    expect(scriptless).to_have_url(re.compile(r"/auth\?mode=signup$"))


@pytest.mark.thorough
def test_without_payments_the_pages_offer_contact_and_sell_nothing(scriptless: Page) -> None:
    for path in PAGES:
        scriptless.goto(path)
        expect(scriptless.get_by_role("main")).not_to_contain_text(re.compile(r"trial|credit card|\$99|14 days"))
        expect(scriptless.get_by_text("Start Free Trial")).to_have_count(0)
        contact = scriptless.get_by_role("main").get_by_role("link", name="Contact Us").first
        expect(contact).to_have_attribute("href", "mailto:support@pulseboard.example")
    expect(scriptless.get_by_role("region", name="Pulseboard", exact=True).get_by_role("listitem")).to_have_text(PLAN)


def test_every_link_leads_to_its_page_or_to_the_home_page(scriptless: Page) -> None:
    targets: dict[str, str] = {}
    with_payments(scriptless.context)
    for path in PAGES:
        scriptless.goto(path)
        for link in scriptless.locator("a[href^='/']").all():
            targets[link.get_attribute("href") or ""] = ""
    for address in targets:
        targets[address] = scriptless.request.get(address).url.partition("//")[2].partition("/")[2].partition("#")[0]
    no_page_yet = ("/integrations", "/about", "/contact", "/blog", "/help", "/faq", "/status")
    assert {address for address, target in targets.items() if target == ""} == {"/", "/#features", *no_page_yet}
    assert {address for address, target in targets.items() if target != ""} == {
        "/pricing",
        "/terms",
        "/privacy",
        "/auth",
        "/auth?mode=signup",
    }


@pytest.mark.thorough
@pytest.mark.parametrize("path", PAGES)
def test_a_first_visit_is_small_loads_no_app_code_and_has_no_layout_shift(path: str, devices: Devices) -> None:
    phone = devices.new()
    requested, loaded = list[str](), list[tuple[str, int]]()
    phone.page.on("request", lambda request: requested.append(request.url))
    phone.page.on("requestfinished", lambda request: loaded.append((request.url, request.sizes()["responseBodySize"])))
    phone.context.add_init_script(RECORD_SHIFTS)
    phone.go(path)
    for _ in range(12):
        phone.page.mouse.wheel(0, 800)
        phone.page.evaluate(NEXT_FRAME)
    phone.until(lambda: phone.page.evaluate(IS_AT_END), "the page is scrolled to its end")
    phone.page.evaluate(NEXT_FRAME)
    assert phone.page.evaluate("recordedShifts()") == []
    phone.until(lambda: sorted(requested) == sorted(url for url, _ in loaded), "every requested file is loaded")
    icons = {f"{phone.url}/favicon.svg", f"{phone.url}/manifest.webmanifest"}
    [page, script] = [each for each in loaded if each[0] not in icons]
    assert page[0] == phone.url + path
    assert re.fullmatch(r"/assets/site-[\w-]{8}\.js", script[0].removeprefix(phone.url))
    assert page[1] + script[1] <= FIRST_LOAD_BYTES
    assert phone.page.evaluate("indexedDB.databases()") == []
    assert phone.page.evaluate("navigator.serviceWorker.controller") is None
    assert phone.context.cookies() == []


@pytest.mark.thorough
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_fault_on_public_pages(path: str, devices: Devices) -> None:
    desktop = devices.new("desktop")
    desktop.go(path)
    assert faults(desktop.page, (PHONE, DESKTOP)) == []
    assert unseen_focus(desktop.page) == []


@pytest.mark.thorough
def test_the_menu_traps_the_focus_and_returns_it(devices: Devices) -> None:
    phone = devices.new()
    phone.go("/")
    page, keys = phone.page, phone.page.keyboard
    opener, menu = page.get_by_role("button", name="Open menu"), page.get_by_role("dialog", name="Menu")
    opener.click()
    expect(menu).to_be_visible()
    assert faults(page, (PHONE,)) == []
    controls = menu.get_by_role("link").count() + menu.get_by_role("button").count()
    for key in ("Tab", "Shift+Tab"):
        for _ in range(controls + 1):
            keys.press(key)
            assert menu.evaluate("(menu) => menu.contains(document.activeElement)")
    keys.press("Escape")
    expect(menu).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    menu.get_by_role("link", name="Features").click()
    expect(menu).to_be_hidden()
    expect(page).to_have_url(re.compile("/#features$"))
    bar = page.get_by_role("banner").evaluate("(bar) => bar.getBoundingClientRect().bottom")
    phone.until(
        lambda: 0 <= page.locator("#features").evaluate("(part) => part.getBoundingClientRect().top") - bar < 40,
        "the features begin below the bar",
    )


@pytest.mark.thorough
def test_the_menu_opens_without_a_script(scriptless: Page) -> None:
    scriptless.goto("/")
    scriptless.get_by_role("button", name="Open menu").click()
    scriptless.get_by_role("dialog", name="Menu").get_by_role("link", name="Pricing").click()
    expect(scriptless).to_have_url(re.compile("/pricing$"))


@pytest.mark.thorough
def test_the_plans_button_sends_a_visitor_to_sign_up(devices: Devices) -> None:
    phone = devices.new()
    with_payments(phone.context)
    phone.go("/pricing")
    phone.page.get_by_role("main").get_by_role("button", name="Start Free Trial").click()
    expect(phone.page).to_have_url(re.compile(r"/auth\?mode=signup$"))
    links = phone.page.get_by_role("main")
    expect(links.get_by_role("link", name="Terms of Service")).to_have_attribute("href", "/terms")
    expect(links.get_by_role("link", name="Privacy Policy")).to_have_attribute("href", "/privacy")


@pytest.mark.without_worker
@pytest.mark.thorough
def test_an_alert_shows_why_no_checkout_starts(agency: Agency, devices: Devices) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new()).with_session()
    with_payments(maya.device.context)
    maya.device.go("/pricing")
    button = maya.page.get_by_role("main").get_by_role("button", name="Start Free Trial")
    button.click()
    expect(maya.page.get_by_role("alert")).to_have_text("Product not found")  # payments are not set up here
    expect(button).not_to_have_attribute("aria-busy", "true")
    assert faults(maya.page, (PHONE, DESKTOP)) == []
    maya.device.expects(NO_NETWORK)
    maya.page.route("**/rest/v1/products", lambda route: route.abort())
    button.click()
    expect(maya.page.get_by_role("alert")).to_have_text("An error occurred")
