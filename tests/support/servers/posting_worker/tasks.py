"""An effect that sends a message; its subject has the sender and the thread: `<user id> <client id>`."""

from uuid import UUID

from core.actor import Actor
from core.ids import uuid7
from messaging.services import send_message
from sync.effects.reactions import Reaction, register
from sync.writes.db_executor import write_now


def post(subject: str) -> None:
    """Write "by the worker" in the thread of that client."""
    user, client = (UUID(part) for part in subject.split())

    def send() -> None:
        maya = Actor(user, UUID(int=0), "", 0)
        send_message(actor=maya, message_id=uuid7(), client_id=client, content="by the worker")

    write_now(send)


register(Reaction("tests.post", post, after=[]))
