"""Every signed-in page begins at the same place, so that no title jumps from one page to the next."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Devices
from tests.e2e.users import Agency, BrowserUser
from tests.support.browsers.app_screens import SCREENS, VIEW_AS, Role
from tests.support.browsers.browser import Kind

pytestmark = pytest.mark.thorough

# The position and font size of titles. On desktops the menu is 232 px wide and the header 56 px high, each with a
# margin of 32 px; phones have no menu and margins of 16 px.
TITLE_PLACES: dict[Kind, dict[str, object]] = {
    "desktop": {"x": 264, "y": 88, "size": "21px"},
    "phone": {"x": 16, "y": 72, "size": "21px"},
}
# Pages with a link back above the title, because they belong to another page. On phones the chatbot has none, because
# the bottom bar leads back.
WITH_A_LINK_BACK: dict[tuple[Role, Kind], tuple[str, ...]] = {
    ("client", "phone"): ("/connect-ga",),
    ("client", "desktop"): ("/connect-ga", "/dashboard/chatbot"),
    ("admin", "desktop"): ("/dashboard/reports/weekly-mail",),
}
BELOW_A_LINK_BACK: dict[Kind, int] = {"desktop": 113, "phone": 106}
# Pages whose title only screen readers get: panes that fill the window below the name of a client or of the team, and
# the message to admins that Google is not set up.
WITHOUT_TITLE: dict[Role, set[str]] = {
    "client": {"/dashboard/messaging"},
    "admin": {"/dashboard/messaging", "/dashboard/reports", "/dashboard/connections"},
}
# Where the page's title is shown, and in which size.
TITLE = """(heading) => {
  const all = [heading, ...document.querySelectorAll('main p')]
  const shown = all.find((one) => one.textContent === heading.textContent && one.offsetWidth > 1)
  const { x, y } = shown.getBoundingClientRect()
  return { x, y, size: getComputedStyle(shown).fontSize }
}"""


@pytest.mark.parametrize(("role", "kind"), [("client", "phone"), ("client", "desktop"), ("admin", "desktop")])
def test_all_pages_of_a_role_begin_at_the_same_place(role: Role, kind: Kind, agency: Agency, devices: Devices) -> None:
    account = agency.sign_up("Maya Lindqvist") if role == "client" else agency.admin
    user = account.on(devices.new(kind)).with_session()
    with_link_back = WITH_A_LINK_BACK[role, kind]
    pages = [
        each.address
        for each in SCREENS
        if each.role == role and each.address.startswith(("/dashboard", *with_link_back))
    ]
    places = {
        page: _title(user, page) for page in pages if not page.startswith(VIEW_AS) and page not in WITHOUT_TITLE[role]
    }
    assert len(places) > 8
    assert {page: place for page, place in places.items() if place != TITLE_PLACES[kind]} == {
        page: TITLE_PLACES[kind] | {"y": BELOW_A_LINK_BACK[kind]} for page in with_link_back
    }


# The parts of the admin dashboard that fill its width, by tab.
PARTS = {
    "clients": [".counters > *", ".answer-next", ".client-heads", ".client-rows > ul"],
    "admins": ["ul[aria-label=Admins]"],
    "audit": ["[aria-label^='Audit log, ']"],
    "health": ["section:has(> div > h2)"],
}
# The left and the right edge of all elements of each selector.
EDGES = """(selectors) => selectors.map((selector) => {
  const boxes = [...document.querySelectorAll(`main ${selector}`)].map((one) => one.getBoundingClientRect())
  return [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))]
})"""


@pytest.mark.parametrize("width", [1440, 1024])
def test_all_parts_of_the_admin_dashboard_have_the_same_edges(width: int, agency: Agency, devices: Devices) -> None:
    agency.sign_up("Maya Lindqvist")
    ana = agency.admin.on(devices.new("desktop")).with_session()
    ana.page.set_viewport_size({"width": width, "height": 900})
    for tab, parts in PARTS.items():
        ana.device.go(f"/dashboard?view={tab}")
        expect(ana.page.locator(f"main {parts[-1]}").first).to_be_visible()
        edges = [[264, width - 32]] * len(parts)
        assert ana.page.evaluate(EDGES, parts) == edges, tab
        assert [left for left, _right in ana.page.evaluate(EDGES, ["h1", "nav a"])] == [264, 264], tab


def _title(user: BrowserUser, page: str) -> object:
    user.device.go(page)
    heading = user.page.locator("main h1")
    expect(heading).not_to_have_text("")
    return heading.evaluate(TITLE)
