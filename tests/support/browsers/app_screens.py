"""Every screen of the app, walked against its own sources: a new one without an entry here fails a test.

What a screen says while nothing of it is known: for whom it is, the text while their rows do not come, and which doors
it asks when it is opened, with the text where they answer nothing.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Who = Literal["client", "admin"]

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
MAIL = "The mail could not be made. Check the connection and try again."
ERROR = "An error occurred"


@dataclass(frozen=True, slots=True)
class Screen:
    who: Who
    address: str
    # While their rows do not come; none where it shows no rows of anybody's.
    rows: str | None = None
    # While it is not known who asks, if it says something else then.
    unknown: str | None = None
    # The doors it asks when it is opened, and what it says where they fail, and where they answer nothing for 8 s.
    asks: tuple[str, ...] = ()
    failed: str = ""
    late: str = ""

    @property
    def while_unknown(self) -> str | None:
        return self.unknown or self.rows


def client(address: str, rows: str | None = None, *asks: str, failed: str = "", late: str = "") -> Screen:
    return Screen("client", address, rows, None, asks, failed, late or failed)


def admin(
    address: str, rows: str | None, *asks: str, unknown: str | None = None, failed: str = "", late: str = ""
) -> Screen:
    return Screen("admin", address, rows, unknown, asks, failed, late or failed)


# What Security asks; the first of them is the whole tab's.
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
    admin("/dashboard/weekly-mail", CLIENTS, "GET /rest/v1/weekly_mails", failed=MAIL),
    admin("/dashboard/website-settings", None, "GET /rest/v1/website_settings", unknown=SETTINGS, failed=SETTINGS),
    admin("/dashboard/dev-docs", None, "GET /rest/v1/openapi.json", unknown=CLIENT_DATA, failed=REFERENCE),
    admin(VIEW_AS, None, VIEWED, unknown=CLIENT_DATA, failed=CLIENT_DATA),
    admin(f"{VIEW_AS}/messaging", None, VIEWED, unknown=CLIENT_DATA, failed=CLIENT_DATA),
    admin(f"{VIEW_AS}/reports", None, VIEWED, unknown=CLIENT_DATA, failed=CLIENT_DATA),
    admin(f"{VIEW_AS}/chatbot", None, VIEWED, unknown=CLIENT_DATA, failed=CLIENT_DATA),
)
# Addresses whose screens show nothing of what is stored and ask nothing: of the public site, of signing in, of passing by.
OTHERS = {
    "/",
    "/pricing",
    "/auth",
    "/auth/callback",
    "/auth/password",
    "/oauth2callback",
    "/checkout/success",
}
# Doors whose answers no screen waits for: what they bring is added where it has come.
IN_PASSING = {
    "GET /rest/v1/connections",  # whether Google can be connected here
    "GET /rest/v1/report_calendar",  # the provider's time zone
    "GET /rest/v1/products",  # a price in a sentence about paying
    "GET /auth/v1/settings",  # ways to sign in
    "POST /realtime/v1/reports",
}


def addresses() -> set[str]:
    """Every address that the app's sources name, and every tab that is an address of its own."""
    table = (APP / "paths.ts").read_text() + (APP / "more-paths.ts").read_text()
    found = set(re.findall(r"^  \w+: '(/[^']*)'", table, re.MULTILINE)) - {"/dashboard", "/dashboard/view-as"}
    views = re.search(r"VIEWS = \[(.*?)\]", (APP / "views.ts").read_text())
    desk = re.search(r"TABS = \{(.*?)\}", (APP.parent / "features/clients/tabs.tsx").read_text())
    bots = (APP.parent / "features/chatbots/management/management-screen.tsx").read_text()
    seen_as = (APP / "routes/admin/view-as.tsx").read_text()
    assert views is not None
    assert desk is not None
    found |= {_tab("/dashboard", "view", each, "overview") for each in re.findall(r"'(\w+)'", views[1])}
    found |= {_tab("/dashboard", "view", each) for each in re.findall(r"(\w+):", desk[1])}
    found |= {
        _tab("/dashboard/chatbot-management", "tab", each, "chatbots") for each in re.findall(r"slug: '(\w+)'", bots)
    }
    settings = re.findall(r"slug: '(\w+)'", (APP / "routes/settings.tsx").read_text())
    found |= {f"/dashboard/settings/{each}" for each in settings}
    below = re.findall(r"path=\{below\(\w+\.(\w+)\)\}", seen_as)
    return found | {VIEW_AS} | {f"{VIEW_AS}/{each}" for each in below}


def _tab(address: str, name: str, value: str, first: str = "") -> str:
    return address if value == first else f"{address}?{name}={value}"
