"""The list of the app's screens. A test compares it with the app's sources and fails for a screen without an entry.

An entry has the role of the user, the text if the rows cannot be loaded, and the endpoints that the screen requests
when it opens, with the text if they do not respond.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Role = Literal["client", "admin"]

APP = Path(__file__).parents[3] / "pwa/src/app"
NO_CLIENT = "00000000-0000-7000-8000-000000000000"

CLIENT_DATA = "Error loading client data. Please try again later."
CLIENTS = "Error loading clients. Please try again later."
MESSAGES = "Error loading messages. Please try again later."
REPORTS = "Error loading reports. Please try again later."
CONNECTIONS = "Error loading connections. Please try again later."
GOOGLE = "Failed to load Google Analytics data. Please try again."
OWN_BOTS = "Error loading chatbot data. Please try again later."
BOTS, CHATS = "Failed to load chatbots", "Failed to load your chatbots"
SETTINGS = "Error loading settings. Please try again later."
NO_ANSWER = "No connection to the server. Check your network and try again."
REFERENCE = "The reference could not be loaded. Please try again."
MAIL = "The email could not be created. Check the connection and try again."
ERROR = "An error occurred"


@dataclass(frozen=True, slots=True)
class Screen:
    role: Role
    address: str
    # The text if the rows cannot be loaded; None if the screen shows no rows.
    rows: str | None = None
    # The text while the user's role is unknown, if it differs from `rows`.
    unknown: str | None = None
    # The endpoints that it requests when it opens, and the texts if they fail or do not respond for 8 s.
    requests: tuple[str, ...] = ()
    failed: str = ""
    late: str = ""

    @property
    def while_unknown(self) -> str | None:
        return self.unknown or self.rows


def client(address: str, rows: str | None = None, *requests: str, failed: str = "", late: str = "") -> Screen:
    return Screen("client", address, rows, None, requests, failed, late or failed)


def admin(
    address: str, rows: str | None, *requests: str, unknown: str | None = None, failed: str = "", late: str = ""
) -> Screen:
    return Screen("admin", address, rows, unknown, requests, failed, late or failed)


# The requests of the Security tab; the whole tab depends on the first.
SECURITY = ("GET /auth/v1/user", "GET /rest/v1/sessions", "GET /rest/v1/recovery_codes")
VIEW_AS = f"/dashboard/view-as/{NO_CLIENT}"
VIEWED = "POST /rest/v1/client_views"

SCREENS = (
    client("/dashboard", CLIENT_DATA),
    client("/dashboard?view=analytics", CLIENT_DATA),
    client("/dashboard?view=pagespeed", CLIENT_DATA),
    client("/dashboard/messaging", MESSAGES),
    client("/dashboard/reports", REPORTS),
    client("/dashboard/settings", CLIENT_DATA),
    client("/dashboard/settings/profile", CLIENT_DATA),
    client("/dashboard/settings/notifications", CLIENT_DATA),
    client("/dashboard/settings/security", None, *SECURITY, failed=ERROR, late=NO_ANSWER),
    client("/dashboard/settings/data"),
    client("/dashboard/subscriptions", CLIENT_DATA, "GET /rest/v1/products", failed=ERROR, late=NO_ANSWER),
    client("/dashboard/connections", CONNECTIONS),
    client("/connect-ga", GOOGLE),
    client("/add-payment-method", CLIENT_DATA),
    client("/dashboard/chatbot", OWN_BOTS),
    client("/dashboard/spam-catcher"),
    client("/dashboard/old"),
    admin("/dashboard?view=clients", CLIENTS, unknown=CLIENT_DATA),
    admin("/dashboard?view=admins", CLIENTS, unknown=CLIENT_DATA),
    admin("/dashboard?view=audit", None, "GET /rest/v1/audit_log", unknown=CLIENT_DATA, failed=ERROR, late=NO_ANSWER),
    admin(
        "/dashboard?view=health", None, "GET /rest/v1/installation", unknown=CLIENT_DATA, failed=ERROR, late=NO_ANSWER
    ),
    admin("/dashboard/messaging", CLIENTS, unknown=MESSAGES),
    admin("/dashboard/reports", CLIENTS, unknown=REPORTS),
    admin("/dashboard/connections", None, "GET /rest/v1/connections", unknown=CONNECTIONS, failed=CONNECTIONS),
    admin("/dashboard/chatbot-management", BOTS),
    admin("/dashboard/chatbot-management?tab=training", BOTS),
    admin("/dashboard/chatbot-management?tab=assignments", BOTS),
    admin("/dashboard/chat-interface", CHATS),
    admin("/dashboard/reports/weekly-mail", CLIENTS, "GET /rest/v1/weekly_mails", failed=MAIL),
    admin("/dashboard/website-settings", None, "GET /rest/v1/website_settings", unknown=SETTINGS, failed=SETTINGS),
    admin("/dashboard/dev-docs", None, "GET /rest/v1/openapi.json", unknown=CLIENT_DATA, failed=REFERENCE),
    admin(VIEW_AS, None, VIEWED, unknown=CLIENT_DATA, failed=CLIENT_DATA),
    admin(f"{VIEW_AS}/messaging", None, VIEWED, unknown=CLIENT_DATA, failed=CLIENT_DATA),
    admin(f"{VIEW_AS}/reports", None, VIEWED, unknown=CLIENT_DATA, failed=CLIENT_DATA),
    admin(f"{VIEW_AS}/chatbot", None, VIEWED, unknown=CLIENT_DATA, failed=CLIENT_DATA),
)
# Screens that show no stored data and request nothing: the public site, sign-in, and redirect pages.
OTHERS = {
    "/",
    "/pricing",
    "/auth",
    "/auth/callback",
    "/auth/password",
    "/oauth2callback",
    "/checkout/success",
    "/dashboard/weekly-mail",  # leads to /dashboard/reports/weekly-mail
}
# Endpoints that no screen waits for, and what they add to the screen later.
NOT_AWAITED = {
    "GET /rest/v1/connections",  # whether this installation can connect Google
    "GET /rest/v1/report_calendar",  # the provider's time zone
    "GET /rest/v1/products",  # a price in a sentence about paying
    "GET /auth/v1/settings",  # ways to sign in
    "GET /rest/v1/portraits",  # the faces of the team
    "GET /rest/v1/installation",  # the mark of the tab Health
    "GET /rest/v1/admin_sign_ins",  # when each admin was last active
    "POST /realtime/v1/reports",
}


def addresses() -> set[str]:
    """The path of every screen in the app's sources, and of every tab that has its own URL."""
    table = (APP / "paths.ts").read_text() + (APP / "more-paths.ts").read_text()
    paths = set(re.findall(r"^  \w+: '(/[^']*)'", table, re.MULTILINE)) - {"/dashboard", "/dashboard/view-as"}
    views = re.search(r"VIEWS = \[(.*?)\]", (APP / "views.ts").read_text())
    tabs = re.search(r"TABS = \{(.*?)\}", (APP.parent / "features/clients/tabs.tsx").read_text())
    bots = (APP.parent / "features/chatbots/management/management-screen.tsx").read_text()
    viewed = re.search(r"VIEWED = \[(.*?)\] as const", (APP / "view-as/viewed-path.ts").read_text(), re.DOTALL)
    assert views is not None
    assert tabs is not None
    assert viewed is not None
    paths |= {_tab("/dashboard", "view", each, "overview") for each in re.findall(r"'(\w+)'", views[1])}
    paths |= {_tab("/dashboard", "view", each) for each in re.findall(r"(\w+):", tabs[1])}
    paths |= {
        _tab("/dashboard/chatbot-management", "tab", each, "chatbots") for each in re.findall(r"slug: '(\w+)'", bots)
    }
    settings = re.findall(r"slug: '(\w+)'", (APP / "routes/settings.tsx").read_text())
    paths |= {f"/dashboard/settings/{each}" for each in settings}
    below = set(re.findall(r"\[\w+\.(\w+),", viewed[1])) - {"dashboard"}
    return paths | {VIEW_AS} | {f"{VIEW_AS}/{each}" for each in below}


def _tab(address: str, name: str, value: str, first: str = "") -> str:
    return address if value == first else f"{address}?{name}={value}"
