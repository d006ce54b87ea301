"""The admin dashboard: lists and counters of all users update live, and viewing as a client writes nothing."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Request, expect

from core.ids import uuid7
from tests.e2e import browser_storage
from tests.e2e.conftest import Devices
from tests.e2e.users import PASSWORD, Account, Agency, BrowserUser
from tests.support.browsers.browser import Device

pytestmark = [pytest.mark.without_worker, pytest.mark.thorough]

Client = Callable[[str], BrowserUser]
PREFIXES = ("/auth/", "/rest/", "/realtime/", "/storage/", "/functions/")
NOTICE_ACKNOWLEDGED = ("PUT", "/rest/v1/notices")
TEAM_PICTURES = ("GET", "/rest/v1/portraits")


def requests_of(device: Device) -> list[str]:
    """This device's requests to endpoints from now on, as `METHOD /path`.

    It leaves out acknowledgements of notices, and the request for the team's pictures, which each visit makes late.
    """
    urls: list[str] = []

    def note(request: Request) -> None:
        path = urlsplit(request.url).path
        if path.startswith(PREFIXES) and (request.method, path) not in (NOTICE_ACKNOWLEDGED, TEAM_PICTURES):
            urls.append(f"{request.method} {path}")

    device.context.on("request", note)
    return urls


def counter(user: BrowserUser, name: str) -> Locator:
    label = user.page.get_by_text(name, exact=True)
    return user.page.get_by_label("Counters").locator("div").filter(has=label).locator("dd")


def count(user: BrowserUser, name: str) -> int:
    return int(counter(user, name).inner_text().replace(",", ""))


def second_admin(agency: Agency, devices: Devices) -> BrowserUser:
    """Creates the admin Rui Costa, who opens the dashboard at another desktop."""
    email = "rui@agency.example"
    agency.server.manage("create_admin", email, "--name", "Rui Costa", "--password", PASSWORD)
    return (
        Account("Rui Costa", email, "", agency.session(email)["user"]["id"], "")
        .on(devices.new("desktop"))
        .with_session()
    )


def test_every_list_and_counter_updates_without_a_request(
    ana: BrowserUser, client: Client, agency: Agency, devices: Devices
) -> None:
    maya, rui = client("Maya Lindqvist"), second_admin(agency, devices)
    maya.opens_thread()
    seen_by_ana, seen_by_rui = ana.row_of(maya.account), rui.row_of(maya.account)
    expect(seen_by_ana).to_be_visible()
    expect(seen_by_rui).to_be_visible()
    active, total = count(rui, "Active Subscriptions"), count(ana, "Total Clients")
    inactive, bots, admins = (count(rui, name) for name in ("Inactive Subscriptions", "Active Chatbots", "Admin Users"))
    bot = {"id": str(uuid7()), "bot_name": "Bean", "category": "Support"}
    assert agency.request(agency.admin, "POST", "/rest/v1/chatbots", json=bot).is_success
    requests = {name: requests_of(user.device) for name, user in (("ana", ana), ("rui", rui), ("maya", maya))}
    seen_by_ana.get_by_role("button", name="Activate", exact=True).click()
    expect(seen_by_rui.get_by_role("button", name="Deactivate")).to_be_visible()
    expect(counter(rui, "Active Subscriptions")).to_have_text(str(active + 1))
    expect(counter(rui, "Inactive Subscriptions")).to_have_text(str(inactive - 1))
    expect(counter(ana, "Active Subscriptions")).to_have_text(str(active + 1))
    # Over HTTP instead of on a screen, because the test compares all requests of the browsers.
    status = {"status": "active", "reason": "It has nothing to answer yet"}
    assert agency.request(agency.admin, "PUT", f"/rest/v1/chatbots/{bot['id']}/status", json=status).is_success
    for user in (ana, rui):
        expect(counter(user, "Active Chatbots")).to_have_text(str(bots + 1))
    agency.server.manage("create_admin", "lou@agency.example", "--name", "Lou Reis", "--password", PASSWORD)
    for user in (ana, rui):
        expect(counter(user, "Admin Users")).to_have_text(str(admins + 1))
    maya.writes("Hello to both.")
    for row in (seen_by_ana, seen_by_rui):
        expect(row).to_contain_text("Maya: Hello to both.")
        expect(row.get_by_text("1 unread")).to_be_attached()

    seen_by_ana.hover()
    before = seen_by_ana.bounding_box()
    dialog = rui.page.get_by_role("dialog")
    rui.page.get_by_role("button", name="Add Client").click()
    for label, text in (
        ("Company name", "Late Comers"),
        ("Contact name", "Lee"),
        ("Contact email", "lee@late.example"),
    ):
        dialog.get_by_label(label).fill(text)
    pending = count(ana, "Pending Setup")
    dialog.get_by_role("button", name="Add Client").click()
    expect(counter(ana, "Total Clients")).to_have_text(str(total + 1))
    expect(counter(ana, "Pending Setup")).to_have_text(str(pending + 1))
    expect(ana.page.get_by_role("button", name="1 new", exact=True)).to_be_visible()
    assert seen_by_ana.bounding_box() == before
    assert requests == {
        "ana": ["POST /rest/v1/client_access"],
        "rui": ["POST /rest/v1/clients"],
        "maya": ["POST /rest/v1/messages"],
    }


def test_viewing_as_a_client_writes_nothing(ana: BrowserUser, client: Client, agency: Agency) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    maya.writes("For your eyes.")
    maya.sees_all_sent()
    agency.request(agency.admin, "POST", "/rest/v1/messages", json=_message_body(maya.account, "And for yours."))
    row = ana.row_of(maya.account)
    expect(row.get_by_text("1 unread")).to_be_attached()
    requests = requests_of(ana.device)
    row.get_by_role("button", name="Actions").click()
    ana.page.get_by_role("menuitem", name="View as client").click()
    expect(ana.page.get_by_text(f"You see what {maya.account.company} sees")).to_be_visible()
    expect(ana.page.get_by_role("heading", name="My Dashboard")).to_be_visible()
    ana.page.get_by_label("What the client sees").get_by_role("link", name="Messaging").click()
    ana.sees("For your eyes.", "And for yours.")
    expect(ana.composer).to_be_disabled()
    ana.composer.click(force=True)
    ana.page.keyboard.type("From nobody")
    expect(ana.page.get_by_text("View only.").first).to_be_visible()
    expect(ana.composer).to_have_value("")
    ana.page.get_by_label("What the client sees").get_by_role("link", name="Reports").click()
    expect(ana.page).to_have_url(re.compile("/view-as/.*/reports$"))
    ana.page.get_by_role("button", name="Stop viewing").click()
    expect(row.get_by_text("1 unread")).to_be_attached()
    assert [request for request in requests if not request.startswith("GET ")] == ["POST /rest/v1/client_views"]
    assert agency.messages(maya.account) == ["For your eyes.", "And for yours."]
    assert browser_storage.rows(ana.page, ana.account.user_id, "outbox") == []
    [event] = agency.request(agency.admin, "GET", "/rest/v1/audit_log?limit=1").json()["rows"]
    assert (event["action"], event["subject"]) == ("client.viewed", maya.account.client_id)


def test_audit_log_and_website_settings_update_while_they_are_open(
    ana: BrowserUser, agency: Agency, devices: Devices
) -> None:
    """They update although neither an invitation nor a change of the settings changes a row of the stream `w`."""
    rui = second_admin(agency, devices)
    entries = rui.page.get_by_role("list", name="Audit log").get_by_role("listitem")
    rui.device.go("/dashboard?view=audit")
    expect(entries.first).to_be_visible()
    client_id = str(uuid7())
    added = {
        "id": client_id,
        "company_name": "Cedar Books",
        "contact_name": "Cid",
        "contact_email": "cid@cedar.example",
    }
    assert agency.request(ana.account, "POST", "/rest/v1/clients", json=added).is_success
    expect(entries.first).to_contain_text("Ana Ferreira added the client Cedar Books")
    assert agency.request(ana.account, "POST", "/rest/v1/client_invitations", json={"client_id": client_id}).is_success
    expect(entries.first).to_contain_text("Ana Ferreira invited Cedar Books")
    rui.device.go("/dashboard/website-settings")
    title, subtitle = rui.page.get_by_label("Hero title"), rui.page.get_by_label("Hero subtitle")
    title.fill("Grow with us")
    changes = {"hero_title": "Fresh coffee", "hero_subtitle": "Every morning"}
    assert agency.request(ana.account, "PATCH", "/rest/v1/website_settings", json=changes).is_success
    expect(subtitle).to_have_value("Every morning")
    expect(title).to_have_value("Grow with us")
    warning = rui.page.get_by_role("status").filter(has_text="The saved settings have changed meanwhile")
    expect(warning).to_contain_text("Another admin changed: hero title, hero subtitle.")
    discard = rui.page.get_by_role("button", name="Discard")
    discard.click()
    expect(title).to_have_value("Grow with us")
    discard.click()  # confirms
    expect(title).to_have_value("Fresh coffee")
    expect(warning).to_have_count(0)


def _message_body(account: Account, content: str) -> dict[str, str]:
    return {"id": "01930000-0000-7000-8000-00000000de5c", "client_id": account.client_id, "content": content}
