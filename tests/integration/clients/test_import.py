"""A list of clients is imported row by row: valid rows are stored, and each invalid row is reported with its reason."""

from base64 import b64encode

import pytest

from clients.models import AuditEntry, Client
from sync.writes.db_executor import read
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

IMPORTS = "/rest/v1/client_imports"
MIXED_ROWS = """company,contact,email,tier
Nell's Nails,Nell,nell@nails.example,pro
No Address,Ned,ned at nails,basic
Bad Tier,Bea,bea@tier.example,gold
Oak & Co,Otto,NELL@nails.example,basic
Fern Flowers,Fern,fern@flowers.example,
"""
PROBLEMS = [
    {"row": 3, "field": "contact_email", "message": "Please enter a valid email address"},
    {"row": 4, "field": "subscription_tier", "message": "The tier must be basic, pro or enterprise"},
    {"row": 5, "field": "contact_email", "message": "Row 2 has the same address"},
]


def body(sheet: str, *, dry_run: bool = False) -> Json:
    return {"file": b64encode(sheet.encode()).decode(), "dry_run": dry_run}


async def names() -> set[str]:
    return set(await read(lambda: list(Client.objects.values_list("company_name", flat=True))))


async def test_good_rows_are_imported_and_bad_ones_are_listed(portal: Portal) -> None:
    before = await names()
    async with portal.unchanged():
        preview = (await portal.as_("ana").post(IMPORTS, json=body(MIXED_ROWS, dry_run=True))).json()
    assert (preview["rows"], preview["created"], preview["problems"]) == (5, 0, PROBLEMS)
    assert [row["contact_email"] for row in preview["first"]] == ["nell@nails.example", "fern@flowers.example"]
    result = (await portal.as_("ana").post(IMPORTS, json=body(MIXED_ROWS))).json()
    assert (result["rows"], result["created"], result["problems"]) == (5, 2, PROBLEMS)
    assert await names() - before == {"Nell's Nails", "Fern Flowers"}
    entry = await read(lambda: AuditEntry.objects.order_by("-id")[0])
    assert (entry.action, entry.subject) == ("client.imported", "2 clients")


async def test_a_repeated_import_adds_no_client_twice(portal: Portal) -> None:
    await portal.as_("ana").post(IMPORTS, json=body(MIXED_ROWS))
    async with portal.unchanged():
        repeat = (await portal.as_("ana").post(IMPORTS, json=body(MIXED_ROWS))).json()
    assert repeat["created"] == 0
    assert {problem["row"] for problem in repeat["problems"]} == {2, 3, 4, 5, 6}


async def test_a_file_without_a_valid_row_adds_no_client(portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("ana").post(IMPORTS, json=body("company,contact,email\n,,nobody\n"))
    assert (reply.status_code, reply.json()["created"]) == (200, 0)
