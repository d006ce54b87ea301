"""The jobs of the chatbots room: conversations are hidden and shown with their bot, and what is deleted goes for good."""

from uuid import UUID

from chatbots import services
from chatbots.services.deleting import PURGE, SHOW
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


def _bot(subject: str) -> UUID:
    return UUID(subject.partition(":")[0])
