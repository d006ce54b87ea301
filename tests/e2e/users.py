"""The users of the end-to-end tests, and their actions and checks on the screen."""

import re
import secrets
from dataclasses import dataclass, field
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.e2e import browser_storage
from tests.support.browsers.browser import Device, menu_button
from tests.support.servers.server import Server

PASSWORD = "correct horse battery"
MESSAGING, DASHBOARD, AUTH = "/dashboard/messaging", "/dashboard", "/auth"
UP_TO_DATE = "Up to date"


@dataclass(frozen=True, slots=True)
class Account:
    """A user who can sign in. An admin has no company and no client id."""

    name: str
    email: str
    company: str
    user_id: str
    client_id: str

    def on(self, device: Device) -> "BrowserUser":
        return BrowserUser(self, device)


class Agency:
    """The installation under test, used over HTTP."""

    def __init__(self, server: Server) -> None:
        self.server, self.url = server, server.url
        self._http = httpx.Client(base_url=server.url, timeout=30)
        email = "ana@agency.example"
        server.manage("create_admin", email, "--name", "Ana Ferreira", "--password", PASSWORD)
        self.admin = Account("Ana Ferreira", email, "", self.session(email)["user"]["id"], "")

    def sign_up(self, name: str) -> Account:
        """A new client with a unique company and email address."""
        tag = secrets.token_hex(3)
        email, company = f"{name.split()[0].lower()}-{tag}@client.example", f"{name.split()[0]} & Co {tag}"
        data = {"full_name": name, "company_name": company}
        body = {"email": email, "password": PASSWORD, "data": data}
        session = self._request_json("POST", "/auth/v1/signup", json=body)
        own = self._request_json("GET", "/rest/v1/clients", headers=_bearer(session["access_token"]))
        return Account(name, email, company, session["user"]["id"], own["data"]["id"])

    def session(self, email: str) -> Any:
        """A new session: `{access_token, refresh_token, user, ...}`."""
        body = {"email": email, "password": PASSWORD}
        return self._request_json("POST", "/auth/v1/token?grant_type=password", json=body)

    def request(self, account: Account, method: str, path: str, **body: Any) -> httpx.Response:
        """Send a request as `account`, in a new session; returns the server's response."""
        token = self.session(account.email)["access_token"]
        return self._http.request(method, path, headers=_bearer(token), **body)

    def messages(self, account: Account) -> list[str]:
        """The texts of a client's thread on the server, oldest first."""
        rows = self.request(account, "GET", f"/rest/v1/messages?client_id={account.client_id}&limit=200").json()["rows"]
        return [row["content"] for row in reversed(rows)]

    def sign_out_everywhere(self, account: Account) -> None:
        assert self.request(account, "POST", "/auth/v1/logout?scope=global").status_code == 204

    def _request_json(self, method: str, path: str, **options: Any) -> Any:
        """The decoded response. Raises httpx.HTTPStatusError for an error status."""
        return self._http.request(method, path, **options).raise_for_status().json()


@dataclass
class BrowserUser:
    """A user at a device; actions and checks use `page`, by default the first tab."""

    account: Account
    device: Device
    page: Page = field(init=False)

    def __post_init__(self) -> None:
        self.page = self.device.page

    def sign_in(self) -> "BrowserUser":
        """Sign in through the form and wait until the device is up to date; a client then sees their conversation."""
        self.device.go(AUTH)
        self.fill_in_sign_in()
        expect(self.page).to_have_url(re.compile(DASHBOARD))
        if self.account.client_id:
            # Opens the conversation from the menu, even if the dialog of a dashboard without a website covers it.
            self.page.locator(f"nav a[href='{MESSAGING}']").first.dispatch_event("click")
        self.page.mouse.move(0, 0)  # lists do not reorder under a pointer
        self.sees_status(UP_TO_DATE)
        return self

    def with_session(self) -> "BrowserUser":
        """Open the app in a new session and wait until the device is up to date; a client then sees their conversation.

        Faster than `sign_in`, so only tests of signing in and out use the form.
        """
        self.start_session()
        self.device.go(MESSAGING if self.account.client_id else DASHBOARD)
        self.sees_status(UP_TO_DATE)
        return self

    def start_session(self) -> None:
        """Start a session without the form; the device's next page is signed in."""
        browser_storage.start_session(self.device, self.account.email, PASSWORD)

    def fill_in_sign_in(self, password: str = PASSWORD) -> None:
        self.page.get_by_label("Email Address").fill(self.account.email)
        self.page.get_by_label("Password", exact=True).fill(password)
        self.page.get_by_role("button", name="Sign In").click()

    def sign_out(self) -> None:
        """Press Sign Out, in the drawer if there is one."""
        menu = menu_button(self.page)
        if menu.is_visible():
            menu.click()
        self.page.get_by_role("button", name="Sign Out", exact=True).locator("visible=true").click()

    def opens_thread(self, client: Account | None = None) -> None:
        self.device.go(MESSAGING if client is None else f"{MESSAGING}?client={client.client_id}")
        expect(self.composer).to_be_visible()

    def in_tab(self, page: Page) -> "BrowserUser":
        """The same user at another tab of the same device."""
        other = BrowserUser(self.account, self.device)
        other.page = page
        return other

    @property
    def composer(self) -> Locator:
        return self.page.get_by_role("textbox", name="Message", exact=True)

    @property
    def thread(self) -> Locator:
        """The visible messages."""
        return self.page.get_by_role("log", name="Messages").locator("[data-message]")

    @property
    def status(self) -> Locator:
        return self.page.locator("header [role=status]")

    def row_of(self, client: Account) -> Locator:
        """A client's row in the list of the admin dashboard."""
        return self.page.get_by_role("list", name="Clients").get_by_role("listitem").filter(has_text=client.company)

    def writes(self, *texts: str) -> None:
        """Send these messages, and check after each that the thread shows it."""
        for text in texts:
            self.composer.fill(text)
            self.page.get_by_role("button", name="Send", exact=True).click()
            expect(self.composer).to_have_value("")
            expect(self.thread.filter(has_text=" ".join(text.split())).last).to_be_visible()

    def sees(self, *texts: str) -> None:
        """Check that the thread shows exactly these messages, each once and in this order."""
        words = (r"\s+".join(map(re.escape, text.split())) for text in texts)
        expect(self.thread).to_have_text([re.compile(rf"{each}\s*\d{{1,2}}:\d\d") for each in words])

    def sees_status(self, text: str | re.Pattern[str]) -> None:
        expect(self.status).to_have_text(text)

    def sees_all_sent(self) -> None:
        """Check that no message is unsent."""
        expect(self.thread.locator("[data-delivery=queued], [data-delivery=sending]")).to_have_count(0)
        self.sees_status(UP_TO_DATE)


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
