"""The admin bundle: a client's browser gets no chunk of an admin page, and an admin's browser caches all of them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e import browser_storage
from tests.e2e.users import BrowserUser
from tests.support.architecture.tree import ROOT

pytestmark = pytest.mark.thorough

Client = Callable[[str], BrowserUser]

BUNDLE_PATH = "assets/desk/"
# The pages for admins only: the path below /dashboard, and the route that it loads.
PAGES = {
    "": "admin-home",
    "/chat-interface": "chat-interface",
    "/chatbot-management": "chatbot-management",
    "/website-settings": "website-settings",
    "/reports/weekly-mail": "weekly-mail",
    "/dev-docs": "dev-docs",
    "/view-as/00000000-0000-0000-0000-000000000000": "view-as",
}
FETCH_STATUSES = """async (files) => Object.fromEntries(await Promise.all(files.map(async (file) => [file, (await fetch(file)).status])))"""


def manifest() -> dict[str, Any]:
    """The build's chunks by source file."""
    return dict(json.loads((ROOT / "pwa/dist/.vite/manifest.json").read_text()))


def admin_files() -> list[str]:
    return sorted(f"/{chunk['file']}" for chunk in manifest().values() if chunk["file"].startswith(BUNDLE_PATH))


def test_every_admin_only_page_is_in_the_admin_bundle() -> None:
    """No chunk outside the bundle imports one of its chunks statically."""
    chunks = manifest()
    assert [
        route
        for route in PAGES.values()
        if not chunks[f"src/app/routes/admin/{route}.tsx"]["file"].startswith(BUNDLE_PATH)
    ] == []
    admin_chunks = {key for key, chunk in chunks.items() if chunk["file"].startswith(BUNDLE_PATH)}
    public_importers = [
        key for key, chunk in chunks.items() if key not in admin_chunks and admin_chunks & set(chunk.get("imports", []))
    ]
    assert public_importers == []


def test_a_client_cannot_fetch_any_chunk_of_an_admin_page(client: Client) -> None:
    maya = client("Maya Lindqvist")
    maya.device.expects("403")
    maya.device.keeps_the_app()
    requests: list[str] = []
    maya.device.context.on("request", lambda request: requests.append(request.url))
    for address in PAGES:
        maya.device.go(f"/dashboard{address}")
        # Hidden behind the dialog that asks for a website.
        expect(maya.page.get_by_role("heading", name="My Dashboard", include_hidden=True)).to_be_attached()
        expect(maya.page).to_have_url(f"{maya.device.url}/dashboard")
    assert [url for url in requests if BUNDLE_PATH in url] == []
    assert [url for url in browser_storage.dump_of(maya.page)["cached"] if BUNDLE_PATH in url] == []
    files = admin_files()
    assert len(files) >= len(PAGES)
    assert maya.page.evaluate(FETCH_STATUSES, files) == dict.fromkeys(files, 403)


def test_an_admins_device_caches_the_admin_bundle_until_sign_out(ana: BrowserUser) -> None:
    page = ana.page
    ana.device.keeps_the_app()
    assert page.evaluate(FETCH_STATUSES, admin_files()) == dict.fromkeys(admin_files(), 200)
    ana.device.go_offline()
    for address, heading in (("", "Admin Dashboard"), ("/chatbot-management", "Chatbot Management")):
        ana.device.go(f"/dashboard{address}")
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    ana.device.go_online()
    ana.sees_status("Up to date")
    ana.sign_out()
    expect(page.get_by_role("heading", name="Sign In")).to_be_visible()
    assert [url for url in browser_storage.dump_of(page)["cached"] if BUNDLE_PATH in url] == []
