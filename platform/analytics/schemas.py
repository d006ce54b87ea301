"""The schemas of analytics: the inputs and outputs of its endpoints, and its rows."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from ninja import Schema
from pydantic import ConfigDict, Field, PlainSerializer

from analytics.models import SourceType
from clients.schemas import Timestamp
from core.clock import iso
from sync.schemas import RowOut

TEXT_MAX = 2000
MaybeTimestamp = Annotated[datetime | None, PlainSerializer(lambda at: at and iso(at), return_type=str | None)]


class _In(Schema):
    model_config = ConfigDict(extra="forbid")


class SourceIn(_In):
    """The source to connect or disconnect."""

    source_type: SourceType


class GoogleExchangeIn(_In):
    """The query parameters of Google's redirect."""

    state: str = Field(max_length=TEXT_MAX)
    code: str = Field(max_length=TEXT_MAX)


class PropertyIn(_In):
    """The number of a property, which the user chose from the list or typed."""

    property_id: str = Field(max_length=100)


class AddressOut(Schema):
    """The URL of Google's consent page."""

    url: str


class ProfileOut(Schema):
    """The user's Google profile; `picture` is a URL or "". `connected_property` is the name of the property that the
    client chose before, or null."""

    name: str
    email: str
    picture: str
    connected_property: str | None


class PropertyOut(Schema):
    """An ordinary property of the connected account; `property` is its number."""

    property: str
    display_name: str = Field(alias="displayName")
    account: str


class PropertiesOut(Schema):
    rows: list[PropertyOut]


class ConnectionOut(RowOut):
    """A row of `connections`."""

    id: UUID
    v: int
    user_id: UUID
    client_id: UUID
    source_type: str
    status: str
    connected_account: str | None
    connected_property: str | None
    last_sync: MaybeTimestamp
    error: str
    created_at: Timestamp
    updated_at: Timestamp


class ConnectionsOut(Schema):
    """The caller's sources, newest first, and whether this installation can connect any."""

    is_set_up: bool
    rows: list[ConnectionOut]


class TotalsOut(RowOut):
    """The totals of a period. NULL means "no data"."""

    total_users: int | None
    new_users: int | None
    sessions: int | None
    engaged_sessions: int | None
    bounce_rate: float | None
    avg_engagement_time: float | None
    conversions: float | None


class SnapshotOut(TotalsOut):
    """A row of `ga_snapshots`: each part of the figures with the time of its read, and the same figures of the 30 days
    before. The earlier figures are NULL if they were not read yet, or if Google's data began later."""

    id: UUID
    v: int
    client_id: UUID
    property_id: str
    previous_totals: TotalsOut | None
    totals_as_of: MaybeTimestamp
    session_trend: list[tuple[str, int]] | None
    previous_trend: list[tuple[str, int]] | None
    trend_as_of: MaybeTimestamp
    traffic_sources: list[tuple[str, int]] | None
    previous_sources: list[tuple[str, int]] | None
    sources_as_of: MaybeTimestamp
