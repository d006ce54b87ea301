"""The job of messaging: people are told of messages that they have not read."""

from uuid import UUID

from messaging import telling
from sync import effects
from sync.seam import write_now


@effects.handles(telling.TELL)
def tell(subject: str) -> None:
    """`<message>`, or `<message>:removed`"""
    write_now(telling.tell, message_id=UUID(subject.partition(":")[0]))
