"""The port through which the reports app gets a client's measurements."""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol
from uuid import UUID

from sync.ports import Port


class FiguresOf(Protocol):
    def __call__(self, client_id: UUID, until: datetime) -> Mapping[str, object]:
        """A client's measurements up to `until`, in the shape of `schemas.Figures`, without parts that have no data."""


figures: Port[FiguresOf] = Port("reports.figures")
