"""What the reports room asks of the rooms beside it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol
from uuid import UUID

from sync.ports import Port


class FiguresOf(Protocol):
    def __call__(self, client_id: UUID, until: datetime) -> Mapping[str, object]:
        """What was measured for a client up to a moment, in the shape of `schemas.Figures`; parts without data left out."""


figures: Port[FiguresOf] = Port("reports.figures")
