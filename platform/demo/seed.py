"""Creates demo data at the first start through the services: one admin, twelve clients and their threads."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.utils.timezone import get_default_timezone

from accounts import queries as accounts_queries
from accounts import services as accounts
from accounts.credentials import passwords
from billing import services as payments
from billing.stripe_types import Card
from clients import queries as clients_queries
from clients import services as clients
from core.actor import Actor
from core.clock import now
from demo import bots, files, google, reports, scores
from demo.stories import STORIES, Line, Story
from files.services.portraits import set_portrait
from messaging import services as messaging
from messaging.services import notify
from sync.writes.db_executor import write_now

PASSWORD = "pulseboard"
NAMESPACE = UUID("6f1a3b52-3c1e-4b7e-9a53-6d3c9a1f0b11")
READ_AFTER = timedelta(minutes=4)
# The card of each client who has signed up. demo.stripe_payments also stores a card at the sandbox.
CARD = Card("visa", "4242", None)


def make() -> None:
    """Create the missing demo data. The data of each client is created in one transaction."""
    admin = STORIES.admin
    is_new = accounts_queries.user_by_email(admin.email) is None
    missing = [story for story in STORIES.clients if not clients_queries.is_contact(story.contact_email)]
    if not is_new and not missing:
        return
    password_hash = passwords.hashed_now(PASSWORD)
    if is_new:
        write_now(clients.create_admin, email=admin.email, name=admin.name, password_hash=password_hash)
        write_now(_add_portrait, admin=_actor(admin.email))
    for story in missing:
        write_now(_seed_client, story=story, admin=_actor(admin.email), password_hash=password_hash)


def _add_portrait(*, admin: Actor) -> None:
    url = files.store(actor=admin, file_id=uuid5(NAMESPACE, files.FACE), title=files.FACE)
    set_portrait(actor=admin, url=url)


def has_public_password() -> bool:
    """Whether the public demo password still works for any demo user."""
    for email in (STORIES.admin.email, *(story.contact_email for story in STORIES.clients)):
        credentials = accounts_queries.credentials(email=email)
        if credentials is not None and passwords.matches_now(PASSWORD, credentials.password_hash):
            return True
    return False


def sign_ins() -> Iterator[str]:
    """Lines for the terminal: the demo users and their password."""
    first = STORIES.clients[0]
    yield f"  admin   {STORIES.admin.email}   {PASSWORD}"
    yield f"  client  {first.contact_email}   {PASSWORD}   ({first.company_name})"


def _seed_client(*, story: Story, admin: Actor, password_hash: str) -> None:
    local_now = now().astimezone(get_default_timezone())
    client = clients.create_client(
        company_name=story.company_name,
        contact_name=story.contact_name,
        contact_email=story.contact_email,
        phone=story.phone,
        website_url=story.website_url,
        tier=story.tier,
        status=story.status,
        created_at=local_now - timedelta(days=story.days_ago),
    )
    actors = {"admin": admin}
    if not story.pending:
        actors["client"] = _add_user(story, client_id=client.id, password_hash=password_hash, local_now=local_now)
    if story is STORIES.clients[0]:
        google.connect(
            client_id=client.id, user_id=actors["client"].id, email=story.contact_email, name=story.contact_name
        )
        bots.seed(client_id=client.id, admin=admin, reader=actors["client"])
    if "client" in actors:
        reports.seed(
            email=story.contact_email, client_id=client.id, admin=admin, reader=actors["client"], local_now=local_now
        )
    _add_thread(story, client_id=client.id, actors=actors, local_now=local_now)


def _add_user(story: Story, *, client_id: UUID, password_hash: str, local_now: datetime) -> Actor:
    """Add the client's user with a card on file, and the scores of their website."""
    accounts.create_confirmed_user(email=story.contact_email, password_hash=password_hash, full_name=story.contact_name)
    user = _actor(story.contact_email)
    payments.import_card(user_id=user.id, card=CARD)
    if story.website_url is not None:
        scores.seed(
            email=story.contact_email,
            client_id=client_id,
            user_id=user.id,
            url=f"{story.website_url}/",
            local_now=local_now,
        )
    return user


def _add_thread(story: Story, *, client_id: UUID, actors: dict[str, Actor], local_now: datetime) -> None:
    """Send the story's messages, mark what each side has read, and notify of the last message of each side."""
    ids = [uuid5(NAMESPACE, f"{story.contact_email} {index}") for index in range(len(story.thread))]
    for id, line in zip(ids, story.thread, strict=True):
        sender = actors[line.role]
        messaging.send_message(
            actor=sender,
            message_id=id,
            client_id=client_id,
            content=_text(story, line, local_now),
            attachment_url=None if line.file is None else files.store(actor=sender, file_id=id, title=line.file),
            at=line.written_at(local_now),
        )
    for role, reader in actors.items():
        index = story.last_read("admin" if role == "admin" else "client")
        if index is not None:
            at = min(story.thread[index].written_at(local_now) + READ_AFTER, local_now)
            messaging.mark_read(actor=reader, client_id=client_id, message_id=ids[index], at=at)
    for role in actors:
        indexes = [index for index, line in enumerate(story.thread) if line.role == role]
        if indexes:
            notify.notify_messages(message_ids=[ids[indexes[-1]]], at=story.thread[indexes[-1]].written_at(local_now))


def _text(story: Story, line: Line, local_now: datetime) -> str:
    if "{score}" not in line.text:
        return line.text
    score = scores.score_at(story.contact_email, line.written_at(local_now), local_now=local_now)
    return line.text.replace("{score}", str(score))


def _actor(email: str) -> Actor:
    user = accounts_queries.user_by_email(email)
    assert user is not None, email
    return Actor(id=user.id, session_id=NAMESPACE, email=email, expires_at=0)
