"""Creates demo data at the first start through the services: one admin, twelve clients and their threads."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID, uuid5

from django.utils.timezone import get_default_timezone

from accounts import queries as accounts_queries
from accounts import services as accounts
from accounts.credentials import passwords
from billing import services as payments
from billing.stripe_types import Card
from clients import queries as clients_queries
from clients import services as clients
from core.actor import Person
from core.clock import now
from demo import bots, files, google, reports, scores
from demo.stories import STORIES, Story
from messaging import notify
from messaging import services as messaging
from sync.writes.db_executor import write_now

PASSWORD = "pulseboard"
NAMESPACE = UUID("6f1a3b52-3c1e-4b7e-9a53-6d3c9a1f0b11")
READ_AFTER = timedelta(minutes=4)
# Clients who have written had a card on file; demo.stripe_payments puts it on file at the sandbox too.
CARD = Card("visa", "4242", None)


def make() -> None:
    """Create the missing demo data; each client's story is one transaction."""
    admin = STORIES.admin
    is_new = accounts_queries.person_by_email(admin.email) is None
    missing = [story for story in STORIES.clients if not clients_queries.is_contact(story.contact_email)]
    if not is_new and not missing:
        return
    password_hash = passwords.hashed_now(PASSWORD)
    if is_new:
        write_now(clients.create_admin, email=admin.email, name=admin.name, password_hash=password_hash)
    for story in missing:
        write_now(_tell, story=story, admin=_person(admin.email), password_hash=password_hash)


def opens() -> bool:
    """Whether the public demo password still works for any demo user."""
    for email in (STORIES.admin.email, *(story.contact_email for story in STORIES.clients)):
        known = accounts_queries.credentials(email=email)
        if known is not None and passwords.matches_now(PASSWORD, known.password_hash):
            return True
    return False


def sign_ins() -> Iterator[str]:
    """Lines for the terminal: the demo users and their password."""
    first = STORIES.clients[0]
    yield f"  admin   {STORIES.admin.email}   {PASSWORD}"
    yield f"  client  {first.contact_email}   {PASSWORD}   ({first.company_name})"


def _tell(*, story: Story, admin: Person, password_hash: str) -> None:
    moment = now().astimezone(get_default_timezone())
    client = clients.create_client(
        company_name=story.company_name,
        contact_name=story.contact_name,
        contact_email=story.contact_email,
        phone=story.phone,
        website_url=story.website_url,
        tier=story.tier,
        status=story.status,
        created_at=moment - timedelta(days=story.days_ago),
    )
    people = {"admin": admin}
    if not story.pending:
        accounts.create_confirmed_user(
            email=story.contact_email, password_hash=password_hash, full_name=story.contact_name
        )
        people["client"] = _person(story.contact_email)
        payments.bring_card(user_id=people["client"].id, card=CARD)
        if story.website_url is not None:
            scores.tell(
                email=story.contact_email,
                client_id=client.id,
                user_id=people["client"].id,
                url=f"{story.website_url}/",
                moment=moment,
            )
    if story is STORIES.clients[0]:
        google.connect(
            client_id=client.id, user_id=people["client"].id, email=story.contact_email, name=story.contact_name
        )
        bots.tell(client_id=client.id, admin=admin, reader=people["client"])
    if "client" in people:
        reports.tell(
            email=story.contact_email, client_id=client.id, admin=admin, reader=people["client"], moment=moment
        )
    ids = [uuid5(NAMESPACE, f"{story.contact_email} {index}") for index in range(len(story.thread))]
    for id, line in zip(ids, story.thread, strict=True):
        sender = people[line.side]
        messaging.send_message(
            actor=sender,
            message_id=id,
            client_id=client.id,
            content=line.text,
            attachment_url=None if line.file is None else files.keep(actor=sender, file_id=id, title=line.file),
            at=line.moment(moment),
        )
    for side, reader in people.items():
        index = story.last_read("admin" if side == "admin" else "client")
        if index is not None:
            at = min(story.thread[index].moment(moment) + READ_AFTER, moment)
            messaging.mark_read(actor=reader, client_id=client.id, message_id=ids[index], at=at)
    for side in people:
        said = [index for index, line in enumerate(story.thread) if line.side == side]
        if said:
            notify.tell(message_ids=[ids[said[-1]]], at=story.thread[said[-1]].moment(moment))


def _person(email: str) -> Person:
    known = accounts_queries.person_by_email(email)
    assert known is not None, email
    return Person(id=known.id, session_id=NAMESPACE, email=email, expires_at=0)
