"""The schemas of notifications: the inputs of its endpoints, and its rows as the server sends them to devices."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from ninja import Schema
from pydantic import ConfigDict, Field, PlainSerializer

from clients.schemas import Timestamp
from core.clock import iso
from sync.schemas import RowOut

MaybeTimestamp = Annotated[datetime | None, PlainSerializer(lambda at: at and iso(at), return_type=str | None)]
Minute = Annotated[int, Field(ge=0, lt=24 * 60)]


class _In(Schema):
    model_config = ConfigDict(extra="forbid")


class AcknowledgeIn(_In):
    """Acknowledges that a device has shown revision `n` of a notice, or that its recipient has opened it."""

    id: UUID
    n: int = Field(ge=1, le=2**31 - 1)
    what: Literal["shown", "opened"]
    device: UUID | None = None


class DeviceIn(_In):
    """A browser's push subscription."""

    endpoint: str = Field(max_length=1000)
    p256dh: str = Field(max_length=100)
    auth: str = Field(max_length=40)


class PreferencesIn(_In):
    """The preferences to change. `quiet_from` and `quiet_to` are minutes of the day."""

    messages: bool | None = None
    reports: bool | None = None
    is_quiet: bool | None = None
    quiet_from: Minute | None = None
    quiet_to: Minute | None = None
    zone: str | None = Field(default=None, max_length=60)


class NoticeOut(RowOut):
    """A row of `notices`."""

    id: UUID
    v: int
    user_id: UUID
    side: str
    client_id: UUID | None
    kind: str
    tag: str
    title: str
    body: str
    path: str
    n: int
    count: int
    told_at: Timestamp
    pushed_at: MaybeTimestamp
    shown_at: MaybeTimestamp
    opened_at: MaybeTimestamp
    mailed_at: MaybeTimestamp
    unreached_at: MaybeTimestamp


class PushDeviceOut(RowOut):
    """A row of `push_devices`, without the fields that would let a reader push to the device."""

    id: UUID
    v: int
    fingerprint: str
    user_agent: str
    trouble: str
    added_at: Timestamp
    checked_at: Timestamp
    shown_at: MaybeTimestamp


class PreferencesOut(RowOut):
    """A row of `notice_wishes`; its id is the user's id."""

    id: UUID
    v: int
    messages: bool
    reports: bool
    is_quiet: bool
    quiet_from: int
    quiet_to: int
    zone: str


class PushKeyOut(Schema):
    """The key with which a browser subscribes to pushes, in base64url."""

    key: str


class WeeklyMailOut(Schema):
    """A client's next weekly email with the current data; `to` is null if the client has switched it off.

    It covers the days from `first_day` to `last_day`.
    """

    subject: str
    to: str | None
    html: str
    text: str
    first_day: date
    last_day: date


class WeeklyTestIn(_In):
    """The client whose weekly email is sent to the caller as a test."""

    client_id: UUID


class WeeklyTestOut(Schema):
    """The caller's address, to which the test was sent."""

    to: str
