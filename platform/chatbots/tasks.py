"""The jobs of the chatbots room: what is deleted is hidden and goes for good, and what is new is read by the embedding model."""

from uuid import UUID

from chatbots import meaning, services
from chatbots.services.deleting import PURGE, SHOW
from chatbots.services.reading import READ
from sync import effects
from sync.seam import write_now


@effects.handles(SHOW)
def show(subject: str) -> None:
    """`<bot>:<when>`, some messages at a time."""
    while write_now(services.show_conversations, chatbot_id=_bot(subject)):
        pass


@effects.handles(PURGE)
def purge(subject: str) -> None:
    """`<bot>:<when>`"""
    while write_now(services.purge, chatbot_id=_bot(subject)):
        pass


@effects.handles(READ)
def read(subject: str) -> None:
    """`<bot>:<what is new>`"""
    meaning.learn(_bot(subject))


def _bot(subject: str) -> UUID:
    return UUID(subject.partition(":")[0])
