"""Schemas of the clients endpoints, and of synced client and admin rows."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from ninja import Schema
from pydantic import AfterValidator, AwareDatetime, Base64Bytes, BaseModel, ConfigDict, Field, PlainSerializer

from clients.client_details import NAME_MAX
from core.clock import in_utc, iso
from core.text import DISRUPTIVE
from sync.schemas import NewRowId, RowOut

Timestamp = Annotated[datetime, PlainSerializer(iso, return_type=str)]
CLIENTS_MAX = 500  # in one request
Typed = Annotated[str, Field(max_length=4000)]
AREAS_MAX = 2000
Areas = Annotated[str, Field(max_length=AREAS_MAX, pattern=r"^[^\x00]*$")]


class OwnClientIn(Schema):
    """Changes of a client's user to their own row. Omitted fields, and null ones except `service_areas`, stay unchanged.

    The server sets `updated_at` and ignores the request's.
    """

    model_config = ConfigDict(extra="forbid")

    company_name: Annotated[str | None, Field(max_length=NAME_MAX, pattern=f"^[^{DISRUPTIVE.pattern[1:]}*$")] = None
    notify_messages: bool | None = None
    notify_reports: bool | None = None
    website_url: Typed | None = None
    service_areas: Areas | None = None
    updated_at: AwareDatetime | None = None


class ClientOut(RowOut):
    """A client row as the client's own user sees it."""

    id: UUID
    v: int
    user_id: UUID | None
    company_name: str
    contact_name: str
    contact_email: str
    phone: str
    website_url: str | None
    service_areas: str | None
    subscription_tier: str
    subscription_status: str
    notify_messages: bool
    notify_reports: bool
    ga4_property_id: str | None
    ga4_property_name: str | None
    created_at: Timestamp
    updated_at: Timestamp


class AdminClientOut(ClientOut):
    """A client row as admins see it."""

    plan_level: str | None
    model_preference: str | None
    status_source: str
    is_staff: bool


class ClientsOut(Schema):
    """A page of all clients. `next` is the next page's `after`."""

    rows: list[AdminClientOut]
    next: UUID | None


class AdminOut(RowOut):
    """A row of `admins`."""

    id: UUID
    v: int
    user_id: UUID
    role: str
    name: str
    email: str
    created_at: Timestamp


class ClientDetailsIn(Schema):
    """Changes of an admin to a client. Omitted fields stay unchanged. Payments do not change a `subscription_status` of
    inactive, but they may end an active one."""

    model_config = ConfigDict(extra="forbid")

    company_name: Typed | None = None
    contact_name: Typed | None = None
    contact_email: Typed | None = None
    phone: Typed | None = None
    website_url: Typed | None = None
    subscription_tier: Typed | None = None
    subscription_status: Literal["active", "inactive"] | None = None
    plan_level: Typed | None = None
    model_preference: Typed | None = None


class NewClientIn(Schema):
    """A client who has not signed up, and therefore has no user."""

    model_config = ConfigDict(extra="forbid")

    id: NewRowId
    user_id: None = None
    company_name: Typed
    contact_name: Typed
    contact_email: Typed
    phone: Typed = ""
    subscription_tier: Typed = "basic"
    subscription_status: Literal["active", "inactive"] = "active"


class AccessIn(Schema):
    """The clients to activate or deactivate. With `source` billing, later payments change their status again."""

    model_config = ConfigDict(extra="forbid")

    client_ids: list[UUID] = Field(min_length=1, max_length=CLIENTS_MAX)
    status: Literal["active", "inactive"]
    source: Literal["admin", "billing"] = "admin"


class AccessOut(Schema):
    rows: list[AdminClientOut]


class ClientIn(Schema):
    model_config = ConfigDict(extra="forbid")

    client_id: UUID


class InvitationOut(Schema):
    """The sign-up link, and the address to which it was emailed."""

    link: str
    sent_to: str


class WaitingOut(Schema):
    """Whether the account waits for an admin to link it to a client."""

    is_waiting: bool


class SnoozeIn(Schema):
    """Snoozes a client's reasons for attention until `until`; null ends the snooze."""

    model_config = ConfigDict(extra="forbid")

    id: UUID
    until: Annotated[AwareDatetime, AfterValidator(in_utc)] | None


class SheetIn(Schema):
    """A CSV file in base64. A dry run writes nothing."""

    model_config = ConfigDict(extra="forbid")

    file: Base64Bytes
    dry_run: bool


class ProblemOut(Schema):
    """A problem of a row of the file. The header is row 1. `field` is "" for the whole row."""

    row: int
    field: str
    message: str


class SheetOut(Schema):
    """The result of an import: `created` of the `rows` were stored, none in a dry run. `first` has some valid rows."""

    rows: int
    created: int
    encoding: str
    ignored: list[str]
    problems: list[ProblemOut]
    first: list[dict[str, str | None]]


class AdminSignInOut(Schema):
    """An admin. `last_active_at` is when a session of this admin was last renewed, null without a session."""

    user_id: UUID
    last_active_at: Timestamp | None
    has_second_factor: bool


class AdminSignInsOut(Schema):
    rows: list[AdminSignInOut]


class AuditEventOut(Schema):
    """An entry of the audit log. `actor` is "" for the system."""

    id: UUID
    at: Timestamp
    actor: str
    action: str
    subject: str
    detail: dict[str, str]


class AuditEventsOut(Schema):
    """A page of the audit log, newest first. `next` is the next page's `before`."""

    rows: list[AuditEventOut]
    next: UUID | None


class ClientViewOut(Schema):
    """What a client's own devices store, as of `at`.

    `rows` has the first page of each table. `next` has the value of `after` for the second page of each longer table at
    `/realtime/v1/rows`. With `token` an admin can read those pages and the client's endpoints for a while, but cannot
    write anything.
    """

    at: Timestamp
    token: str
    rows: dict[str, list[dict[str, object]]]
    next: dict[str, str]


class ReasonOut(BaseModel):
    code: str
    points: int
    text: str
    since: str | None


class AttentionOut(RowOut):
    """A row of `client_attention`; its id is the client's."""

    id: UUID
    v: int
    reasons: list[ReasonOut]
    points: int
    snoozed_until: Timestamp | None
    snoozed_by: str
