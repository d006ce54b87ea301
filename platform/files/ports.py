"""What the files room asks of the rooms above it."""

from typing import Protocol
from uuid import UUID

from core.actor import Person


class MayRead(Protocol):
    def __call__(self, *, actor: Person, row_id: UUID) -> bool:
        """Whether `actor` may read the row, and with it the files that it keeps."""


class MayReadPort:
    """One answer for each room whose rows keep files."""

    def __init__(self) -> None:
        self._answers: dict[str, MayRead] = {}

    def register(self, room: str, answer: MayRead) -> None:
        self._answers[room] = answer

    def ask(self, room: str, *, actor: Person, row_id: UUID) -> bool:
        answer = self._answers.get(room)
        return answer is not None and answer(actor=actor, row_id=row_id)


may_read = MayReadPort()
