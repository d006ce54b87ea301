"""Ports that other apps implement for the files app."""

from typing import Protocol
from uuid import UUID

from core.actor import Actor


class MayRead(Protocol):
    def __call__(self, *, actor: Actor, row_id: UUID) -> bool:
        """Whether `actor` may read the row and its files."""


class MayReadPort:
    """One implementation for each app whose rows claim files."""

    def __init__(self) -> None:
        self._answers: dict[str, MayRead] = {}

    def register(self, app: str, answer: MayRead) -> None:
        self._answers[app] = answer

    def check(self, app: str, *, actor: Actor, row_id: UUID) -> bool:
        answer = self._answers.get(app)
        return answer is not None and answer(actor=actor, row_id=row_id)


may_read = MayReadPort()
