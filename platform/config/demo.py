"""Demo data for the first start: one admin, twelve clients and their threads, made by the services."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from accounts import passwords
from accounts import queries as accounts_queries
from accounts import services as accounts
from clients import queries as clients_queries
from clients import services as clients
from core.clock import now
from core.person import Person
from messaging import services as messaging
from sync.seam import write_now

PASSWORD = "pulseboard"
STORIES = json.loads(Path(__file__).with_name("demo_stories.json").read_text())
# Ids made from the story, so that a second run finds what the first one made.
NAMESPACE = UUID("6f1a3b52-3c1e-4b7e-9a53-6d3c9a1f0b11")


def make() -> None:
    """Make what is not there yet; each client's story is one transaction."""
    admin = STORIES["admin"]
    if accounts_queries.person_by_email(admin["email"]) is None:
        secret = passwords.hashed_now(PASSWORD)
        write_now(clients.create_admin, email=admin["email"], name=admin["name"], password_hash=secret)
    for story in STORIES["clients"]:
        if clients_queries.id_by_company(story["company_name"]) is None:
            write_now(_tell, story=story, admin=_person(admin["email"]), password_hash=passwords.hashed_now(PASSWORD))


def sign_ins() -> Iterator[str]:
    """Lines for the terminal: who can sign in."""
    first = STORIES["clients"][0]
    yield f"  admin   {STORIES['admin']['email']}   {PASSWORD}"
    yield f"  client  {first['contact_email']}   {PASSWORD}   ({first['company_name']})"


def _tell(*, story: dict[str, Any], admin: Person, password_hash: str) -> None:
    moment = now()
    client = clients.create_client(
        company_name=story["company_name"],
        contact_name=story["contact_name"],
        contact_email=story["contact_email"],
        phone=story["phone"],
        website_url=story["website_url"],
        tier=story["tier"],
        status=story["status"],
        created_at=moment - timedelta(days=story["days_ago"]),
    )
    if not story["pending"]:
        accounts.create_confirmed_user(
            email=story["contact_email"], password_hash=password_hash, full_name=story["contact_name"]
        )
    for index, line in enumerate(story["thread"]):
        sender = admin if line["from"] == "admin" else _person(story["contact_email"])
        messaging.send_message(
            actor=sender,
            message_id=uuid5(NAMESPACE, f"{story['company_name']} {index}"),
            client_id=client.id,
            content=line["text"],
            at=moment - timedelta(minutes=line["minutes_ago"]),
        )
        if line.get("read"):
            reader = admin if sender is not admin else _person(story["contact_email"])
            last = uuid5(NAMESPACE, f"{story['company_name']} {index}")
            messaging.mark_read(actor=reader, client_id=client.id, message_id=last)


def _person(email: str) -> Person:
    known = accounts_queries.person_by_email(email)
    assert known is not None, email
    return Person(id=known.id, session_id=NAMESPACE, email=email, expires_at=0)
