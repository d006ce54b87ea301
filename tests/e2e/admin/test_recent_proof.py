"""An admin whose sign-in is old proves their identity in a dialog, and then the interrupted action continues."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from core.ids import uuid7
from tests.e2e.users import PASSWORD, Agency, BrowserUser

pytestmark = pytest.mark.thorough


def make_sign_ins_old(agency: Agency) -> None:
    """Set the time of every user's sign-in back to one hour ago."""
    with closing(sqlite3.connect(agency.server.data_dir / "pulseboard.sqlite3", timeout=30)) as store, store:
        store.execute("UPDATE sessions SET amr = json_replace(amr, '$[0].timestamp', unixepoch() - 3600)")


def test_an_edit_after_an_old_sign_in_requires_the_password_and_is_then_saved(ana: BrowserUser, agency: Agency) -> None:
    client_id = str(uuid7())
    company = f"Dew Gardens {client_id[-6:]}"
    old, new = (f"{name}-{client_id[-6:]}@dew.example" for name in ("dee", "dora"))
    added = {"id": client_id, "company_name": company, "contact_name": "Dee", "contact_email": old}
    assert agency.request(ana.account, "POST", "/rest/v1/clients", json=added).is_success
    page = ana.page
    make_sign_ins_old(agency)
    row = page.get_by_role("list", name="Clients").get_by_role("listitem").filter(has_text=company)
    row.get_by_role("button", name="Actions").click()
    page.get_by_role("menuitem", name="Edit client").click()
    edit = page.get_by_role("dialog", name="Edit Client")
    edit.get_by_label("Contact email").fill(new)
    ana.device.expects("409")
    edit.get_by_role("button", name="Save").click()
    proof = page.get_by_role("dialog", name="Confirm that it is you")
    proof.get_by_label("Current Password", exact=True).fill("not this one")
    ana.device.expects("400")
    proof.get_by_role("button", name="Confirm").click()
    expect(proof.get_by_role("alert")).to_contain_text("password")
    proof.get_by_label("Current Password", exact=True).fill(PASSWORD)
    proof.get_by_role("button", name="Confirm").click()
    expect(proof).to_have_count(0)
    expect(edit).to_have_count(0)
    stored = agency.request(ana.account, "GET", "/rest/v1/clients?limit=200").json()["rows"]
    assert [row["contact_email"] for row in stored if row["id"] == client_id] == [new]
